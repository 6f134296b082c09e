from __future__ import annotations

from collections.abc import Mapping

import pytest

from pandora.budget import Ledger
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel
from pandora.sessions.session_runs import start
from tests.sessions.sittings import Sitting, leaf, simple


class Listener(WrappedModel):
    """Keeps what leaves are asked."""

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        if call.level == "operation":
            self.heard = prompt.user
        return super().fill(prompt, form, call=call, sampling=sampling, opening=opening)


@pytest.mark.parametrize("text", ["a plum", ""])
def test_the_question_of_a_leaf_stands_behind_its_text(sitting: Sitting, text: str) -> None:
    """Sessions 10: before the text, a small model says no to nearly everything."""
    code = f"kind = lm('Is it a fruit?', {text!r}, choices=['yes', 'no'])\nFINAL(kind)"
    model = Listener(sitting.model([*simple(code), leaf("yes")]))
    report = start(
        "Which?", Host(sitting.workspace, model, Ledger(sitting.budget)), sitting.budget, run="abc234"
    )
    assert report.entry["value"] == "yes"
    asked = model.heard.index("Question: Is it a fruit?")
    assert model.heard.count("Is it a fruit?") == 1
    assert (model.heard.find("a plum") < asked) if text else ("Text:" not in model.heard)
    assert model.heard.index("Answer: <yes | no>") > asked
