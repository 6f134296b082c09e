from __future__ import annotations

import pytest

from pandora.programs.texts.written_texts import (
    announcement,
    asks_the_task,
    body,
    invented_codes,
    longest_repeated,
    missing_names,
    missing_numbers,
    names_within,
    repeats_most,
    says_back,
    share_repeated,
    unsigned,
    with_next_word,
)


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


def test_a_day_of_the_week_may_be_in_the_plural() -> None:
    request = "Thank him: they are used on Tuesdays and each Thursday. Signed Jona Rivers."
    assert missing_names("Every Tuesday and on Thursdays. Jona Rivers", request) == []
    assert missing_names("Every Tuesday. Jona River", request) == ["Thursday", "Rivers"]


def test_of_names_side_by_side_one_is_enough_but_no_other_one_beside_it() -> None:
    request = "Write a mail to Ms Anna Berg that I cannot come to Thames Energy."
    assert missing_names("Dear Ms Berg, I cannot come to Thames.", request) == []
    assert missing_names("Dear Anna Bern, I cannot come to Energy.", request) == ["Berg"]
    assert missing_names("Hello, I cannot come.", request) == ["Ms", "Anna", "Berg", "Thames", "Energy"]


def test_a_language_that_writes_nouns_with_a_capital_has_no_proper_names_here() -> None:
    assert names_within("Schreib der Praxis eine Mail mit Tag und Uhrzeit des Termins.") == []
    full_of_names = (
        "Bitte einen Aushang für unsere Tür: Praxis Weber, Lindenweg 8, Telefon 07321 5550147, hat Urlaub."
    )
    assert names_within(full_of_names) == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Come on 15 June at 12 Plover Lane, and tell us by the 8th.", []),
        ("Come to our garden on Saturday, 15 June, and bring a salad; our place is easy to find.", ["12", "8"]),
        ("Come on 15.6. to Plover Lane 12!", ["8"]),
        ("Come on 15.6. to Plover Lane 12, and tell us by 8.6.!", []),
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
    notice = "The house of Marit and Joel is closed for a week from 3 August on, and then open again."
    assert unsigned(notice, "Marit and Joel", request) == []
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


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Hier ist Ihre Mail:\n\nSehr geehrte Frau Berg,\n\nich komme.", "Hier ist Ihre Mail:"),
        ("**Here is the letter:**\nDear Paul,\nwe came.", "Here is the letter:"),
        ("Aquí está la carta:\nEstimados señores:\nno puedo venir.", "Aquí está la carta:"),
        ("Dear Paul,\nbring these:\n- a cake,\n- a salad", ""),
        ("Estimados señores:\nNo puedo venir a la fiesta de mañana por la tarde, lo siento.", ""),
        ("To:\nAnna Berg,\n12 Plover Lane", ""),
        ("Packing list for the trip:\n- a tent\n- a stove", ""),
        ("", ""),
    ],
)
def test_a_text_that_announces_itself(text: str, line: str) -> None:
    assert announcement(text) == line


def test_a_pronoun_does_not_sign_a_letter() -> None:
    assert unsigned("Dear Paul, come on Sunday.\n\nAnna", "I", "I invite Paul.") == []
    letter = (
        "Dear Paul, we invite you to our party on Sunday at noon, in the garden behind the house.\n\nThe Bergs"
    )
    assert unsigned(letter, "We", "We invite Paul.") == []
    assert unsigned(letter, "Anna", "Anna invites Paul.") == ["Anna"]


def test_a_day_of_a_month_is_no_limit_of_the_text() -> None:
    request_text = "Bitte um einen neuen Termin in der Woche ab dem 24. Juni."
    assert missing_numbers("Zeile\n" * 12, request_text) == ["24"]
    assert missing_numbers("Zeile\n" * 12, "Write at most 24 lines.") == []


def test_the_share_of_a_request_that_stands_in_a_text() -> None:
    request = "one two three four five six seven eight nine ten"
    assert share_repeated("one two three four five six", request) == pytest.approx(0.6)
    assert share_repeated("ten nine eight", request) == 0
    assert share_repeated("", "") == 0


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Dear all,\nwe meet on Friday at noon in the big hall.\n\nYours,\nAda\n", 2),
        ("Dear all,\nbring:\n- soap\n- a towel\n\nYours,\nAda", 4),
        ("When: 3 May\nWhere: the hall\nAda", 1),
        ("Yours,\nAda", 0),
        ("", 0),
    ],
)
def test_the_body_of_a_text_ends_before_its_closing(text: str, kept: int) -> None:
    assert body(text) == "\n".join(text.splitlines()[:kept])


def test_a_very_long_row_of_words_is_found_in_a_text_as_long() -> None:
    request = " ".join(f"word{place % 997} of {place % 13}" for place in range(7_000))
    assert longest_repeated(request, request) == request
    assert longest_repeated("of the " * 7_000, "of the " * 7) == ""
    assert longest_repeated("of the " * 7_000, "of the " * 8) == ("of the " * 8).strip()


def test_a_number_is_a_limit_only_with_a_word_that_the_text_lacks() -> None:
    request = "Thank them for 12 laptops, at most 150 words; call 0555 31 48. Ask Mrs. Low."
    text = "Thank you for the laptops. They are in use. " * 3
    assert missing_numbers(text, request) == ["12", "0555", "31", "48"]
    assert missing_names(text, request) == ["Mrs", "Low"]


@pytest.mark.parametrize(
    "range_", ["between 50 and 150 words", "50-150 words", "50 – 150 words", "50 bis 150 Wörter"]
)
def test_neither_end_of_a_range_of_lengths_is_a_fact(range_: str) -> None:
    assert missing_numbers("Thank you for all. " * 35, f"Thank him. Something of {range_}, please.") == []
    assert missing_numbers("Thank you for all. " * 60, f"Thank him. Something of {range_}, please.") != []


def test_a_number_is_told_with_what_it_counts() -> None:
    request = "He gave us 12 laptops (1,200 euros) at 3:30, call 0555."
    assert [with_next_word(number, request) for number in ("12", "1,200", "30", "0555")] == [
        "12 laptops",
        "1,200 euros",
        "30",
        "0555",
    ]


@pytest.mark.parametrize(
    ("text", "invented"),
    [
        ("Call 0555 210 334 or write to ann@example.org.", []),
        ("Call 0555-210334, order KP-20417.", []),
        ("Call 0555 210 335.", ["0555 210 335"]),
        ("Call (555) 123-4567 today.", ["(555) 123-4567"]),
        ("Write to info@bakery.com or see www.bakery.com.", ["info@bakery.com", "www.bakery.com"]),
        ("Your order KP-20418 is here.", ["KP-20418"]),
        (
            "On 12 March 2024, from 10:00-12:00 or 19:30, for 1,250.00 euros, 2500 people, 10-15 cakes, 06/11.",
            [],
        ),
        ("On 12.03.2024 or 2024-03-12 at 18.30h, and 12/03/2024; 5000m away.", []),
        ("Rooms A4 and B12, COVID-19, mp3.", []),
        ("Between 2023-2024 and 1250-1300.", ["2023-2024"]),
    ],
)
def test_addresses_and_codes_that_no_source_has_are_made_up(text: str, invented: list[str]) -> None:
    sources = "Call 0555 210 334, ann@example.org, about order KP-20417: 1250 to 1300 pieces, 10 March 2024."
    assert invented_codes(text, sources) == invented


def test_a_title_before_a_name_may_be_another_one() -> None:
    request = "Write a mail to my landlady, Mrs Aldersey, and to Jo Hill."
    assert missing_names("Dear Ms Aldersey, dear Jo Hill!", request) == []
    assert missing_names("Dear Ms Alder, dear Jo Hill!", request) == ["Mrs", "Aldersey"]


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("What is the water fee per plot now?", True),
        ("Which plot do you mean?", False),
        ("Is the fee of 42 or of 48 meant?", False),
        ("?", False),
    ],
)
def test_a_question_asks_the_task_itself_where_it_has_no_word_of_its_own(question: str, same: bool) -> None:
    request = "Look into minutes.md: what's the water fee per plot now, and who is going to order the meters?"
    assert asks_the_task(question, request) is same


def test_a_question_with_a_small_word_of_its_own_still_asks_the_task() -> None:
    request = "Which of the files here are completely empty? just tell me, dont delete anything"
    assert asks_the_task("Are there any files that are completely empty?", request)
    assert not asks_the_task("Which files shall I look at: the sheets or the drafts?", request)
    move = "Move the dentist to 15:30 in plan.txt"
    assert not asks_the_task("Which dentist do you mean to move?", move)


def test_a_text_of_little_but_the_words_of_its_request_was_not_written() -> None:
    facts = "The water is off on Thursday 6 November from 8 to 12 because a meter is replaced in the cellar."
    short = f"Write a note for me: {facts[:40]}"
    long = f"Hello, I need a note to hang up in the hallway of our house please. {facts} Ninety words at most."
    assert not repeats_most(facts[:40], short)
    assert repeats_most(f"{facts} Ninety words at most.", long)
    assert not repeats_most("Dear all, there is no water on 6 November.", long)


def test_a_length_of_each_line_is_no_fact_of_a_text() -> None:
    points = "- Water the pot once a week.\n- Put it into a window.\n- Repot it in spring.\n- Feed it in May.\n"
    assert missing_numbers(points, "4 bullet points, each at most 15 words") == []
    long = points.replace("in May", "in May and in June and in July and in August and in September")
    assert missing_numbers(long, "4 bullet points, each at most 15 words") == ["15"]


@pytest.mark.parametrize(
    ("request_", "text", "missing"),
    [
        ("anmelden unter tel 0761 555 0182", "Telefon 0761/5550182", []),
        ("llámenme al 600 555 014", "me pueden llamar al 600555014.", []),
        ("llámenme al 600 555 014", "me pueden llamar al 600555015.", ["600", "555", "014"]),
        ("a shelf 2.40 m wide", "a shelf, 240 cm wide", []),
        ("a shelf 2.40 m wide", "a shelf, 250 cm wide", ["2.40"]),
        ("coupure le 19 mars 2025", "coupure le 19 mars", []),
        ("coupure le 19 mars 2025", "coupure le 19 mars 2024", ["2025"]),
    ],
)
def test_a_number_is_known_however_it_is_written(request_: str, text: str, missing: list[str]) -> None:
    assert missing_numbers(text, request_) == missing


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("On 11 June we go, it is 4 pounds. Bring the money by 5 June.", []),
        ("On 11 June we go, it is four pounds. Bring the money by the fifth of June.", []),
        ("On 11 June we go, it is £4, at 8 o'clock with 3 teachers.", ["5"]),
        ("On 11 June we go. Bring the money by June 5th.", ["4"]),
    ],
)
def test_a_short_day_or_amount_is_a_number_to_be_told(text: str, missing: list[str]) -> None:
    request = "Write to the parents: on 11 June we go, with 3 teachers, at 8. It costs £4, by 5 June please."
    assert missing_numbers(text, request) == missing
