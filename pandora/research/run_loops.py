"""Which loop runs the root of a run: the engine's, the manager of a piece of research, or its plain answer."""

from __future__ import annotations

import functools

from pandora.document.meta_values import mapping
from pandora.document.root_kinds import RESEARCH
from pandora.document.state_document import Document
from pandora.engine.micro_loop import micro_loop
from pandora.engine.run import RunLoop


def loop_of(root: Document) -> RunLoop:
    """The loop that goes on with a run, by its root document."""
    if RESEARCH not in root.meta:
        return micro_loop
    kept = mapping(root.meta, RESEARCH)
    if kept.get("plain"):
        from pandora.research.plain_answer import answer_plainly

        return functools.partial(answer_plainly, documents=str(kept.get("documents") or "."))
    from pandora.research.manager import manager

    return manager(None)
