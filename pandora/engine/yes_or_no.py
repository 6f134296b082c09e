"""One question that the model answers with yes or no, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import replace

from pandora.document.form import Field, Form, Slot
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import call_model, make_prompt

_NO, _YES = "no", "yes"
_ANSWER = Field("Answer", Slot("choice", "answer", (_NO, _YES)))
_LEAST = 1e-4
"""The least probability that log odds tell apart."""


def chance_of_yes(loop: Loop, question: str, part: str, phase_name: str = "do") -> float:
    """Return the probability that the answer to a question about `part` of a prompt is yes, from the logits.

    The question stands alone behind it: below the heading of a phase, and with the form beside it, the default
    model tells right answers from wrong ones much less surely. `phase_name` is the phase that asks.
    """
    form = Form((_ANSWER,))
    phase = Phase(phase_name, "model", question, form, ())
    prompt = replace(make_prompt(loop, phase, form, [part]), instruction=question)
    filled = call_model(loop, phase, form, prompt).filled
    chance = filled.probabilities.get(_ANSWER.key, 1.0)
    return chance if filled.values.get(_ANSWER.key) == _YES else 1 - chance


def log_odds(chance: float) -> float:
    """Return the natural logarithm of how many times likelier a yes is than a no."""
    return math.log(max(chance, _LEAST) / max(1 - chance, _LEAST))
