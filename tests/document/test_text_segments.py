"""Where a text is cut into sentences, and which of its line ends only a margin made."""

from __future__ import annotations

import pytest

from pandora.document.text_segments import segments

WRAPPED = """The maintainer of a package must ask for a user id from
the maintainer of base-passwd before it is used. A second
sentence ends here.

- one item of a list that is about as wide as the text is
- another item of that list, which stays one by itself too

Name: Laos
People: 7900000
"""


def test_lines_that_were_broken_to_a_width_are_one_sentence() -> None:
    found = [" ".join(segment.text.split()) for segment in segments(WRAPPED)]
    assert found[0].endswith("from the maintainer of base-passwd before it is used.")
    assert found[1] == "A second sentence ends here."
    assert found[2].startswith("- one item")
    assert found[3].startswith("- another item")
    assert found[4:] == ["Name: Laos", "People: 7900000"]
    assert all(WRAPPED.startswith(segment.text, segment.start) for segment in segments(WRAPPED))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- The pump costs\n  about 21 euros. It is due.", ["- The pump costs about 21 euros.", "It is due."]),
        ("It stood; it ran.\nname: pump\nprice: 3", ["It stood; it ran.", "name: pump", "price: 3"]),
        ("1. Lift in house B\n2. Rents. They rise.", ["1. Lift in house B", "2. Rents.", "They rise."]),
        ("It was in 2024. Then it rained.", ["It was in 2024.", "Then it rained."]),
    ],
)
def test_a_line_that_begins_with_a_small_letter_goes_on(text: str, expected: list[str]) -> None:
    assert [" ".join(segment.text.split()) for segment in segments(text)] == expected


def test_the_lines_of_a_log_are_no_sentence_together() -> None:
    """A fault that was mended: research read two entries of a log as one sentence."""
    lines = [
        "2026-05-01 00:00:03 ERROR certificate of the mail gateway has run out, sending stopped",
        "2026-05-01 06:00:00 queue: 412 invoices waiting",
    ]
    assert [segment.text for segment in segments("\n".join(lines))] == lines
