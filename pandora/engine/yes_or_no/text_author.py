"""Whether a text is written by who its request says, or another whom it names: the model is asked of each."""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import chance_of_yes, log_odds
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.texts.written_texts import names_behind

AUTHOR = "author"
"""The name of the rule in a pattern's `evidence`."""
MOST_BEHIND = 0.5
"""Another name is meant where the log odds that the text is signed by it are by more than this above.

Of ten requests for a text in four languages that name somebody beside who writes it, the model put who writes
it first in each.
"""


def other_author(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a text that is written by another than its request says; [] without a doubt.

    A request mostly says last who writes the text: only names behind the one that was filled in are asked of.
    """
    author, request = (attempt.argument("author") or "").strip(), loop.work.request
    if AUTHOR not in loop.work.rules or not author or not attempt.result.ok:
        return []
    others = names_behind(author, request)
    if not others:
        return []
    chances = {name: _chance(loop, name) for name in (author, *others)}
    likeliest = max(chances, key=lambda name: chances[name])
    if log_odds(chances[likeliest]) - log_odds(chances[author]) <= MOST_BEHIND:
        return [Verdict(AUTHOR, "held", f"{author} before {', '.join(others)} as who writes it")]
    told = f"{author} does not write it; the task says that {likeliest} does, for its reader"
    return [Verdict(AUTHOR, "violated", told)]


def _chance(loop: Loop, name: str) -> float:
    question = f"Is the text signed by this name: {name}\n\nAnswer: yes or no"
    return chance_of_yes(loop, question, f"Somebody asks for a text:\n{loop.work.request}")
