"""How long something lasts, held to what texts say."""

from __future__ import annotations

import pytest

from pandora.programs.texts.spans_of_time import strange_spans

LEASE = "The lease runs for twelve months and can be ended with two months' notice, at work within 14 days."


@pytest.mark.parametrize(
    ("answer", "strange"),
    [
        ("It runs for twelve months.", []),
        ("It runs for 1 year.", []),
        ("Within two weeks.", []),
        ("It runs for twelve years.", ["12 years"]),
        ("With three months' notice.", ["3 months"]),
        ("Within 14 weeks, in writing.", ["14 weeks"]),
        ("On 14 March.", []),
    ],
)
def test_a_span_stands_in_a_text_in_whatever_unit(answer: str, strange: list[str]) -> None:
    assert strange_spans(answer, [LEASE]) == strange
    assert strange_spans(answer, ["Bring a pen."]) == []


def test_in_other_languages_too() -> None:
    text = "Die Garantie gilt vierundzwanzig Monate ab dem Tag, an dem Sie das Gerät bei uns gekauft haben."
    assert strange_spans("Die Garantie gilt 24 Monate.", [text]) == []
    assert strange_spans("Zwei Jahre, also 2 Jahre.", [text]) == []
    assert strange_spans("Die Garantie gilt 24 Wochen.", [text]) == ["24 Wochen"]


def test_a_span_may_go_on_in_the_next_line() -> None:
    assert (
        strange_spans("It goes on for six months.", ["It goes on for another six\nmonths, or 8 weeks."]) == []
    )
