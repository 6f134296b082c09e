"""The earlier attempts of a loop as its History has them: what each called, and the lesson from it."""

from __future__ import annotations

import re

from pandora.engine.loop import Loop
from pandora.errors import PandoraError
from pandora.programs.help_kinds import LEARNED

LESSON = 240
"""The most characters of the lesson from one attempt."""
PASSED_UP = re.compile(r"step \d+ \((\w+)\) \w+: ")
"""What a reason that a child's loop hands up begins with: the step, what it called, and how it ended."""


def history_of(loop: Loop) -> str:
    """The earlier attempts as the document has them; "" where there are none."""
    if loop.document.history is None:
        return ""
    return loop.document.text[loop.document.history :].replace("\r\n", "\n")


def history_above(loop: Loop) -> str:
    """The earlier attempts of the loop above; "" where there are none, or its document cannot be read."""
    if not loop.task.parent:
        return ""
    try:
        above = loop.host.store.load(loop.task.parent)
    except PandoraError:
        return ""
    return "" if above.history is None else above.text[above.history :]


def innermost(reason: str) -> str:
    """A reason without the step of each level through which it came, if it came through one step at each."""
    parts = PASSED_UP.split(reason)
    return parts[-1] if len(parts) > 1 and not any(parts[:-1:2]) else reason


def lessons_of_attempts(loop: Loop) -> list[str]:
    """Return a prompt part with the lessons of the last attempts in History, a line for each; [] if none."""
    # The same lesson is the same question in every run.
    history = history_of(loop).replace(f"-{loop.task.run}-", "-")
    lessons = [_lesson(attempt) for attempt in re.split(r"^### Attempt \d+$", history, flags=re.M)[1:]]
    lines = list(dict.fromkeys(lesson for lesson in lessons if lesson))[-3:]
    lesson_list = "\n".join(f"- {line}" for line in lines)
    return [f"{LEARNED}\nEarlier attempts did not pass:\n{lesson_list}"] if lines else []


def _lesson(attempt: str) -> str:
    """Return what an attempt called and the issue with its result; "" if there was no issue."""
    steps = re.findall(r"^- Step \d+: (\w+) → *(.*)$", attempt, re.M)
    issues = re.search(r"^Issues: *(\S.*)$", attempt, re.M)
    issue = PASSED_UP.sub("", issues[1]) if issues else "; ".join(result for _, result in steps)
    called = ", ".join(dict.fromkeys(name for name, _ in steps))
    return f"{called}: {issue}"[:LESSON].strip(": ") if issue else ""


def calls_of_attempts(loop: Loop) -> list[str]:
    """The names of what the steps of the earlier attempts called, first to last."""
    return re.findall(r"^- Step \d+: (\w+) →", history_of(loop), re.M)
