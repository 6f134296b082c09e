from __future__ import annotations

from pandora.programs.opening.telling_rows import FEWEST_ROWS, MOST_TELLING, telling_rows

DAYS = range(1, 29)
SMALL_TALK = [{"message": f"see you on day {day} then", "time": f"2025-01-{day:02}"} for day in DAYS]
SAFE = {"time": "2025-02-01", "message": "key safe left of the  cabin door, code is 4471"}
CAT = {"time": "2025-02-02", "message": "the cats need their food, key safe is at my mum's"}
ASKED = "chat.txt is our chat. What is the code of the key safe at the cabin?"


def test_the_message_with_most_rare_words_is_told() -> None:
    (row,) = telling_rows(ASKED, [*SMALL_TALK, SAFE, CAT])
    assert (row.column, row.words) == ("message", ("code", "key", "safe", "cabin"))
    assert row.comment == (
        "'code', 'key', 'safe', 'cabin' stand together in the message "
        "'key safe left of the cabin door, code is 4471'"
    )
    assert row.words_alone == "'code', 'key', 'safe', 'cabin' stand together in the message of one row."


def test_a_word_with_a_short_ending_is_the_same() -> None:
    (row,) = telling_rows("Which foods do the cats get?", [*SMALL_TALK, CAT])
    assert row.words == ("foods", "cats")


def test_nothing_is_told_of_few_rows_one_word_many_rows_or_names() -> None:
    assert telling_rows(ASKED, [SAFE] * (FEWEST_ROWS - 1)) == []
    assert telling_rows("Where is the cabin?", [*SMALL_TALK, SAFE]) == []
    assert telling_rows(ASKED, [*SMALL_TALK * 9, *[SAFE] * (MOST_TELLING + 1)]) == []
    names = [{"name": f"Key Safe {number}"} for number in range(30)]
    assert telling_rows(ASKED, [*names[:29], {"name": "Cabin Code"}]) == []


def test_a_long_message_is_cut() -> None:
    long = {**SAFE, "message": SAFE["message"] + " and so on" * 40}
    (row,) = telling_rows(ASKED, [*SMALL_TALK, long])
    assert row.shown.endswith("…")
    assert len(row.shown) == 160
