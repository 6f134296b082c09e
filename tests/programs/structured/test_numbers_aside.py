from __future__ import annotations

import time

import pytest

from pandora.programs.structured.asked_values import unset_values
from pandora.programs.structured.numbers_aside import numbers_aside

BEFORE = 'timeout = 30\nretries = 3\nmaxUsers = 100\ntimezone = "UTC"\nimage = "tea:2.4"\n'
LONGER = BEFORE.replace("30", "45")


@pytest.mark.parametrize(
    ("request_text", "after", "aside"),
    [
        ("We are 60 employees now, so set timeout to 45", LONGER, {"60"}),
        ("Wir sind jetzt 14 Leute im Verein. Stell die Wartezeit auf 45", LONGER, {"14"}),
        ("raise max_users to 250, since 120 people signed up", BEFORE.replace("100", "250"), {"120"}),
        (
            "set the timezone to Europe/Berlin, there are 25 of us",
            BEFORE.replace("UTC", "Europe/Berlin"),
            {"25"},
        ),
        ("set timeout to 45 and retries to 12", LONGER, set()),
        ("Stell die Wartezeit auf 45 und die Versuche auf 12", LONGER, set()),
        ("Versuche: 12, Wartezeit: 45", LONGER, set()),
        ("timeout to 45, and 250 users are allowed", LONGER, set()),
        ("timeout to 45, tea 2.4 -> 2.6", LONGER, set()),
        ("We are 60 employees now, so set timeout to 45", BEFORE, set()),
        ("", BEFORE, set()),
    ],
)
def test_a_number_that_nothing_ties_to_the_file_is_none_of_its_values(
    request_text: str, after: str, aside: set[str]
) -> None:
    assert numbers_aside(request_text, BEFORE, after) == aside
    assert aside.isdisjoint(unset_values(request_text, BEFORE, after))


def test_a_long_request_is_read_in_a_moment() -> None:
    began = time.monotonic()
    numbers_aside("a 12 b " * 3000 + "to 45", BEFORE * 500, LONGER * 500)
    assert time.monotonic() - began < 10
