"""What a person said of a host, once: it holds for every page of that host in the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pandora.document.ids import parse_id
from pandora.document.state_document import Document
from pandora.engine.loop import Loop
from pandora.engine.questions import open_question
from pandora.errors import PandoraError
from pandora.policy import ANY

PERSON = "a person"
"""How the name of whoever decided begins where that was no rule and no flag."""


@dataclass(frozen=True)
class Said:
    """A person's word on a host, and the document in which it was asked for."""

    allowed: bool
    document: str

    @property
    def by(self) -> str:
        """As a decision names it."""
        return f"{PERSON} (asked in {self.document})"


def said(loop: Loop) -> Mapping[str, Said]:
    """The hosts that a person allowed or refused in the documents of this run; a refusal outweighs a yes.

    A yes to every machine at once is one script's, and holds for no other.
    """
    found: dict[str, Said] = {}
    for document, entry in _network(loop):
        verdict, by = entry.get("verdict"), str(entry.get("by"))
        if verdict not in ("allow", "deny") or not by.startswith(PERSON):
            continue
        _, told, origin = by.removesuffix(")").partition("(asked in ")
        for target in _targets(entry):
            if target != ANY and (verdict == "deny" or target not in found):
                found[target] = Said(verdict == "allow", origin if told else str(document.meta.get("id")))
    return found


def asked_elsewhere(loop: Loop, targets: Sequence[str]) -> tuple[str, str] | None:
    """The question of another document of the run that waits for one of these hosts, and its id."""
    for document, entry in _network(loop):
        name = str(document.meta.get("id"))
        waits = entry.get("verdict") == "ask" and name != loop.id
        if waits and ANY not in targets and set(targets) & set(_targets(entry)):
            question = open_question(document)
            if question:
                return question, name
    return None


def _network(loop: Loop) -> Iterator[tuple[Document, Mapping[str, object]]]:
    """Each decision about hosts in the documents of the run; what cannot be read decides nothing."""
    for each in loop.host.workspace.of_run(parse_id(loop.id).run):
        try:
            document = loop.host.store.load(each)
        except PandoraError:
            continue
        entries = document.meta.get("decisions")
        for entry in entries.values() if isinstance(entries, Mapping) else ():
            if isinstance(entry, Mapping) and entry.get("effect") == "network":
                yield document, entry


def _targets(entry: Mapping[str, object]) -> list[str]:
    targets = entry.get("targets")
    return [str(each) for each in targets] if isinstance(targets, list) else []
