"""The plain answer: one call over the passages that retrieval finds, the baseline of research."""

from __future__ import annotations

import functools

from pandora.engine import prompt as prompts
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code, by_model
from pandora.engine.questions import Escalate
from pandora.engine.run import RunLoop
from pandora.engine.trust import distrust
from pandora.outcome import Outcome
from pandora.research.materials import phase_of
from pandora.research.opened_sources import opened_index
from pandora.research.roles import kind_of
from pandora.research.source_index import SourceIndex
from pandora.task import Task

PASSAGES = 8
"""The passages that the one call is shown, as far as its context goes."""


def plain(documents: str) -> RunLoop:
    """The loop of a new plain answer from the sources in the folder `documents`."""
    return functools.partial(answer_plainly, documents=documents)


def answer_plainly(task: Task, host: Host, documents: str) -> Outcome:
    """Answer a question in one call, and list the passages that it was shown."""
    loop = open_loop(task, host, kind_of("plain"))
    if loop.stored is None:
        loop.save(research={"documents": documents, "plain": True})
    with opened_index(host, documents) as index:
        index.refresh()
        index.sources()
        return run_phases(loop, functools.partial(_phases, index=index))


def _phases(loop: Loop, index: SourceIndex) -> str:
    passages = index.nearest(loop.task.text, PASSAGES)
    if not passages:
        raise Escalate(f"no sources: no document has a word of {loop.task.text!r}")
    distrust(loop, [passage.source.path for passage in passages])
    room = loop.task.budget.context - loop.host.count(loop.task.text) - 50
    shown: list[str] = []
    places: list[str] = []
    for passage in passages:
        text = f"{passage.source.title or passage.source.path} ({passage.place})\n{passage.shown}"
        room -= loop.host.count(text)
        if room < 0 and shown:
            break
        shown.append(text)
        places.append(str(passage.place))
    phase = phase_of(loop, "understand")
    by_code(loop, phase, phase.form, {"task": loop.task.text, "sources": "\n".join(places)})
    do = phase_of(loop, "do", needs=("answer",))
    parts = ["# SOURCES\n" + "\n\n".join(shown), prompts.part(1, f"Task: {loop.task.text}")]
    answer = str(by_model(loop, do, do.form, parts, {}).values["answer"])
    listed = "\n".join(f"- {place}" for place in places)
    return f"{answer}\n\nIt was shown these passages:\n{listed}"
