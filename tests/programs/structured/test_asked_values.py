"""What a request gives for a structured file, held to what differs in it."""

from __future__ import annotations

import pytest

from pandora.programs.file_difference import changed_beside
from pandora.programs.structured.asked_values import are_just_asked, unset_values

SCREENS = (
    b'[{"place": "entrance", "off": "18:00", "level": 80}, {"place": "lobby", "off": "18:00", "level": 80},'
    b' {"place": "cafe", "off": "18:00", "level": 70}]'
)
BEFORE = b'{"quiet": true, "screens": ' + SCREENS + b"}"
LOBBY = BEFORE.replace(b'lobby", "off": "18:00", "level": 80', b'lobby", "off": "20:30", "level": 60')
ENTRANCE = BEFORE.replace(b'entrance", "off": "18:00", "level": 80', b'entrance", "off": "20:30", "level": 60')
REQUEST = "Put the level of the screen in the lobby down to 60 and let it switch off at 20:30."


@pytest.mark.parametrize(
    ("after", "request_text", "asked"),
    [
        (LOBBY, REQUEST, True),
        (LOBBY.replace(b"60", b"65"), REQUEST, False),  # the task gives no 65
        (LOBBY.replace(b"60", b"80"), REQUEST, False),  # its 60 arrived nowhere
        (LOBBY.replace(b"70", b"60"), REQUEST, True),
        (BEFORE.replace(b"true", b"false"), "It need not be quiet.", True),
        (BEFORE.replace(b"true", b"false"), "It may make noise.", False),
        (BEFORE.replace(b"lobby", b"hall"), "Call it hall.", False),
        (BEFORE, REQUEST, False),
    ],
)
def test_values_are_just_those_that_the_task_gives(after: bytes, request_text: str, asked: bool) -> None:
    assert are_just_asked("kiosk.json", BEFORE, after, request_text) is asked


@pytest.mark.parametrize(
    ("after", "request_text", "beside"),
    [
        (LOBBY, REQUEST, []),
        (LOBBY.replace(b'cafe", "off": "18:00"', b'cafe", "off": "20:30"'), REQUEST, ["screens.2"]),
        (LOBBY.replace(b"70", b"75"), f"{REQUEST} The cafe's level goes to 75.", []),
        (ENTRANCE, REQUEST, ["screens.0"]),
        (LOBBY.replace(b'entrance", "off": "18:00', b'entrance", "off": "20:30'), REQUEST, ["screens.0"]),
        (ENTRANCE, "Put the first screen down to 60 and let it switch off at 20:30.", []),
    ],
)
def test_an_entry_of_a_list_is_beside_the_one_that_the_task_names(
    after: bytes, request_text: str, beside: list[str]
) -> None:
    assert changed_beside("kiosk.json", BEFORE, after, request_text) == beside


PRICES = (
    b'{"members": {"black": 0.05, "colour": 0.25}, "guests": {"black": 0.1, "colour": 0.35, "note": "new"}}'
)
COPIES = "Guests pay 0.40 for a colour copy from now on, members do not."


@pytest.mark.parametrize(
    ("after", "request_text", "beside"),
    [
        (PRICES.replace(b"0.35", b"0.40"), COPIES, []),
        (PRICES.replace(b"0.1,", b"0.40,"), COPIES, ["guests.black (the task names colour)"]),
        (PRICES.replace(b"0.1,", b"0.40,"), "Guests pay 0.40 for a black copy, colour stays.", []),
        (PRICES.replace(b"0.1,", b"0.40,"), "Setz den Preis auf 0,40.", []),
        (PRICES.replace(b"0.1,", b"0.40,"), "Take note: it is 0.40 for guests.", []),
    ],
)
def test_a_key_that_stands_beside_the_one_that_the_task_names_is_another(
    after: bytes, request_text: str, beside: list[str]
) -> None:
    assert changed_beside("prices.json", PRICES, after, request_text) == beside


def test_what_a_file_has_with_escapes_is_set() -> None:
    assert unset_values('Set dir to "C:\\b"', "", '{"dir": "C:\\\\b"}') == []
    assert unset_values('Set title to "Größe"', "", '{"title": "Gr\\u00f6\\u00dfe"}') == []


@pytest.mark.parametrize(
    ("request_text", "after", "left"),
    [
        (
            "the lamp off at half past eight in the evening, not at ten in the evening",
            'off = "16:30"',
            ["20:30"],
        ),
        ("the lamp off at half past eight in the evening, not at ten in the evening", 'off = "20:30"', []),
        ("the lamp off at half past eight", 'off = "21:00"', ["08:30 or 20:30"]),
        ("the lamp off at half past eight", 'off = "8:30"', []),
        ("the lamp off at eight in the evening", "off_hour = 20", []),
        ("the lamp off at half past eight in the evening", "off = 20.5", []),
    ],
)
def test_a_time_that_is_said_in_words_is_to_be_set(request_text: str, after: str, left: list[str]) -> None:
    assert unset_values(request_text, 'off = "22:00"', after) == left
