from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pandora.document.body import as_text, parse, render, show
from pandora.document.form import Form, Value, parse_form

FORM = parse_form(
    "Task: {given}\nApproach: {line}\nConfidence: {high | medium | low}\nSteps: {1..6 of}\n  {menu}: {line}\n"
    "Code: {code python}\nDone when: {line}"
).bind(menu=("python", "read"))

words = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp", "Zs"), blacklist_characters="\x85"), min_size=1
)
lines = st.lists(words, min_size=1, max_size=6).map(" ".join).filter(lambda text: text.strip() == text != "")
codes = st.lists(st.one_of(lines, st.just(""), st.just("```"), st.just("## §3 DO"), st.just("    x = 1"))).map(
    "\n".join
)


@st.composite
def filled(draw: st.DrawFn) -> dict[str, Value]:
    steps = draw(
        st.lists(
            st.fixed_dictionaries({"menu": st.sampled_from(["python", "read"]), "line": lines}),
            min_size=1,
            max_size=6,
        )
    )
    return {
        "task": "\n".join(draw(st.lists(lines, min_size=1, max_size=3))),
        "approach": draw(lines),
        "confidence": draw(st.sampled_from(["high", "medium", "low"])),
        "steps": steps,
        "code": draw(codes).strip("\n"),
        "done when": draw(lines),
    }


@given(filled())
def test_what_is_rendered_is_read_back(values: dict[str, Value]) -> None:
    body = render(FORM, values, {"confidence": 0.83, "steps.1.menu": 0.5})
    parsed = parse(FORM, body)
    assert parsed.problems == []
    assert parsed.values == values
    assert parsed.probabilities == {"confidence": 0.83, "steps.1.menu": 0.5}


@given(filled())
def test_rendering_twice_gives_the_same_text(values: dict[str, Value]) -> None:
    body = render(FORM, values)
    assert render(FORM, parse(FORM, body).values) == body


def test_a_persons_slips_are_told_with_their_lines() -> None:
    body = (
        "Approach: read it\nConfidence: sure\nSteps:\n1. fetch: the page\n2. no colon here\n"
        "Code:\n```python\nx\n```\n"
    )
    told = parse(FORM, body).problems
    assert (2, "'sure' is none of high, medium, low") in told
    assert (4, "'fetch' is none of python, read") in told
    assert any(line == 5 and "is not of the form" in message for line, message in told)
    assert any("'Done when:' is missing" in message for _, message in told)


def test_a_label_inside_code_is_code() -> None:
    form: Form = parse_form("Code: {code python}\nNote: {line}")
    parsed = parse(form, "Code:\n```python\nNote: not me\n```\nNote: me\n")
    assert parsed.values == {"code": "Note: not me", "note": "me"}


def test_the_model_sees_only_what_it_is_asked() -> None:
    shown = show(FORM)
    assert "Task" not in shown
    assert "1. <python | read>: <one line>" in shown
    assert "Confidence: <high | medium | low>" in shown


def test_bold_labels_and_loose_choices_are_understood() -> None:
    form = parse_form("Decision: {accept | retry}")
    assert parse(form, "**Decision:** Accept.").values == {"decision": "accept"}


def test_the_items_of_a_list_stand_as_lines_of_text_too() -> None:
    form = parse_form("Changes: {1..3 of}\n  {key} = {line}")
    items = [{"key": "a.b", "line": "1"}, {"key": "c", "line": "x = y"}]
    text = as_text(form["changes"], items)
    assert text == "a.b = 1\nc = x = y"
    body = render(form, {"changes": text})
    assert body == render(form, {"changes": items})
    assert parse(form, body).values["changes"] == items
