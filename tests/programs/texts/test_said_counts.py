"""A number of the request before the things that it counts."""

from __future__ import annotations

import pytest

from pandora.programs.texts.said_counts import with_counts


@pytest.mark.parametrize(
    ("text", "request_", "missing", "mended"),
    [
        (
            "Thank you for the gift of laptops. The laptops are in use.",
            "thank him for the 12 laptops",
            ["12"],
            "Thank you for the gift of 12 laptops. The laptops are in use.",
        ),
        ("Danke für die Stühle.", "Wir haben 40 Stühle bekommen", ["40"], "Danke für die 40 Stühle."),
        ("Merci pour les 3 chaises.", "40 chaises", ["40"], "Merci pour les 3 chaises."),
        ("Thank you for the computers.", "12 laptops", ["12"], "Thank you for the computers."),
        ("The laptop-bags came.", "12 bags", ["12"], "The laptop-bags came."),
        ("We meet in June.", "the party is on 20 June", ["20"], "We meet in June."),
    ],
)
def test_a_number_is_put_before_what_it_counts(
    text: str, request_: str, missing: list[str], mended: str
) -> None:
    assert with_counts(text, request_, missing) == mended
