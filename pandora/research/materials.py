"""What all roles of a piece of research share: the sources, the knowledge base, the field of the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.errors import DocumentError, Problem
from pandora.research.knowledge_base import KnowledgeBase
from pandora.research.source_index import SourceIndex


@dataclass(frozen=True)
class Materials:
    """The sources and the knowledge of a piece of research; `field` is the field of knowledge that it is in."""

    index: SourceIndex
    knowledge: KnowledgeBase
    field: str = ""

    @staticmethod
    def of(host: Host, index: SourceIndex) -> Materials:
        """The materials of a host's workspace with these sources."""
        return Materials(index, KnowledgeBase(host.workspace))


def phase_of(loop: Loop, name: str, field: str = "", needs: Sequence[str] = (), kind: str = "") -> Phase:
    """A phase of the loop's role, whose instructions name the field of knowledge where they say `{field}`.

    `kind` names another pattern than the loop's, whose wording it borrows. Raises DocumentError where the form
    lacks a field that code `needs`: of a pattern that a person changed, or that an earlier version wrote.
    """
    pattern = loop.host.library.load("tool", kind) if kind else loop.pattern
    phase = loop.host.library.phase(pattern, name)
    lacking = [key for key in needs if key not in phase.form]
    if lacking:
        part = pattern.file.parts.get(name.upper())
        message = f"the form of {name.upper()} has no field '{lacking[0].capitalize()}:'"
        remedy = "add it, or take the file as Pandora ships it"
        raise DocumentError(Problem(pattern.path, part.line if part else 1, message, remedy))
    return replace(phase, text=phase.text.replace("{field}", field or "the field of the question"))
