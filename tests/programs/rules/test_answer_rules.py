"""The rules about answers in words as a person meets them: a text, a question, and what stands or falls."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.answer_rules import LEFT_OUT
from pandora.programs.rules.judgement import judge_result
from pandora.task import Task
from pandora.workspace.operation_context import Result

LEAFLET = """Ferry to Low Island, summer of 2027

The crossing takes 50 min. A ticket costs £1,840 for a school, or £12.50 for one person; children pay half.

The last boat back leaves at 6.30 pm on weekdays. Mrs Quill sells the tickets, and Mr Tarn steers the boat.

The season begins on 3 April and lasts 26 weeks. Dogs are allowed on deck.

Each person may bring 2 bags of 15 kg.
"""


def judged(tmp_path: Path, asked: str, answer: str, text: str = LEAFLET) -> Result:
    """The judgement of an answer from one text."""
    (tmp_path / "leaflet.txt").write_text(text, encoding="utf-8")
    task = Task(asked, request=asked, files=("leaflet.txt",), kind_of_task="answer")
    work = Work(task, tmp_path, rules=frozenset({"passages"}))
    return judge_result(work, Try({"text": answer}, Result(True, answer), {"text": "answer"}))


@pytest.mark.parametrize(
    ("asked", "answer", "ok"),
    [
        ("How long is the crossing?", "Fifty minutes", True),
        ("How long is the crossing?", "50 hours", False),
        ("What does a school pay?", "1840 pounds", True),
        ("What does a school pay?", "1804 pounds", False),
        ("When does the last boat go?", "At 18:30", True),
        ("When does the last boat go?", "At 18:50", False),
        ("When does it begin?", "On 3.4.", True),
        ("When does it begin?", "On 4.3.", False),
    ],
)
def test_a_value_may_be_written_otherwise(tmp_path: Path, asked: str, answer: str, ok: bool) -> None:
    result = judged(tmp_path, asked, answer)
    assert result.ok is ok, result.text
    assert result.note.startswith("rests on leaflet.txt:") is ok


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("What do 3 persons pay?", "3 × £12.50 = £37.50", ""),
        ("What do 3 persons pay?", "£37.50 (3 × £12.50)", ""),
        ("What do 3 persons pay?", "3 × £12.50 = £38.50", "and that makes 37.5"),
        ("What do 3 persons pay?", "£38.50", "from which numbers"),
        ("What do 3 persons pay?", "3 × £12.70 = £38.10", "70"),
        ("What do 4 persons and 2 children pay?", "4 × £12.50 = £50 and 2 × £6.25 = £12.50, in all £62.50", ""),
        ("How heavy may the bags of one person be?", "2 bags of 15 kg, so 30 kg", ""),
        ("How heavy may the bags of one person be?", "2 bags of 15 kg, so 35 kg", "35"),
    ],
)
def test_a_sum_is_believed_where_the_answer_shows_it(
    tmp_path: Path, asked: str, answer: str, told: str
) -> None:
    result = judged(tmp_path, asked, answer)
    assert result.ok is not bool(told), result.text
    assert not told or told in result.text


LEASE = """Mietvertrag der Hausverwaltung Nord

Die Kaution beträgt drei Kaltmieten, die Kaltmiete 720 Euro im Monat.

Die Kündigung ist bis zum 30. September schriftlich zu erklären, an den Verwalter.

Das Treppenhaus reinigt die Mieterin am 3. November, die Nachbarin im Januar.
"""


@pytest.mark.parametrize(
    ("asked", "answer", "ok"),
    [
        ("Wie hoch ist die Kaution?", "2.160 Euro (drei Kaltmieten zu 720 Euro)", True),
        ("Bis wann?", "Spätestens am 30. September muss die Kündigung beim Verwalter sein.", True),
        ("Bis wann?", "Spätestens am 30. November muss die Kündigung beim Verwalter sein.", False),
    ],
)
def test_german_nouns_are_no_names_and_ordinals_end_no_sentence(
    tmp_path: Path, asked: str, answer: str, ok: bool
) -> None:
    result = judged(tmp_path, asked, answer, LEASE)
    assert result.ok is ok, result.text


def test_a_name_without_a_number_may_stand_in_any_passage_of_its_sentence(tmp_path: Path) -> None:
    asked = "Who sells what, and who may come along?"
    assert judged(tmp_path, asked, "Mrs Quill sells tickets, and dogs may come on deck.").ok


def test_a_name_of_nowhere_and_swapped_numbers_are_refused(tmp_path: Path) -> None:
    asked = "Who does what on the boat, and how heavy may bags be?"
    assert "Hull" in judged(tmp_path, asked, "Mrs Hull sells the tickets, and Mr Tarn steers the boat.").text
    text = "The pads:\n\nThe front pads have 3 mm left, the rear pads 7 mm, and the belt is new.\n"
    assert judged(tmp_path, "How thick are the pads?", "Front pads 3 mm, rear pads 7 mm", text).ok
    told = judged(tmp_path, "How thick are the pads?", "Front pads 7 mm, rear pads 3 mm", text)
    assert "the wrong way round" in told.text


@pytest.mark.parametrize(
    ("answer", "ok"),
    [
        ("Yes, dogs are allowed on deck.", True),
        ("No, dogs are not allowed on deck.", False),
        ("Yes, dogs and bags are allowed on deck.", False),
        ("Yes.", False),
    ],
)
def test_a_yes_in_the_words_of_the_question_needs_a_sentence_that_says_it(
    tmp_path: Path, answer: str, ok: bool
) -> None:
    result = judged(tmp_path, "Are dogs and bags allowed on deck?", answer)
    assert result.ok is ok, result.text


def test_an_answer_has_no_more_sentences_than_are_asked_for(tmp_path: Path) -> None:
    said = "The last boat back leaves at 6.30 pm on weekdays. Dogs are allowed on deck."
    assert "2 sentences and may have 1" in judged(tmp_path, "Sum up the leaflet in one sentence", said).text
    assert "sentences" not in judged(tmp_path, "Sum up the leaflet in two sentences", said).text


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("leaflet.txt:7 says the warranty is 26 weeks.", ""),
        (
            "leaflet.txt:3 says the warranty is 26 weeks.",
            "it names leaflet.txt:3, and its words are not from there",
        ),
        (f"leaflet.txt:7 {LEFT_OUT}: The season", "it repeats what was said of the answer before"),
        ("The leaflet does not say how long the warranty on the ferry is.", ""),
    ],
)
def test_an_answer_names_only_the_place_it_is_from_and_does_not_say_back_what_it_was_told(
    tmp_path: Path, answer: str, told: str
) -> None:
    result = judged(tmp_path, "How long is the warranty on the ferry?", answer)
    assert result.ok is not bool(told), result.text
    assert told in result.text


ROWS = """The city bus stops
Brook Lane Property

as every spring, the company SafeHome will check the smoke alarms in
all flats. Old alarms are replaced. This does not cost anything.

The dates for the houses are:

Elm Court 3   Wednesday, 15 May, from 9 am to 12 noon
Elm Court 5   Thursday, 16 May, from 1 pm to 4 pm

Please make sure that somebody is at home and that all rooms can be
entered. The check takes about 15 minutes.

If you cannot be there, please give your key to a neighbour. A second
visit costs 35 euros.

For questions please call Mrs. Fielding, phone 0555 20 41.

Kind regards
"""


def test_a_row_that_names_who_is_asked_about_stands_for_the_text_above_it(tmp_path: Path) -> None:
    request = "we live in elm court 5. when are they coming for the smoke alarms? day and time, see leaflet.txt"
    answer = "The date for the smoke alarms in Elm Court 5 is Thursday, 16 May, from 1 pm to 4 pm."
    assert judged(tmp_path, request, answer, ROWS).ok
    other_row = "The date for the smoke alarms is Wednesday, 15 May, from 9 am to 12 noon."
    assert LEFT_OUT in judged(tmp_path, request, other_row, ROWS).text


MANUAL = """THERMOLUX 200 - SHORT MANUAL

Everyday use
Set the water temperature with the left knob and the room temperature
with the right knob. The green lamp shows that the burner is running.
The pressure should be between 1.2 and 1.8 bar.

When the red lamp blinks
Count how often the lamp blinks before it pauses.

2 times: The water pressure is too low. Open the blue filling tap until
the gauge shows 1.5 bar, then close it again.

3 times: No ignition. Check that the gas tap is open and press RESET
once.

4 times: The exhaust fan is blocked. Switch the boiler off at the main
switch and call the customer service. Do not press RESET.

5 times: The outdoor sensor has no contact. The boiler goes on heating
in emergency mode. Have the sensor replaced at the next service.

Maintenance
The boiler must be serviced once a year. Service line: 0800 555 0147.
"""
BLINKS = (
    "the red lamp of my boiler blinks 4 times, pause, 4 times. what is wrong and what should I do? "
    "the manual is in leaflet.txt"
)


def test_what_stands_below_the_head_of_a_section_says_it(tmp_path: Path) -> None:
    answer = (
        "The exhaust fan is blocked. Switch the boiler off at the main switch and call the customer service."
    )
    assert judged(tmp_path, BLINKS, answer, MANUAL).ok
    refused = judged(tmp_path, BLINKS, "The boiler must be serviced once a year.", MANUAL)
    assert LEFT_OUT in refused.text


DIARY = """# Diary

## 2024-08-17
Bad night. Patrick from number 12 asked for my long ladder, he has to get at his gutter.

## 2024-10-22
Rain all day, stayed in and read.
"""


@pytest.mark.parametrize(("day", "ok"), [("2024-08-17", True), ("October 22", False)])
def test_a_part_that_leans_on_another_is_of_the_same_entry(day: str, ok: bool, tmp_path: Path) -> None:
    answer = f"Who borrowed my ladder: Patrick from number 12\nOn which day: {day}"
    assert judged(tmp_path, "who borrowed my ladder, and on which day?", answer, DIARY).ok is ok


def test_a_file_is_no_subject_of_a_question(tmp_path: Path) -> None:
    asked = "Until when does the offer hold? I think it is somewhere in leaflet.txt"
    text = f"{LEAFLET}\nSomewhere else this leaflet is a map.\n"
    assert judged(tmp_path, asked, "The text does not say how long it holds.", text).ok
