"""What may be done only once: said on disk before it is done, and asked about where its end is unknown."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.document.fill import one_line
from pandora.document.state_document import digest
from pandora.engine.candidates import Intent
from pandora.engine.loop import Loop
from pandora.engine.questions import ask, pairs
from pandora.engine.stops import Ask
from pandora.workspace.room import Result

_AGAIN = ("again", "run it again", "run again", "yes", "y")
_RAN = ("it ran", "ran", "it has run", "done", "it did")
SKIPPED = 1


def only_once(loop: Loop) -> bool:
    """True where the pattern's effects reach beyond the copy it runs on, and it does not say `repeat: true`."""
    keys = loop.pattern.keys
    return keys.get("effects") in ("system", "network") and not keys.get("repeat")


def intended(loop: Loop, arguments: Mapping[str, str], before: Intent | None) -> Intent:
    """The intent to carry out exactly these arguments, once more than `before` says."""
    what = digest(loop.pattern.name, *(part for item in sorted(arguments.items()) for part in item))
    return Intent(what, before.times + 1 if before and before.what == what else 1)


def settled_by_person(loop: Loop, arguments: Mapping[str, str], intent: Intent) -> Result | None:
    """What a person says of an action that may have run: its result, or None to run it again.

    Raises Ask until they have said it. Each time that it was begun is another question.
    """
    said = one_line(next(iter(arguments.values()), ""))
    times = "once" if intent.times == 1 else f"{intent.times} times"
    question = one_line(
        f"MAY HAVE RUN: {loop.pattern.name} {said!r} was begun {times} and its end is unknown. "
        "Run it again, take it as run, or skip it? (again / it ran / skip)"
    )
    for asked, answer in pairs(loop.document.body(3)):
        if asked == question:
            if not answer:
                raise Ask(question, loop.id)
            told = answer.lower().strip(" .!'\"")
            if told in _AGAIN:
                return None
            if told in _RAN:
                return Result(True, "its output is unknown; a person says that it ran")
            return Result(False, f"it may have run, and is not run again: a person said {answer!r}", SKIPPED)
    raise ask(loop, 3, question)
