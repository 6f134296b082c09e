"""Keys and entries of lists that a file does not have and that a request may mean."""

from __future__ import annotations

from pandora.programs.structured.structured_edit import Setting
from pandora.programs.structured.unlisted_keys import ReplacedEntry, new_keys, replaced_entries

COMPOSE = b"web:\n  image: shop\n  environment:\n    SHOP_NAME: Tea\n    LANG: en\ndb:\n  image: sql\n"


def test_a_key_is_known_by_how_it_is_written_and_stands_where_others_are_written_so() -> None:
    assert new_keys("a.yaml", COMPOSE, "set TZ to Europe/Rome for the web shop") == ("web.environment.TZ",)
    assert new_keys("a.toml", b"[mail]\nmax_size = 3\n", "setze max_wait auf 5 und LANG") == ("mail.max_wait",)
    assert new_keys("a.env", b"DEBUG=1\n", "DEBUG off, and SMTP_HOST=mail") == ("SMTP_HOST",)


def test_what_is_there_and_what_is_a_word_is_no_new_key() -> None:
    assert new_keys("a.yaml", COMPOSE, "LANG is de, the image sql stays, see a.yaml and Tea") == ()
    assert new_keys("a.yaml", b"a: [", "TZ") == ()


def replaced(*pairs: tuple[str, str], request: str = "add 4 and 5") -> list[ReplacedEntry]:
    settings = [Setting(key, value) for key, value in pairs]
    return list(replaced_entries("a.toml", b'courts = ["1", "2"]\nmax = 3\n', settings, request))


def test_each_value_that_takes_a_place_in_a_list_may_stand_behind_it() -> None:
    assert replaced(("courts.1", '"4"'), ("courts.0", "5"), ("max", "4")) == [
        ReplacedEntry("courts.1", "courts", "4", "courts.2"),
        ReplacedEntry("courts.0", "courts", "5", "courts.3"),
    ]


def test_a_value_that_stays_or_that_the_request_does_not_give_takes_no_place() -> None:
    assert replaced(("courts.0", "1"), ("courts.1", "9"), ("courts.0", "2"), request="add 4 to 1 and 2") == []
