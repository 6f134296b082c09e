"""What all roles of a piece of research share: the sources, the knowledge base, the field of the question."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
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


def phase_of(loop: Loop, name: str, field: str = "") -> Phase:
    """A phase of the loop's role, whose instructions name the field of knowledge where they say `{field}`."""
    phase = loop.host.library.phase(loop.pattern, name)
    return replace(phase, text=phase.text.replace("{field}", field or "the field of the question"))
