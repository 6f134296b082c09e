"""Contradictions are looked for in the sources, by code first."""

from __future__ import annotations

import pytest

from pandora.questions.source_contradictions import clashes
from pandora.questions.statements import DAY, Quantity, statements_of
from pandora.workspace.full_text import passages_of

NOTES = {
    "oil.md": "# Oil\n\nThe oil boiler is from 1998. The bill says that the hall burnt 3,400 litres of oil.\n"
    "Service: 240 euros per year.",
    "chair.md": "The chair said that the hall needs about 2,100 litres of oil. He did not look at the bill.",
    "gas.md": "A gas boiler for the hall costs 9,500 euros with the connection. Service: 160 euros per year.",
    "pump.md": "A heat pump for the hall costs 21,000 euros. The grant is paid if it is asked for by 30 June.",
    "roof.md": "Insulating the roof costs 7,800 euros and saves a third of the heat.",
    "grant.md": "The grant for the heat pump closes on 2026-05-31.",
    "chat.md": "Mia: I deployed v2.31 at 13:50, before the errors.",
    "deploy.log": "2026-03-03 14:01:12 deploy v2.31 started\n2026-03-03 14:03:40 deploy v2.31 finished",
    "fruit.csv": "name,price\nplum,3\nplum,4",
}


def found(notes: dict[str, str]) -> list[frozenset[str]]:
    statements = [each for path, text in notes.items() for each in statements_of(passages_of(path, text))]
    return [frozenset((clash.first.path, clash.second.path)) for clash in clashes(statements)]


def test_two_values_of_one_thing_are_found_and_values_of_two_things_are_not() -> None:
    """Thinking 4: the same quantity of the same thing with two values, a date against a date, a chat and a
    log."""
    *first, last = found(NOTES)
    assert set(first) == {
        frozenset(("oil.md", "chair.md")),
        frozenset(("pump.md", "grant.md")),
        frozenset(("chat.md", "deploy.log")),
    }
    assert last == frozenset(("oil.md", "gas.md"))  # what the model is asked about last: files of two things


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In 2023 the hall burnt 3,400 litres of oil.", "In 2024 the hall burnt 2,100 litres of oil."),
        ("The hall burnt 3,400 litres of oil.", "The hall burnt 3.400 litres of oil."),
        ("The hall burnt 3,400 litres of oil.", "The bakery bought 2,100 litres of milk."),
        ("The hall burnt 3,400 litres of oil.", "The hall burnt a lot of oil."),
        ("The hall lost its heat at 9:10.", "The log says that the hall lost its heat at 09:10:07."),
    ],
)
def test_other_years_other_notations_and_other_things_are_no_contradiction(one: str, other: str) -> None:
    filler = {f"{n}.md": f"Something else stands here, number word{n}." for n in "abcdef"}
    assert found({"one.md": one, "other.md": other, **filler}) == []


def test_a_statement_has_its_own_line_and_is_quoted_word_for_word() -> None:
    text = "# Head\n\n- The pump costs\n  about 21,000 euros. It is due on 3 May 2026.\n"
    statements = list(statements_of(passages_of("a.md", text)))
    assert [(statement.line, statement.text) for statement in statements] == [
        (3, "The pump costs about 21,000 euros."),
        (4, "It is due on 3 May 2026."),
    ]
    assert Quantity("05-03", DAY) in statements[-1].quantities
    assert statements[-1].quote == "“It is due on 3 May 2026.” [a.md:4]"


def asked(question: str, **notes: str) -> int:
    """How many contradictions the notes have where `question` is asked."""
    notes = {**notes, "sun": "The sun shines.", "tea": "Tea is at four."}
    statements = [
        each for name, text in notes.items() for each in statements_of(passages_of(f"{name}.md", text))
    ]
    return len(clashes(statements, question))


def test_what_two_things_cost_that_the_question_names_is_no_contradiction() -> None:
    """A fault that was mended: the prices of two printers stood as a contradiction to be settled first."""
    choice = "Which printer should it be: Alto or Brio?"
    pages = {
        "alto": "Alto is new. A page more costs 1 cent.",
        "brio": "Brio is old. A page more costs 2 cents.",
    }
    assert asked("Is it dear?", **pages) == 1
    assert asked(choice, **pages) == 0
    assert (
        asked(choice, alto="Alto costs 39 euros a month.", call="They said: Alto costs 44 euros a month.") == 1
    )
    rooms = {
        "gym": "The gym is free. It takes 200 people.",
        "hall": "The hall is dear. It takes 40 people at most.",
    }
    assert asked("Should the choir take the gym or the hall?", **rooms) == 0
    assert asked("How many people can come?", **rooms) == 1


FILLER = {f"filler{n}": f"Something else stands here, said by person{n * 2}." for n in "abcdefgh"}


def pairs(**notes: str) -> list[frozenset[str]]:
    """The files of the pairs among notes and some text beside them."""
    return found({f"{name}.md": text for name, text in {**notes, **FILLER}.items()})


def test_the_time_that_a_line_of_a_log_begins_with_is_that_of_all_its_clauses() -> None:
    """A fault that was mended: a time counted for the words up to the first comma only."""
    log = "2026-05-01 00:00:03 WARN tank is empty, watering stopped\n2026-05-01 06:00:00 basin dry"
    assert pairs(log=log, chat="Ida: watering has stopped since 4 May, so the timer is to blame.") == [
        frozenset(("log.md", "chat.md"))
    ]


def test_what_a_clause_says_itself_counts_for_more_than_what_the_one_before_it_says() -> None:
    """A fault that was mended: a short line was held for what the line before it says."""
    first = "12 May: the tank ran empty and watering stopped."
    texts = {
        "log.md": f"{first}\n14 May: basin dry.",
        "chat.md": "Watering has stopped since 18 May.",
        **FILLER,
    }
    statements = [each for path, text in texts.items() for each in statements_of(passages_of(path, text))]
    best = clashes(statements)[0]
    assert {best.first.text, best.second.text} == {
        "12 May: the tank ran empty and watering stopped.",
        texts["chat.md"],
    }


def test_two_times_of_things_that_share_one_word_are_no_contradiction() -> None:
    """A fault that was mended: of two things that were moved, each to its own time, one was to be settled."""
    lunch, job = "Lunch is moved to 12:30.", "The backup job was moved to 14:00, because the disk is slow."
    assert pairs(news=lunch, plan=job) == []
    assert pairs(news=lunch, lunch="The lunch begins at 14:00.") == [frozenset(("news.md", "lunch.md"))]


MILES = {
    f"road{n}": f"{road} has {n}0 miles of {what}."
    for n, (road, what) in enumerate(
        (("North road", "gravel"), ("South road", "tar"), ("Lake road", "cobbles")), 1
    )
}


def test_a_common_unit_of_one_thing_that_two_rare_words_name_is_a_contradiction() -> None:
    """A fault that was mended: where four statements give miles, hardly two of them clashed."""
    notes = {**MILES, "book": "The furthest round of last spring was 112 miles."}
    assert pairs(**notes, talk="Bo says that the furthest round, the one on Sundays, is 190 miles.") == [
        frozenset(("book.md", "talk.md"))
    ]


def test_two_numbers_of_the_same_rate_are_a_contradiction() -> None:
    """A fault that was mended: `4,200 bottles a week` and `2,500 bottles a week` shared too few other words."""
    stock = {
        f"stock{n}": f"{room} has {n}0 bottles of {what}."
        for n, (room, what) in enumerate((("A cellar", "oil"), ("A shelf", "wine"), ("A van", "milk")), 1)
    }
    meter = "The new machine filled 4,200 bottles a week since last autumn, by its meter."
    assert pairs(**stock, meter=meter, boss="The manager guesses that we fill 2,500 bottles a week.") == [
        frozenset(("meter.md", "boss.md"))
    ]
    assert pairs(**stock, meter=meter, boss="The manager guesses that we fill 2,500 bottles.") == []
