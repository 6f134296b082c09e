"""A stand-in for a model, for runs in which code does every phase."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.document.form import Form
from pandora.errors import ModelError
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling


class UnaskedModel:
    """A model that is never asked: it counts words, and documents record no name of it."""

    name = ""
    context = 1 << 15
    fingerprint = ""
    parameters: int | None = None

    def count(self, text: str) -> int:
        """The number of words of `text`, a lower bound of its tokens."""
        return len(text.split())

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Raise ModelError: no phase of such a run asks a model."""
        raise ModelError(f"no model was opened for this run, and {call.document} asks one; give --model NAME")

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
