"""A contradiction of the sources becomes a question, and what resolves it names a quote for each side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.questions.harvest import harvest
from tests.questions.thinker import Thinker, Thinking, usual

BILL = "“The bill says that the hall burnt 3,400 litres of oil.” [notes/bill.md:1]"
CHAIR = "“The chair said that the hall burnt 2,100 litres of oil.” [notes/chair.md:1]"
LOOK = "“The chair did not look at the bill.” [notes/chair.md:2]"


def thought(thinking: Thinking, reason: str = "none", denied: float = 0.0) -> dict[str, Any]:
    """The harvest of a graph over two notes that disagree; `reason` is what the model copies."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if "holds" in form:
            first = prompt.user.index("3,400 litres") < prompt.user.index("2,100 litres")
            return {"reason": reason, "holds": "the first" if first else "the second"}
        if call.phase == "check" and denied:
            return {field.key: "no" if "same" in field.key else "yes" for field in form.asked}
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    thinking.notes(
        bill="The bill says that the hall burnt 3,400 litres of oil.",
        chair="The chair said that the hall burnt 2,100 litres of oil.\nThe chair did not look at the bill.",
    )
    thinking.begin(sources=["notes"], question="Is the boiler too large?").sit(1)
    return harvest(thinking.graph)


def test_a_contradiction_is_asked_about_and_stays_open_without_a_reason(thinking: Thinking) -> None:
    """Thinking 4: it is found by code, asked about, and open as long as no source settles it."""
    result = thought(thinking)
    (tension,) = [finding for finding in result["findings"] if finding["type"] == "tension"]
    assert tension["status"] == "UNRESOLVED"
    assert BILL in tension["description"]
    assert CHAIR in tension["description"]
    assert (result["contradiction_count"], result["unresolved_contradiction_count"]) == (1, 1)
    assert "Settle first which of the statements under Open Tensions hold." in result["summary"]


def test_one_side_itself_is_no_reason(thinking: Thinking) -> None:
    """Thinking 4: what resolves a contradiction is a third statement, not one of the two."""
    assert thought(thinking, "the hall burnt 3,400 litres of oil")["unresolved_contradiction_count"] == 1


def test_a_reason_from_the_sources_settles_it_with_a_quote_for_each_side(thinking: Thinking) -> None:
    """Thinking 4: the resolution names both sides and the reason, each word for word with its place."""
    result = thought(thinking, "The chair did not look at the bill")
    (tension,) = [finding for finding in result["findings"] if finding["type"] == "tension"]
    assert tension["status"] == "RESOLVED"
    assert tension["resolution"] == f"{BILL} holds, and not {CHAIR}, since {LOOK}."


def test_a_pair_that_the_model_is_sure_to_be_none_is_left(thinking: Thinking) -> None:
    """Thinking 4: sought by code first, then asked."""
    assert thought(thinking, denied=1.0)["contradiction_count"] == 0
    assert "Same thing 1: no" in thinking.body(4)


def test_a_reason_that_shares_only_a_month_settles_nothing(thinking: Thinking) -> None:
    """A fault that was mended: a temperature `in April` settled whether a vent was open `in April`."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if "holds" in form:
            return {"reason": "The logger showed 2 degrees in April", "holds": "the first"}
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    thinking.notes(
        camera="On 8 April at 21:40 the roof vent stands open.",
        rule="The rule is that the roof vent is closed at 20:00 in April.",
        logger="The logger showed 2 degrees in April.",
    )
    thinking.begin(sources=["notes"], question="Why did the seedlings die?").sit(1)
    result = harvest(thinking.graph)
    assert (result["contradiction_count"], result["unresolved_contradiction_count"]) == (1, 1)
