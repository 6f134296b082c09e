from __future__ import annotations

import pytest

from pandora.document.form import parse_form
from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Status
from pandora.programs.request.asked_parts import (
    MOST_PARTS,
    asked_parts,
    has_open_question,
    parts_with_rows_of,
    said_before_questions,
    separate_requests,
)
from pandora.task import Task
from tests.engine.runs import Bench, without_direct


@pytest.mark.parametrize(
    ("request_text", "parts"),
    [
        (
            "Who orders the chairs, how many, and until when?",
            ["Who orders the chairs", "How many", "Until when"],
        ),
        (
            "Please look (in notes.md) when the fair opens and what a stand costs.",
            ["Please look when the fair opens", "What a stand costs"],
        ),
        (
            "Wie hoch ist die Kaution und wann muss sie zurückgezahlt werden?",
            ["Wie hoch ist die Kaution", "Wann muss sie zurückgezahlt werden"],
        ),
        (
            "La fête a lieu quel jour, qui tient la buvette et combien coûte l'entrée ?",
            ["La fête a lieu quel jour", "Qui tient la buvette", "Combien coûte l'entrée"],
        ),
        ("¿Cuándo es la reunión y quién la dirige?", ["Cuándo es la reunión", "Quién la dirige"]),
        ("What does E37 mean? What does manual.txt say about it?", None),
        ("Which laptop is the cheapest?", []),
        ("Which of those who came in May and who left in June got a bonus?", []),
        (
            "My neighbour, who lives upstairs, is loud. When may he play, and how long?",
            ["When may he play", "How long"],
        ),
        (
            "Wie viel Euro sind insgesamt noch nicht bezahlt, die bis zum letzten Tag des alten Jahres fällig "
            "sind, und wie viele Rechnungen sind das?",
            [
                "Wie viel Euro sind insgesamt noch nicht bezahlt die bis zum letzten Tag des alten Jahres",
                "Wie viele Rechnungen sind das",
            ],
        ),
        ("Who brings bread and butter?", []),
        ("Fasse protokoll.md zusammen.", []),
        (" ".join(f"What is {letter}?" for letter in "abcdefgh"), []),
    ],
)
def test_a_request_is_cut_at_its_questions(request_text: str, parts: list[str] | None) -> None:
    given = asked_parts(request_text)
    assert len(given) <= MOST_PARTS
    assert given == (["What does E37 mean", "What does manual say about it"] if parts is None else parts)
    for label in given:
        parse_form("Text: {line}").for_each([label])


def test_each_part_has_a_line_of_the_form_and_of_the_answer(bench: Bench) -> None:
    operations = bench.workspace.system / "operations"
    operations.mkdir(exist_ok=True)
    (operations / "answer.md").write_text(without_direct("operations/answer.md"), encoding="utf-8")
    task = Task("Who was Ada, and when was she born?", "operation", "answer", "abc234", "system-abc234", "1")
    fill = {"who was ada": "A mathematician", "when was she born": "In 1815"}
    bench.script([{"phase": "do", "level": "operation", "type": "answer", "fill": fill}] * 2)
    host = bench.host()
    host.operations = OPERATIONS
    outcome = micro_loop(task, host)
    assert outcome.status is Status.ACCEPTED, outcome
    assert outcome.output == "Who was Ada: A mathematician\nWhen was she born: In 1815"
    assert "Who was Ada: <" in bench.model.prompts[0].text


@pytest.mark.parametrize(
    ("request_text", "parts"),
    [
        (
            "Log a.log is ours. What was the top temperature, and when? How often did the cellar sensor fail?",
            [
                "Log a.log is ours. What was the top temperature, and when?",
                "Log a.log is ours. How often did the cellar sensor fail?",
            ],
        ),
        (
            "Wie war der Stand am 31.12., und wieviel gab der Verein insgesamt für Getränke aus? Kurz bitte.",
            [
                "Kurz bitte. Wie war der Stand am 31.12.?",
                "Kurz bitte. wieviel gab der Verein insgesamt für Getränke aus?",
            ],
        ),
        ("How many rides start at the gate, and how many minutes do they take together?", []),
        ("Which laptop is the cheapest, and what does it cost?", []),
        ("How often did the backup fail in October, and which one was the last failure in that month?", []),
        ("Which sensor was the warmest in the attic? On which day did that sensor show thirty degrees?", []),
        (
            "What did the heating cost in 2024, and how much oil did the school that burns most need?",
            ["What did the heating cost in 2024?", "how much oil did the school that burns most need?"],
        ),
        ("Write chess.py. It returns what everybody has won, and how often each of the players lost.", []),
    ],
)
def test_questions_are_parted_where_each_can_be_told_alone(request_text: str, parts: list[str]) -> None:
    assert separate_requests(request_text) == parts


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (
            "We'd like to hire an e-bike. How much is the deposit, and until when? (terms.txt)",
            "We'd like to hire an e-bike.",
        ),
        ("Wir sind zu fünft. Was kostet der Eintritt? Danke!", "Wir sind zu fünft."),
        ("Please read notes.txt. Who wrote it?", ""),
        ("How old is Ann? She is in people.csv.", ""),
        ("Sum up the leaflet.", ""),
    ],
)
def test_what_is_said_before_the_first_question_is_told_with_it(request_: str, told: str) -> None:
    assert said_before_questions(request_) == told


@pytest.mark.parametrize(
    ("request_", "parts"),
    [
        ("when and where do we meet for the tour now? see thread.txt", []),
        ("Wann und wo treffen wir uns, und wer kommt?", ["Wann und wo treffen wir uns", "Wer kommt"]),
        ("when does the ferry leave, and why?", ["When does the ferry leave", "Why"]),
    ],
)
def test_a_question_word_alone_belongs_to_the_next_one(request_: str, parts: list[str]) -> None:
    assert asked_parts(request_) == parts
    assert not separate_requests("when and where do we meet? they changed it about three times")


@pytest.mark.parametrize(
    ("request_", "asks"),
    [
        ("Our wedding is on a Friday. When does the band have to stop? It's somewhere in barn.txt", True),
        ("Wir heiraten im Mai. Wann muss die Band aufhören? Steht in barn.txt.", True),
        ("Sort these into folders, can you? I need them by year.", False),
        ("Write down when the band stops. It's in barn.txt", False),
    ],
)
def test_a_sentence_of_a_request_may_be_its_question(request_: str, asks: bool) -> None:
    assert has_open_question(request_) is asks


@pytest.mark.parametrize(
    ("request_text", "parts"),
    [
        ("Which customers, who live in Bonn, ordered more than once?", []),
        ("Quel client, qui habite à Lyon, a payé le plus ?", []),
        ("Który klient, który mieszka w Krakowie, zapłacił najwięcej?", []),
        (
            "Jak nazywa się klient, który zapłacił najwięcej, i ile zapłacił?",
            ["Jak nazywa się klient który zapłacił najwięcej", "Ile zapłacił"],
        ),
        ("Quanti libri ci sono e qual è il più caro?", ["Quanti libri ci sono", "Qual è il più caro"]),
        (
            "dans parcelles.md, qui n'a pas payé, et combien de m² ont ces parcelles ?",
            ["Qui n'a pas payé", "Combien de m² ont ces parcelles"],
        ),
        ("Who came first, who came last?", ["Who came first", "Who came last"]),
        ("How many came to see it, 30 or more?", []),
    ],
)
def test_a_clause_about_a_word_is_no_part(request_text: str, parts: list[str]) -> None:
    assert asked_parts(request_text) == parts


def test_a_question_with_a_clause_in_it_is_asked_as_a_whole() -> None:
    assert separate_requests("Which customers, who live in Bonn, ordered more than once?") == []


@pytest.mark.parametrize(
    ("request_", "leaning"),
    [
        ("Which mechanic worked the most hours in April, and how many hours were that?", [1, 2]),
        ("Which customer ordered most in May, and for how much?", [1, 2]),
        ("Welcher Kunde hat 2024 am meisten bestellt und wie viel Euro waren das?", [1, 2]),
        ("How many orders came in May, and how many customers do we have?", [1]),
        ("Wer kam im Mai, und wie viele Mitglieder hat das Haus?", [1]),
    ],
)
def test_a_part_that_ends_in_a_word_for_that_leans_on_the_part_before(
    request_: str, leaning: list[int]
) -> None:
    assert parts_with_rows_of(1, request_) == leaning


def test_a_german_das_without_a_noun_points_back() -> None:
    asked = "Welche Sorten sind nur bis 2024 haltbar? Und wie viele Tütchen sind das insgesamt?"
    assert separate_requests(asked) == []
    asked = "Welche Sorten sind nur bis 2024 haltbar? Und wie viele Gramm wiegt das große Tütchen?"
    assert len(separate_requests(asked)) == 2
