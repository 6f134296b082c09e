"""The keys that got another value, and those beside each that may have been meant."""

from __future__ import annotations

from pandora.programs.structured.rival_keys import SetKey, set_keys

HEATING = b"""away:
  on: true
  temperature: 14
rooms:
  nursery:
    day: 21
    night: 17
  bath:
    night: 16
"""
REQUEST = "Set the night temperature in the nursery to 18.5."
NIGHT = "rooms.nursery.night"


def test_a_key_is_compared_with_those_of_its_kind_that_stay() -> None:
    after = HEATING.replace(b"night: 17", b"night: 18.5")
    assert set_keys("a.yaml", HEATING, after, REQUEST) == [
        SetKey(NIGHT, "18.5", ("rooms.bath.night", "away.temperature", "rooms.nursery.day"), ())
    ]


def test_keys_that_got_the_same_value_are_compared_with_one_another() -> None:
    after = HEATING.replace(b"night: 17", b"night: 18.5").replace(b"14", b"18.5")
    first, second = set_keys("a.yaml", HEATING, after, REQUEST)
    assert (first.key, first.alike, second.key, second.alike) == (
        "away.temperature",
        (NIGHT,),
        NIGHT,
        (first.key,),
    )


def test_an_entry_of_a_list_is_called_by_its_first_text() -> None:
    before = b'{"screens": [{"place": "lobby", "off": "18:00"}, {"place": "cafe", "off": "19:00"}]}'
    after = before.replace(b"18:00", b"20:30")
    (key,) = set_keys("a.json", before, after, "let the lobby's screen switch off at 20:30")
    assert (key.key, key.others[0]) == ("screens.lobby.off", "screens.cafe.off")


def test_what_the_request_does_not_give_and_other_files_are_none() -> None:
    assert set_keys("a.yaml", HEATING, HEATING.replace(b"21", b"22"), REQUEST) == []
    assert set_keys("a.yaml", HEATING, HEATING.replace(b"  on: true\n", b""), REQUEST) == []
    assert set_keys("a.txt", b"one", b"two", REQUEST) == []
