"""A model around another one: all is passed on, and a subclass changes what `fill` does."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.document.form import Form
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling


class WrappedModel:
    """A `Model` with the name, context, fingerprint and parameters of `inner`, which it asks."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner
        self.name, self.context = inner.name, inner.context
        self.fingerprint, self.parameters = inner.fingerprint, inner.parameters

    def count(self, text: str) -> int:
        """Return the inner model's token count of `text`."""
        return self._inner.count(text)

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Fill the form as the inner model does; raises what that raises."""
        return self._inner.fill(prompt, form, call=call, sampling=sampling, opening=opening)

    def close(self) -> None:
        """Do nothing: the inner model belongs to who opened it."""
