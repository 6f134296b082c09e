from __future__ import annotations

import pytest

from pandora.programs.texts.listed_entries import (
    from_another_entry,
    line_apart,
    lines_beside,
    lists_in,
    not_told,
    of_another_item,
    of_another_label,
)

BOOK = """MY BOOK

Plumber: Ivo Roth, tel. 612 555 018, also on Saturdays
Piano teacher: Eva Blum, tel. 655 555 073
Piano tuner: Otto Pfeil, 31 Sea Street, comes every autumn
Doctor: Ann Low, tel. 93 555 01 44
"""
PLAN = """Class 9c - Vienna, 19 to 23 May

Monday
  07:45 meet in the main hall
  08:12 train RJ 63 to Vienna, platform 9
Tuesday
  10:00 palace, guided tour
Friday
  09:00 check-out, luggage stays in the hostel
  train home in the afternoon - tickets are with the agency
"""


def test_lists_are_lines_with_labels_and_headings_with_lines_below() -> None:
    assert [[entry.label for entry in found] for found in lists_in(BOOK)] == [
        ["Plumber", "Piano teacher", "Piano tuner", "Doctor"]
    ]
    ((monday, tuesday, friday),) = lists_in(PLAN)
    assert (monday.line, tuesday.label, friday.lines[0][:5]) == (3, "Tuesday", "09:00")
    assert lists_in("One: two\n\nA sentence, and no list.\n") == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The tuner has the number 655 555 073.", "655 555 073 stands under 'Piano teacher' (book.txt:4)"),
        ("655 555 073", "and the task is about 'Piano tuner'"),
        ("There is no number of the tuner; the teacher has 655 555 073.", ""),
        ("No number of the tuner. That of the teacher: 655 555 073", ""),
        ("Otto Pfeil, 31 Sea Street", ""),
        ("The book does not say.", ""),
        ("Call 655 123.", ""),
    ],
)
def test_a_value_of_another_entry_is_not_what_is_asked_for(said: str, told: str) -> None:
    question = "Find me the telephone number of the piano tuner in book.txt"
    reason = from_another_entry(said, question, {"book.txt": BOOK})
    assert told in reason if told else reason == ""


ASKED = "what time does our train back leave on friday, and from which platform?"


def test_a_value_under_another_heading_is_not_what_is_asked_for() -> None:
    reason = from_another_entry("platform 9", ASKED, {"plan.txt": PLAN})
    assert reason.startswith(
        "platform 9 stands under 'Monday' (plan.txt:3), and the task is about 'Friday' (plan.txt:8)"
    )
    assert from_another_entry("on Monday platform 9", ASKED, {"plan.txt": PLAN}) == ""
    assert from_another_entry("09:00", ASKED, {"plan.txt": PLAN}) == ""


@pytest.mark.parametrize(
    ("said", "question", "doubtful"),
    [
        ("09:00", "What time does our train back leave on Friday", True),
        ("in the afternoon", "What time does our train back leave on Friday", False),
        ("09:00 is for luggage", "What time does our train back leave on Friday", False),
        ("09:00", "When do we have to leave the hostel on Friday", False),
        ("platform 9", "From which platform", False),
    ],
)
def test_a_value_stands_on_a_line_without_a_word_of_the_question(
    said: str, question: str, doubtful: bool
) -> None:
    lines = lines_beside(said, question, ASKED, PLAN)
    assert (lines is not None) is doubtful
    if lines:
        assert [line[:5] for line in lines] == ["09:00", "train"]


def test_a_value_that_stands_elsewhere_too_and_an_entry_that_is_not_named_say_nothing() -> None:
    text = f"{BOOK}\nCall 655 555 073 in the evening.\n"
    asked = "Find me the telephone number of the piano tuner"
    assert from_another_entry("655 555 073", asked, {"book.txt": text}) == ""
    assert from_another_entry("655 555 073", "who is it", {"book.txt": BOOK}) == ""


def test_a_field_that_many_files_have_or_whose_whole_value_it_is_is_no_entry() -> None:
    record = "Name: Ann Berg\nStreet: 31 Sea Street\nTelephone: 0555 630\n"
    asked = "Which name and which phone number has she?"
    assert from_another_entry("0555 630", asked, {"a.txt": record}) == ""
    assert from_another_entry("31", asked, {"a.txt": record, "b.txt": record.replace("31", "9")}) == ""


def test_what_every_try_took_from_another_entry_is_asked_of_a_person() -> None:
    reason = from_another_entry("platform 9", ASKED, {"plan.txt": PLAN})
    question = not_told([reason, reason], {"plan.txt": PLAN})
    assert question.startswith(
        "plan.txt does not tell it under 'Friday', where it says: 09:00 check-out, luggage"
    )
    assert question.endswith("train home in the afternoon - tickets are with the agency. Where does it stand?")
    assert not_told([reason], {"plan.txt": PLAN}) == not_told([reason, "other"], {"plan.txt": PLAN}) == ""


def test_a_number_with_another_unit_is_another_value() -> None:
    text = "Wool: 30 degrees, 50 min\nQuick: 30 degrees, 30 min\nCotton: 60 degrees, 2 h, up to 7 kg\n"
    asked = "How long does the wool programme take?"
    assert "'Quick'" in from_another_entry("30 min", asked, {"guide.txt": text})
    assert from_another_entry("50 min at 30 degrees", asked, {"guide.txt": text}) == ""
    assert "'Cotton'" in from_another_entry("7 kg", "How much wool goes in?", {"guide.txt": text})


LIGHTS = """What the light means
Red, one blink: the water tank is empty. Fill it up.
Red, three blinks: the brewing unit is not seated
correctly. Press it in firmly.
Orange, three blinks: the machine needs to be descaled.
"""


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("Red, one blink: the water tank is empty.", True),
        ("Red, three blinks: press the brewing unit in firmly.", False),
        ("Press the brewing unit in firmly.", False),
        ("Red, one blink: the tank is empty. Red, three blinks: press the unit in.", False),
    ],
)
def test_what_stands_behind_a_label_is_that_of_the_one_that_is_asked_about(said: str, refused: bool) -> None:
    asked = "Our coffee machine blinks red three times. What must I do?"
    reason = of_another_label(said, asked, {"manual.txt": LIGHTS})
    told = "says of 'Red, one blink', and the task is about 'Red, three blinks' (manual.txt:3)"
    assert reason == (f"it is what manual.txt:2 {told}" if refused else "")
    assert of_another_label(said, "What does a red light mean?", {"manual.txt": LIGHTS}) == ""


PRICES = """LIDO GREENBANK

Prices
  adults               4.50
  family day ticket   11.00
  ten visits, adults  38.00

Season tickets are sold at the town hall, and not at the pool.
"""


@pytest.mark.parametrize(
    ("question", "said", "apart"),
    [
        ("how much is a season ticket for the lido?", "A season ticket for the lido is 11.00.", True),
        ("how much is the family day ticket?", "The family day ticket is 11.00.", False),
        ("what do ten visits cost for adults?", "Ten visits cost 38.00.", False),
        ("how much is a ticket for a family?", "It is 11.00.", False),
    ],
)
def test_a_price_on_a_line_for_something_else(question: str, said: str, apart: bool) -> None:
    assert bool(line_apart(said, question, PRICES)) == apart


NOTES = """# Porto

- flight, 3 seats: 412.80 €
- metro tickets: 3 x 2.85 €
- Hotel Ribeirinha, Rua das Taipas, 3 nights, two rooms, breakfast
  included. Jonas paid with his card
- supper near the river: 64.50 € (Eva)
"""


@pytest.mark.parametrize(
    ("request_", "said", "wrong"),
    [
        ("What did the hotel cost per night?", "The Hotel Ribeirinha cost 2.85 € per night.", True),
        (
            "What did the hotel cost per night?",
            "Two rooms of the hotel for 3 nights; no price is there.",
            False,
        ),
        ("What did we pay for the metro?", "The metro tickets cost 2.85 € each.", False),
        ("What did we spend on the last evening?", "You spent 64.50 € then.", False),
        ("¿Cuánto pagamos por el metro?", "Pagasteis 2.85 € por cada billete.", False),
    ],
)
def test_a_value_of_another_item_is_none_of_what_is_asked(request_: str, said: str, wrong: bool) -> None:
    reason = of_another_item(said, request_, {"porto.md": NOTES})
    assert ("metro tickets" in reason and "(porto.md:5)" in reason) is wrong
    assert bool(reason) is wrong
