"""Fork a run: a new run that begins with the §1 and §2 of another one, and goes its own way from there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from pandora.budget import Budget
from pandora.disk.run_documents import Run
from pandora.document.body import indent
from pandora.document.ids import new_run
from pandora.document.meta_values import mapping
from pandora.document.records import Record, section_records, stored
from pandora.document.root_kinds import own_kind
from pandora.document.state_document import TITLES, Document, digest, new_document
from pandora.document.task_text import task_of
from pandora.engine.host import Host
from pandora.engine.recorded_model import keys_of_model
from pandora.errors import UsageError
from pandora.outcome import Status

KEY = "forked"
"""The front matter key of a root that was forked: the run it comes from, and what it still keeps of it."""
KEPT = (1, 2)
"""The sections after which a run can be forked: no other document is made before DO."""


def fork(source: Run, last: int, words: str, host: Host, budget: Budget) -> str:
    """Write the root of a new run with the sections of `source` up to `last`, 1 or 2; return its id.

    The run keeps them, whatever model goes on with it. `words`, if there are any, are its task instead: §1 is
    made again from them, and they replace the old task where the plan repeats it. Raises UsageError where the
    section is not written, or where nothing would be kept.
    """
    root = source.root
    if last not in KEPT:
        raise UsageError(f"a run is forked after §1 or §2; give {source.id}:understand or {source.id}:plan")
    if kind := own_kind(root.meta, source.id):
        raise UsageError(f"{root.path} is {kind[0]}, which is not forked; name a run of a task")
    if not root.body(last).strip() or last not in section_records(root):
        problem = f"{root.path}:{root.sections[last].line}: §{last} {TITLES[last]} is not written yet"
        raise UsageError(f"{problem}; resume the run, then fork it")
    if words and last == 1:
        raise UsageError(f"a new task leaves nothing of §1; give {source.id}:plan, which keeps the plan")
    run, created = new_run(), host.now()
    document_id = f"system-{run}"
    identity = {
        "Level": "system",
        "Parent": "none",
        "Pattern": host.library.load("system", "").path,
        "Created": created,
    }
    path = host.workspace.relative(host.workspace.document(document_id))
    document, records = new_document(path, identity, {}, document_id), section_records(root)
    kept: dict[int, Record] = {}
    if words:
        document = document.splice(1, f"Task:{indent(words)}")
        kept[1] = Record("code", document.digest(1), at=created)
    else:
        document = document.splice(1, root.body(1))
        kept[1] = replace(records[1], text=document.digest(1), at=created)
    if last == 2:
        old, new = (re.sub(r"\s+", " ", text).strip() for text in (task_of(root), words))
        document = document.splice(2, root.body(2).replace(old, new) if new else root.body(2))
        kept[2] = replace(records[2], text=document.digest(2), at=created)
    keeps = {str(number): kept[number].text for number in kept if not (words and number == 1)}
    inherited = ("untrusted", "schema", *(() if words else ("by", "gathered", "fit")))
    keys: dict[str, Any] = {
        "pandora": 1,
        "id": document_id,
        "status": Status.RUNNING.value,
        "phase": "understand",
        "attempt": 1,
        **keys_of_model(host.model),
        "budget": dict(vars(budget.scaled(host.model.context))),
        "sections": stored(kept),
        KEY: {"from": source.root_id, "keeps": keeps},
        **{key: root.meta[key] for key in inherited if key in root.meta},
        **({"schema": host.schema} if host.schema else {}),
    }
    host.store.create(document_id, document.with_meta(**keys))
    return run


def adopted(document: Document, records: dict[int, Record], number: int, origin: str) -> dict[str, Any] | None:
    """The front matter keys by which a forked run adopts section `number` as made from `origin`.

    None where the run is no fork or has adopted the section. A section that a person changed is adopted as
    theirs. Since the model was asked in another run, the record names that run, and no prompt that the cache
    could look for.
    """
    entry = mapping(document.meta, KEY)
    keeps = {str(key): str(text) for key, text in mapping(entry, "keeps").items()}
    if str(number) not in keeps:
        return None
    text, source = keeps.pop(str(number)), str(entry.get("from"))
    record = records.get(number)
    keys: dict[str, Any] = {KEY: {"from": source, "keeps": keeps}}
    if record is not None and record.text == text == document.digest(number) and not record.human:
        asked = digest("fork", source, text) if record.by == "model" else ""
        records = {**records, number: replace(record, origin=origin, asked=asked, cache=source)}
        keys["sections"] = stored(records)
    return keys
