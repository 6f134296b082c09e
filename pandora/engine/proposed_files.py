"""The files that a waiting effect would write, and a person's own text in their place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pandora.disk.store import Store
from pandora.document.body import unfenced
from pandora.document.state_document import Document
from pandora.engine.numbered_contents import KEY as CONTENTS
from pandora.engine.numbered_contents import Contents
from pandora.errors import PandoraError, UsageError
from pandora.outcome import Question

_CHOSEN = re.compile(r"^Chosen: (\d+)", re.M)


def proposed_texts(store: Store, question: Question) -> dict[str, str]:
    """Return path → new text of each text file that a waiting effect would write; {} where it writes none."""
    try:
        entries = json.loads(store.read_blob(question.what)) if question.what else []
    except (PandoraError, ValueError):
        return {}
    texts: dict[str, str] = {}
    for entry in entries:
        if "path" not in entry or not entry.get("after"):
            continue
        content = store.read_blob(_blob(entry["after"]))
        if b"\0" not in content:
            try:
                texts[str(entry["path"])] = content.decode("utf-8")
            except UnicodeDecodeError:
                continue
    return texts


def proposes_binary(store: Store, question: Question) -> bool:
    """Whether a waiting effect would write a file that is no text, so that nobody can read what it would be."""
    texts = proposed_texts(store, question)
    try:
        entries = json.loads(store.read_blob(question.what)) if question.what else []
    except (PandoraError, ValueError):
        return False
    return any("path" in entry and entry.get("after") and str(entry["path"]) not in texts for entry in entries)


def replace_proposed(store: Store, question: Question, texts: Mapping[str, str]) -> None:
    """Put a person's own texts in the place of what the effect would write; the run then asks about those.

    Raises UsageError where the document asks something else by now.
    """
    entries = {str(entry["path"]): entry for entry in json.loads(store.read_blob(question.what))}
    document = store.load(question.document)
    body, contents = document.body(question.section), Contents.of(document)
    for path, text in texts.items():
        line = re.compile(rf"^  - {re.escape(path)} → (?P<now>\S.*) \(was (?P<before>\S.*)\)$", re.M)
        written = (_blob(entries[path]["after"]), entries[path]["before"] or "absent")
        match = line.search(body, _chosen_candidate(body))
        if match is None or written != (contents.named(match["now"]), contents.named(match["before"])):
            message = f"{document.path}:{document.sections[question.section].line}: it was changed meanwhile"
            raise UsageError(f"{message}; read what it asks now")
        new = contents.numbered(store.write_blob(text.encode("utf-8")))
        body = f"{body[: match.start('now')]}{new}{body[match.end('now') :]}"

    def edit(now: Document) -> Document:
        if now.text != document.text:
            return now
        return now.splice(question.section, body).with_meta(**{CONTENTS: contents.by_number})

    if store.save(document, edit).body(question.section) != body:
        raise UsageError(f"{document.path}:1: it was changed meanwhile; read what it asks now")


def _chosen_candidate(body: str) -> int:
    """The offset of the candidate that the line `Chosen:` names."""
    outside = unfenced(body)
    chosen = _CHOSEN.search(outside)
    return max(0, outside.find(f"### Candidate {chosen[1]}\n")) if chosen else 0


def _blob(after: str) -> str:
    """The blob of a content by its whole digest."""
    return f"blobs/{after[:32]}"
