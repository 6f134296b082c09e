from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.commands.printing import json_text
from pandora.document.invisible_characters import INVISIBLE, without_invisible
from pandora.document.offline_page import harmless
from pandora.document.quote import plain
from pandora.document.terminal_text import clean

HIDDEN = (
    "\x00\x07\x7f\x9b\u00ad\u034f\u061c\u115f\u180e\u200b\u200e\u202e\u2060\u2066\u3164\ufeff\ufffa\U000e0041"
)
SPELLED = ("نمی\u200cخواهم", "👩\u200d👧", "❤\ufe0f", "❤\ufe0f\u200d🔥", "क्\u200dष")


@pytest.mark.parametrize("written", [clean, harmless, plain, without_invisible])
def test_every_text_that_is_shown_goes_by_one_set(written: object) -> None:
    assert callable(written)
    for letter in HIDDEN:
        assert written(f"a{letter}b") == "ab", hex(ord(letter))
    for word in SPELLED:
        assert written(word) == word


def test_json_writes_out_what_is_not_seen_and_reads_back_the_same() -> None:
    text = json_text(f"a{HIDDEN}{''.join(SPELLED)}\udc80")
    assert not INVISIBLE.search(text)
    assert "\\udb40\\udc41" in text
    assert json.loads(text) == f"a{HIDDEN}{''.join(SPELLED)}\udc80"


def test_a_joiner_in_a_word_of_ascii_hides_nothing() -> None:
    assert without_invisible("An\u200dsw\u200cer\ufe0f: yes") == "Answer: yes"
    assert without_invisible("é\u200d\u200d\u200d\u200c!") == "é\u200d!"


@given(st.text(st.sampled_from("aé❤\u200b\u200c\u200d\ufe0e\ufe0f\u202e\n"), max_size=8))
def test_twice_is_once(text: str) -> None:
    once = without_invisible(text)
    assert without_invisible(once) == once
