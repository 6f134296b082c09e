"""A model for tests whose replies follow from what it is asked: a subclass says which values a form gets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pandora.budget import Usage
from pandora.document.fill import Filled
from pandora.document.form import Form
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling


class AnsweringModel:
    """A `Model` that fills a form with what `values` gives."""

    name = fingerprint = "answering"
    context = 8192
    parameters: int | None = None

    def count(self, text: str) -> int:
        return len(re.findall(r"\w+|[^\w\s]", text))

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        """The values of a form's fields, and the probabilities of its choices."""
        raise NotImplementedError

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        values, chances = self.values(prompt, form, call)
        size = self.count(prompt.text)
        return Reply(Filled(values, chances), str(values), Usage(1, size, size, 10, 0.0))

    def close(self) -> None: ...
