"""An answer has no number and no name that no passage carries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.passages import (
    answers_agree,
    carriers,
    longest_repeated,
    main_passage,
    missing_names,
    missing_numbers,
    names_within,
    passages,
    says_back,
    uncarried,
    unsigned,
    worked_out,
)

LEASE = """The tenant pays a deposit of three times the rent. The landlady, Gunda Harrow, pays it back
within eight weeks after the keys have been returned. A reminder costs 5.50 and interest is 6 %."""


PASSAGES = passages("lease.txt", LEASE.replace(". ", ".\n\n"))


def test_a_passage_is_a_paragraph_with_its_line() -> None:
    text = "# Title\n\nOne line\nand one more.\n\n\n  The last."
    assert [(passage.line, passage.text) for passage in passages("a.md", text)] == [
        (1, "# Title"),
        (3, "One line\nand one more."),
        (7, "The last."),
    ]


@given(st.lists(st.text("ab \n", min_size=1), max_size=6))
def test_every_passage_begins_on_its_line(parts: list[str]) -> None:
    text = "\n\n".join(parts)
    lines = text.split("\n")
    for passage in passages("a.md", text):
        assert lines[passage.line - 1].strip().startswith(passage.text.split("\n")[0].strip())


def test_an_answer_rests_on_the_passages_that_say_it() -> None:
    rests, apart = carriers("The landlady pays it back within eight weeks.", "When is it paid?", PASSAGES)
    assert [passage.line for passage in rests][:1] == [3]
    assert apart == []


def test_a_number_from_another_passage_stands_apart() -> None:
    text = "The barn seats 80 people.\n\nThe gate opens at 11:00.\n\nThe trio plays at 14:00 by the gate."
    sources = passages("plan.md", text)
    assert carriers("The barn seats 80 people.", "", sources)[1] == []
    assert carriers("The barn seats 14:00 people.", "", sources)[1]


def test_a_number_that_nothing_carries_is_named() -> None:
    carriers = ["The meeting begins at 19:30 in hall 12."]
    assert uncarried("At 19:30 in hall 12.", carriers) == []
    assert uncarried("At 18:30 in hall 12.", carriers) == ["18"]


MINUTES = """Present: Tomasz Wiel, Ines Carrow, Bettina Sato

Tomasz offered to order 60 chairs by 5 April.

Later it was agreed that 80 chairs are better, and that Ines orders them by 12 April."""


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("Ines orders 80 chairs by 12 April.", True),
        ("Ines Carrow orders the 80 chairs by 12 April.", True),
        ("Tomasz orders 80 chairs by 12 April.", False),
        ("Bettina Sato orders the 80 chairs by 12 April.", False),
    ],
)
def test_a_name_stands_in_the_passage_that_its_sentence_rests_on(answer: str, right: bool) -> None:
    _, apart = carriers(answer, "Who orders the chairs in the end?", passages("minutes.md", MINUTES))
    assert (apart == []) is right


def test_a_request_said_back_is_no_answer() -> None:
    request = "Reserviere einen Tisch für vier Personen und sag mir, ob es geklappt hat."
    assert says_back("Reserviere einen Tisch für vier Personen", request)
    assert says_back(f"Hier ist die Antwort: {request}", request)
    assert not says_back("Das kann ich von hier aus nicht tun.", request)
    assert not says_back("vier", request)


def test_a_long_row_of_words_of_the_request_is_no_text_of_its_own() -> None:
    request = (
        "Write the surgery a short polite mail with the day and time of my appointment and ask for a new one "
        "in the week from 24 June, best in the afternoon. I am away on business."
    )
    repeated = f"Dear surgery, please {request} Yours, Elke"
    assert longest_repeated(repeated, request).startswith("write the surgery a short polite mail")
    own = "I cannot come on 13 June. May I have a new one in the week from 24 June, best in the afternoon?"
    assert longest_repeated(own, request) == ""
    assert longest_repeated(repeated, f"Write this: {request}") == ""
    assert longest_repeated(repeated, f'Write "{request}"') == ""


def test_proper_names_of_a_request_are_looked_for_in_a_text() -> None:
    request = "Write an invitation to our party at 12 Plover Lane. Signed Marit and Joel."
    assert missing_names("Come to 12 Plover Lane! Yours, Marit", request) == ["Joel"]
    assert missing_names("PLOVER LANE. Marit, Joel", request) == []


def test_a_language_that_writes_nouns_with_a_capital_has_no_proper_names_here() -> None:
    assert names_within("Schreib der Praxis eine Mail mit Tag und Uhrzeit des Termins.") == []


def test_answers_agree_by_their_figures_and_names() -> None:
    question = "Who orders the chairs, and until when?"
    assert answers_agree(
        "Ines orders 80 by 12 April.", "It is Ines: 80 chairs, by 12 April, says Yusuf.", question
    )
    assert not answers_agree("They are ordered by Ines by 12 April.", "It is Tomasz, by 5 April.", question)
    assert answers_agree("the valve is shut first", "first the valve is shut", question)
    assert not answers_agree("the valve is shut first", "nobody knows that here", question)


LEASE_RENT = "The rent is 640 per month.\n\nThe deposit is three times the rent, paid back within eight weeks."


@pytest.mark.parametrize(
    ("answer", "apart"),
    [
        ("The rent is 640, so the deposit is 1,920.", []),
        ("The deposit is 1920.", ["1920"]),
        ("The rent is 640, so the deposit is 1,930.", ["1,930"]),
    ],
)
def test_a_number_that_is_worked_out_shows_what_from(answer: str, apart: list[str]) -> None:
    sources = passages("lease.txt", LEASE_RENT)
    assert carriers(answer, "How much is the deposit?", sources)[1] == apart


@pytest.mark.parametrize(
    ("number", "right"),
    [
        ("1920", True),
        ("614", True),
        ("3.25", True),
        ("32000", True),
        ("12.8", True),
        ("76", False),
        ("777", False),
    ],
)
def test_small_multiples_and_two_numbers_work_a_number_out(number: str, right: bool) -> None:
    assert worked_out(number, ["640", "50", "26", "6.50"]) is right


def test_answers_agree_about_what_they_work_out() -> None:
    sources, question = [LEASE_RENT], "How much is the deposit?"
    shown = "The rent is 640, so the deposit is 1,920."
    assert answers_agree(shown, "1,920, since the rent is 640.", question, sources)
    assert not answers_agree(shown, "It is three times the rent, which is 640.", question, sources)


def test_the_passage_that_has_most_of_a_question_is_its_main_one() -> None:
    question = "How long after I returned the keys can the landlady take to pay the deposit back?"
    text = """The landlady lives in Weir Close.

The tenant pays a deposit of three times the rent.

The landlady must pay the deposit back within eight weeks after the keys have been returned.

Pets need the permission of the landlady."""
    sources = passages("lease.txt", text)
    main = main_passage(question, sources)
    assert main is not None
    assert main.line == 5
    assert main_passage("Is there a garden?", sources) is None
    assert main_passage("What?", []) is None


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Come on 15 June at 12 Plover Lane, and tell us by the 8th.", []),
        ("Come to our garden on Saturday, 15 June, and bring a salad; our place is easy to find.", ["12"]),
        ("Come on 15.6. to Plover Lane 12!", []),
    ],
)
def test_numbers_of_a_request_are_looked_for_in_a_text(text: str, missing: list[str]) -> None:
    assert missing_numbers(text, "Invite them: 15 June, 12 Plover Lane, by 8 June.") == missing


def test_a_limit_of_the_text_is_no_fact_of_it() -> None:
    assert missing_numbers("We meet on Monday. Bring a cake.", "At most 120 words, please.") == []
    assert missing_numbers("- one\n" * 11, "List 11 things.") == []
    assert missing_numbers("At 9:40 it begins, 1250 are paid.", "Um 9.40 Uhr, 1.250,00 Euro") == []


def test_a_letter_ends_with_who_writes_it() -> None:
    request = "Write an invitation to our neighbours. Signed Marit and Joel."
    greeted = "Dear Marit and Joel, come to our party.\n\nPlease bring a salad.\nBest regards,\nyour neighbours"
    assert unsigned(greeted, "Marit and Joel", request) == ["Marit", "Joel"]
    assert unsigned("Dear neighbours, come to our party.\n\nMarit & Joel", "Marit and Joel", request) == []
    assert unsigned("Dear neighbours, come.", "the hosts", request) == []
    advert = (
        "A bicycle for every day. Whoever rides one from Berg Bikes comes home dry"
        + ", and that in any weather" * 4
    )
    assert unsigned(advert, "Berg Bikes", "Write a text about the products of Berg Bikes.") == []


@pytest.mark.parametrize(
    ("text", "request_text"),
    [
        ("word " * 110, "Write between 100 and 120 words."),
        ("word " * 104, "Write about 100 words."),
        ("We meet on 23 November at 2:30 pm. " * 9, "We meet on 2026-11-23 at 14:30."),
        ("Wir treffen uns am 5. Dezember. " * 9, "Wir treffen uns am 05.12.2026."),
        ("Wir treffen uns am 14. Dezember. " * 9, "Wir treffen uns am 14.12. im Hof."),
        ("We meet on 23 November. " * 9, "We meet on 11/23/2026."),
    ],
)
def test_lengths_dates_and_hours_may_be_said_otherwise(text: str, request_text: str) -> None:
    assert missing_numbers(text, request_text) == []


def test_the_day_of_a_date_and_a_number_far_below_the_length_are_facts() -> None:
    text = "Wir treffen uns im Dezember im Hof " * 9
    assert missing_numbers(text, "Wir treffen uns am 14.12. im Hof.") == ["14"]
    assert missing_numbers(text, "At 14:30, for 25 euros.") == ["14", "30", "25"]


def test_a_pronoun_does_not_sign_a_letter() -> None:
    assert unsigned("Dear Paul, come on Sunday.\n\nAnna", "I", "I invite Paul.") == []
    letter = (
        "Dear Paul, we invite you to our party on Sunday at noon, in the garden behind the house.\n\nThe Bergs"
    )
    assert unsigned(letter, "We", "We invite Paul.") == []
    assert unsigned(letter, "Anna", "Anna invites Paul.") == ["Anna"]


def test_a_heading_that_has_the_words_of_a_question_is_not_what_answers_it() -> None:
    text = "## Return period for online orders\n\nGoods may be sent back within 14 days.\n\nNo sale on Sunday."
    sources = passages("faq.md", text)
    assert main_passage("What is the return period for online orders?", sources) is None


def test_of_many_numbers_no_two_work_another_out() -> None:
    many = [str(101 + 37 * place) for place in range(30)]
    assert worked_out("239", many[:2])
    assert not worked_out("239", many)
    assert worked_out("202", many)
