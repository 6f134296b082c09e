"""Whether a table is to hold what texts say, or what is worked out of them: the model is asked."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.yes_or_no.log_odds import log_odds_of, shows_probabilities

QUESTIONS = (
    "Is each value of the table to be copied out of one of the texts?",
    "Must the values of the table be counted or computed?",
)
"""The questions of which the log odds of a yes to the first, less those of the second, tell them apart."""
LEAST_COPIED = -0.45
"""The least difference of a table whose values are copied.

Of twelve requests in three languages the six for facts out of texts had -0.4 to 0.8, five for what is counted
in them -1.4 to -0.8. One for all addresses in some mails, which are both, had -0.3.
"""


def with_copying_told_apart(loop: Loop, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
    """Return a menu of what reads facts out of texts alone, or of all else, by what the request wants.

    A small model takes a program for both, which then looks for words that some of the texts have not. The
    menu stays where the model shows no probabilities, or a person wrote §1 or §2.
    """
    copying = {name: pattern for name, pattern in menu.items() if pattern.keys.get("lists")}
    others = {name: pattern for name, pattern in menu.items() if name not in copying}
    human = loop.record(1).human or loop.record(2).human
    if not copying or not others or human or not shows_probabilities(loop):
        return dict(menu)
    return copying if _wants_copies(loop) else others


def _wants_copies(loop: Loop) -> bool:
    """Ask whether the values of a table are to be copied out of texts; the answer is kept."""
    request = loop.work.request
    kept = str(kept_of_step(loop, request).get("wants_copies", ""))
    if kept not in ("yes", "no"):
        first, second = (log_odds_of(loop, question, f"Task: {request}") or 0.0 for question in QUESTIONS)
        kept = "yes" if first - second >= LEAST_COPIED else "no"
        keep_of_step(loop, request, wants_copies=kept)
    return kept == "yes"
