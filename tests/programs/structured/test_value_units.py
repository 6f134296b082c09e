"""Quantities of a request in the unit in which a file counts."""

from __future__ import annotations

import pytest

from pandora.programs.structured.asked_values import are_just_asked, ungiven_number
from pandora.programs.structured.structured_edit import Setting
from pandora.programs.structured.value_units import as_the_file_counts, counted_numbers, in_numbers_of_file

PORTAL = b"""[session]
# all times in seconds!
timeout = 1800     # half an hour

[mail]
wait = 30  # raise it when the backup is running
"""


@pytest.mark.parametrize(
    ("path", "line", "given", "written"),
    [
        ("a.toml", b"# all times in seconds!\ntimeout = 1800  # half an hour", "45 minutes", "2700"),
        ("a.toml", b"timeout = 1800  # 30 minutes", "45 minutes", "2700"),
        ("a.toml", b"timeout = 30  # minutes", "2 hours", "120"),
        ("a.env", b"timeout_ms=500", "2 seconds", "2000"),
        ("a.json", b'{"timeoutSeconds": 90}', "5 minutes", "300"),
        ("a.yaml", b"timeout_hours: 1.5", "45 minutes", "0.75"),
        ("a.ini", b"[x]\n; in Sekunden\ntimeout = 60", "2 Minuten", "120"),
        ("a.toml", b"timeout = 1800", "45 minutes", "45"),
        ("a.yaml", b"days: 7  # they ask for two weeks", "14 days", "14"),
        ("a.toml", b"timeout = 60  # minutes, not seconds", "45 minutes", "45"),
        ("a.toml", b"timeout = 1  # hour", "45 minutes", "45"),  # no whole number of hours
        ("a.toml", b"timeout = 30  # minutes", "45 minutes", "45"),
    ],
)
def test_a_quantity_is_written_as_the_file_counts_it(path: str, line: bytes, given: str, written: str) -> None:
    numbers = counted_numbers(path, line)
    key = next(iter(numbers), "timeout")
    number = given.split()[0]
    (setting,), done = as_the_file_counts([Setting(key, number)], f"Let it be {given}.", numbers)
    assert setting.value == written
    assert bool(done) is (written != number)


def test_a_right_number_that_the_request_does_not_write_is_asked_for() -> None:
    asked = "Let the session have a timeout of 45 minutes."
    after = PORTAL.replace(b"1800", b"2700")
    assert are_just_asked("a.toml", PORTAL, after, asked)
    assert ungiven_number("a.toml", PORTAL, after, asked) == ""
    assert not are_just_asked("a.toml", PORTAL, PORTAL.replace(b"1800", b"2600"), asked)
    assert ungiven_number("a.toml", PORTAL, PORTAL.replace(b"30 ", b"2700 "), asked) == "2700"


def test_only_quantities_that_a_key_got_are_numbers_of_the_file() -> None:
    numbers = counted_numbers("a.toml", PORTAL)
    asked = "45 minutes for the session, 20 minutes for the mail."
    assert list(numbers) == ["session.timeout"]
    assert in_numbers_of_file(asked, numbers, {"session.timeout": "2700"}) == asked.replace(
        "45 minutes", "2700"
    )
    assert in_numbers_of_file(asked, numbers, {"mail.wait": "20"}) == asked
