"""Notes of a text, and those of them that a request asks for."""

from __future__ import annotations

import pytest

from pandora.programs.texts.note_lines import (
    MOST_NOTES,
    carried_notes,
    not_asked_for,
    notes_in,
    said_in,
    untold_notes,
    without_notes,
)

NOTES = """pool meeting

- pool closed from 14 to 27 april
- firm wants 38,000, the council
  pays half
- sauna stays open
- buy a new whistle for the lifeguards
"""


def test_notes_are_the_marked_lines_with_those_that_go_on() -> None:
    notes = notes_in(NOTES)
    assert [said_in(note) for note in notes] == [
        "pool closed from 14 to 27 april",
        "firm wants 38,000, the council pays half",
        "sauna stays open",
        "buy a new whistle for the lifeguards",
    ]


def test_lines_of_whole_sentences_are_notes() -> None:
    lines = [
        "Ann, Bo and Carla were there.",
        "The sale is on 24 May.",
        "Who waters the beds? Bo does.",
        "Fee: 18 euros.",
    ]
    assert notes_in("Garden club, 4 May\n\n" + "\n".join(lines) + "\n") == lines
    assert notes_in("\n\n".join(lines)) == []
    assert notes_in("\n".join([*lines, "and so"])) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear all,\nthe pool is closed.\nIt opens again in May.\nAnn\n",
        "- one\n- two\n- three\n",
        "\n".join(f"- note {number}" for number in range(MOST_NOTES + 1)),
        "- one\n- two\n- three\n- " + "word " * 60,
        "A\nB\nC\nD\nE\n- one\n- two\n- three\n- four\n",
        "From: Dana\nDate: 3 June\nIs it free?\n\nFrom: Paul\nDate: 4 June\nIt is, for 40 euros.\n",
    ],
    ids=["nothing", "prose", "too few", "too many", "a paragraph", "mostly other lines", "mails"],
)
def test_other_texts_have_none(text: str) -> None:
    assert notes_in(text) == []


@pytest.mark.parametrize(
    ("odds", "left"),
    [
        ({"a": 2.7, "b": 0.9, "c": 2.1, "d": 0.5}, ["b", "d"]),
        ({"a": 2.7, "b": 2.2, "c": 1.9, "d": 1.4}, []),
        ({"a": 3.4, "b": 1.5, "c": 1.4, "d": 1.2}, []),
        ({"a": 1.0}, []),
        ({}, []),
    ],
    ids=["two stand apart", "no gap", "one alone stands out", "one", "none"],
)
def test_what_is_not_asked_for_stands_below_a_gap(odds: dict[str, float], left: list[str]) -> None:
    assert not_asked_for(odds) == left


def test_a_prompt_is_without_the_lines_of_a_note() -> None:
    shown = "notes.txt:\n" + "\n".join(f"  {line}" for line in NOTES.splitlines())
    left = without_notes(shown, [notes_in(NOTES)[1]])
    assert "38,000" not in left
    assert "pays half" not in left
    assert "  - sauna stays open" in left


@pytest.mark.parametrize(
    ("text", "carried"),
    [
        ("The pool is closed. No new whistle is needed for lifeguards.", [3]),
        ("The pool is closed. The council pays half of it.", [1]),
        ("The pool is closed, the sauna stays open.", []),
    ],
)
def test_a_text_has_a_note_by_words_that_no_other_has(text: str, carried: list[int]) -> None:
    notes = notes_in(NOTES)
    unasked, others = [notes[1], notes[3]], [notes[0], notes[2]]
    assert carried_notes(text, "A notice for the visitors", unasked, others) == [notes[at] for at in carried]


def test_short_lines_that_do_not_go_on_are_notes_without_marks() -> None:
    lines = [
        "Club des Boules",
        "vendredi 17 octobre à 18 h 30",
        "salle Moulin, 4 rue des Tilleuls",
        "ensuite : pot",
    ]
    assert notes_in("\n".join(lines)) == lines
    assert notes_in("\n\n".join(lines)) == lines
    assert notes_in("\n".join(lines[:3])) == []
    assert notes_in("\n".join([*lines, "Il faut répondre avant le 10,", "à Colette"])) == []  # a line goes on
    assert notes_in("\n\n".join(f"{line}." for line in lines)) == []  # paragraphs
    assert notes_in("\n".join(f"{line} {'mot ' * 20}" for line in lines)) == []


def test_a_note_is_untold_where_the_text_has_no_word_of_its_own() -> None:
    notes = ["monday 27 april", "hall four, Mill Lane", "towels and sandals", "coffee afterwards"]
    said = "We meet on Monday 27 April. Bring towels and sandals! There is coffee afterwards."
    assert untold_notes(said, "an invitation", notes) == ["hall four, Mill Lane"]
    assert untold_notes(f"{said} It is in the hall.", "an invitation", notes) == []
    assert untold_notes("Wir treffen uns am Montag.", "an invitation", notes) == []  # in another language


def test_paragraphs_that_are_broken_at_a_margin_are_no_notes() -> None:
    minutes = """Minutes of the parents' evening

The trip to the open-air museum in Harwick was planned for 5 September.
As the museum is being repaired, the trip had to be moved; the new date
is 12 September. The children need rain jackets and a packed lunch. Two
parents are still wanted to come along.

There was a long discussion on the bike shed. The old one is leaking and
too small. In the end the parents decided, with 17 votes to 3, that the
fund gives 2,400 for a new bike shed. It will be built in the autumn.
"""
    assert notes_in(minutes) == []
    plain = "trip on 12 September\nbike shed: 2,400 from the fund\nlunch 3.80 from October on\nnext: May\n"
    assert len(notes_in(plain)) == 4


def test_a_title_that_stands_apart_is_no_note() -> None:
    notes = ["Place: Old Mill", "Guests: 17", "Rooms: 5", "Paid: 180 euros"]
    assert notes_in("\n".join(["Club weekend", "", *notes])) == notes
    assert notes_in("\n".join(["Club weekend", "", *notes[:2], "", *notes[2:]])) == notes
    assert notes_in("\n".join(["eggs", "", "milk", "", "flour", "", "salt"])) == [
        "eggs",
        "milk",
        "flour",
        "salt",
    ]
