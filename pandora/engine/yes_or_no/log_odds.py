"""One question that the model answers with yes or no, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from pandora.document.form import Field, Form, Slot
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import ask_beside, make_prompt
from pandora.models.protocol import Prompt

_NO, _YES = "no", "yes"
_ANSWER = Field("Answer", Slot("choice", "answer", (_NO, _YES)))
_LEAST = 1e-4
"""The least probability that log odds tell apart."""


def chance_of_yes(loop: Loop, question: str, part: str) -> float:
    """Return the probability that the answer to a question about `part` of a prompt is yes, from the logits.

    The question stands alone behind it: below the heading of a phase, and with the form beside it, the default
    model tells right answers from wrong ones much less surely.
    """
    said, chance = _asked(loop, "do", question, lambda prompt: replace(prompt, instruction=question), part)
    if chance is None:
        chance = 1.0
    return chance if said == _YES else 1 - chance


def log_odds_of(
    loop: Loop, question: str, text: str, with_base: bool = False, phase_name: str = "do"
) -> float | None:
    """Return the log odds that the answer to a question about `text` is yes, asked without anything else.

    There is no message of the system but `with_base`, which some questions tell more with. How likely a yes is
    by itself goes by the words of the question; what tells something is how much likelier it is for one of
    several values than for another. A question that ends with `yes or no?` is asked as it is. `phase_name` is
    the phase that asks. None where the model shows no probabilities.
    """
    choice = f"{_YES} or {_NO}"
    instruction = question if question.endswith(f"{choice}?") else f"{question}\n\nAnswer: {choice}"

    def alone(prompt: Prompt) -> Prompt:
        base = prompt.base if with_base else ""
        return replace(prompt, base=base, parts=(text,), instruction=instruction)

    said, chance = _asked(loop, phase_name, instruction, alone, text)
    if chance is None:
        return None
    return log_odds(chance if said == _YES else 1 - chance)


def _asked(
    loop: Loop, phase_name: str, question: str, alone: Callable[[Prompt], Prompt], part: str
) -> tuple[str, float | None]:
    """The answer and its probability, None where the model shows none.

    What was asked in this process with the same prompt is not asked again.
    """
    form = Form((_ANSWER,))
    phase = Phase(phase_name, "model", question, form, ())
    return ask_beside(loop, phase, _ANSWER, alone(make_prompt(loop, phase, form, [part])))


def shows_probabilities(loop: Loop) -> bool:
    """True where the model showed how likely the kind of task is that it chose in UNDERSTAND."""
    form = loop.host.library.phase(loop.pattern, "understand").form
    return "kind" in loop.values("understand", form).probabilities


def log_odds(chance: float) -> float:
    """Return the natural logarithm of how many times likelier a yes is than a no."""
    return math.log(max(chance, _LEAST) / max(1 - chance, _LEAST))
