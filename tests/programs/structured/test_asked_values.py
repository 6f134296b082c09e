"""What a request gives for a structured file, held to what differs in it."""

from __future__ import annotations

import pytest

from pandora.programs.file_difference import changed_beside
from pandora.programs.structured.asked_values import (
    are_just_asked,
    unasked_entry,
    unasked_key,
    unset_values,
)
from pandora.programs.structured.structured_edit import Setting

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
        (LOBBY.replace(b"70", b"60"), REQUEST, False),  # another screen, too
        (BEFORE.replace(b"true", b"false"), "It need not be quiet.", True),
        (BEFORE.replace(b"true", b"false"), "It may make noise.", False),
        (BEFORE.replace(b"lobby", b"hall"), "Call it hall.", False),
        (BEFORE, REQUEST, False),
        (LOBBY.replace(b": 60", b': "60"'), REQUEST, False),  # a text for a number
        (LOBBY[:-1] + b', "level": 60}', REQUEST, False),  # a second key with the value
        (ENTRANCE, REQUEST, False),  # the task names another screen
    ],
)
def test_values_are_just_those_that_the_task_gives(after: bytes, request_text: str, asked: bool) -> None:
    assert are_just_asked("kiosk.json", BEFORE, after, request_text) is asked


SERVER = b"# the shop\n[web]\nport = 80  # as of May\ntimeout = 10\n"


@pytest.mark.parametrize(
    ("after", "asked"),
    [
        (b"# the shop\n[web]\nport = 8080 # as of May\ntimeout = 30\n", True),
        (b"# the shop\n[web]\nport = 30  # as of May\ntimeout = 8080\n", False),  # the wrong way round
        (b"[web]\nport = 8080\ntimeout = 30\n", False),  # without its comments
    ],
)
def test_exchanged_values_and_lost_comments_are_not_just_what_is_asked(after: bytes, asked: bool) -> None:
    assert are_just_asked("a.toml", SERVER, after, "Set port to 8080 and timeout to 30") is asked


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
        (PRICES.replace(b"0.1,", b"0.40,"), "Guests pay 0.40 for b/w from now on. Colour stays.", []),
        (PRICES.replace(b"0.1,", b"0.40,"), "Leave colour alone, but b/w is 0,40 for guests.", []),
        (
            PRICES.replace(b"0.1,", b"0.40,"),
            "Colour is 0,40 for guests.",
            ["guests.black (the task names colour)"],
        ),
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


@pytest.mark.parametrize(
    ("request_text", "before", "after"),
    [
        ("the shop opens at 6:30 pm", 'open: "07:00"', 'open: "18:30"'),
        ("Schluss ist um 18.30 Uhr", 'zu: "17:00"', 'zu: "18:30"'),
        ("Set the deadline to 15.03.2025", "d: 2025-01-01", "d: 2025-03-15"),
        ("la date est le 15/03/2025", "d: 2025-01-01", "d: 2025-03-15"),
        ("in app.config.yaml and docker-compose.prod.yml set x to 20", "x: 1", "x: 20"),
        ("Raise the volume by 15", "volume: 20", "volume: 35"),
        ("Setz die Miete um 12 % rauf", "rent = 500.00", "rent = 560.00"),
        ("Set the share to 25 percent", "share: 0.5", "share: 0.25"),
        ("allow uploads of 20 MB", "max: 1048576", "max: 20971520"),
        ("IBAN DE12 3456 7890 1234 5678 90", "iban: x", "iban: DE12345678901234567890"),
        ('title is "Tom\'s shop"', "t: x", "t: 'Tom''s shop'"),
    ],
)
def test_a_value_may_stand_in_a_file_in_another_notation(request_text: str, before: str, after: str) -> None:
    assert unset_values(request_text, before, after) == []
    assert unset_values(request_text, before, before) or "yaml" in request_text


def test_values_that_arrive_nowhere_are_told() -> None:
    assert unset_values("Set port to 8080 and the timeout to 30", "p: 80\nt: 10", "p: 8080\nt: 10") == ["30"]
    assert unset_values("Put it on mail.example.org", "h: a", "h: b") == ["mail.example.org"]
    assert unset_values("by 15.03.2025", "d: 2025-01-01", "d: 2025-03-16") == ["15.03.2025"]


@pytest.mark.parametrize(
    ("before", "after", "request_text", "unasked"),
    [
        ('["Mon"]', '["Mon", "Fri"]', "Freitags haben wir auch offen", ""),
        ('["lundi"]', '["lundi", "vendredi"]', "also open on Fridays", ""),
        ('["Sat"]', '["Mon", "Tue", "Wed", "Sat"]', "open Monday to Wednesday, too", ""),
        ('["Fri"]', '["Fri", "Sat", "Sun"]', "we open at the weekend, too", ""),
        ('["Fri"]', '["Fri", "Sat", "Sun"]', "we open on Saturdays, too", "Sun in a"),
        ('["DE"]', '["DE", "AT"]', "we ship to Austria, too", ""),
        ('["DE"]', '["DE", "AT", "CH"]', "we ship to AT, too", "CH in a"),
    ],
)
def test_an_entry_may_be_meant_in_other_words(before: str, after: str, request_text: str, unasked: str) -> None:
    old, new = (f'{{"a": {one}}}'.encode() for one in (before, after))
    assert unasked_entry("a.json", old, new, request_text) == unasked


def test_a_part_of_a_key_may_begin_a_word_of_the_request() -> None:
    settings = [Setting("open", "9"), Setting("open_sat", "9")]
    assert unasked_key(settings, "we open at 9, on Saturdays too", "") == ""
    assert unasked_key(settings, "we open at 9", "") == "open_sat"
