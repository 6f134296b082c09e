"""What a request wants, asked in short questions: changed files, a text for somebody, or an answer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.engine.runs import Bench, Line

SYSTEM = Path(__file__).parents[3] / "system"
NOTES = "The pool is closed from Monday on.\n"


@pytest.fixture
def notes(bench: Bench) -> Bench:
    shutil.rmtree(bench.root / "system")
    shutil.copytree(SYSTEM, bench.root / "system")
    (bench.root / "notes.txt").write_text(NOTES, encoding="utf-8")
    return bench


def said(phase: str, *chances: float) -> list[Line]:
    line: Line = {"phase": phase, "fill": {"answer": "yes"}}
    return [{**line, "chances": {"answer": chance}} for chance in chances]


def begun(bench: Bench, request: str, kind: float, *lines: Line) -> str:
    """The document after UNDERSTAND and PLAN of a request; what comes after is not scripted."""
    understood: Line = {
        "phase": "understand",
        "level": "system",
        "fill": {"kind": "answer", "files change": "no"},
        "chances": {"kind": kind, "files change": 0.6},
    }
    bench.start(understood, *lines, text=request)
    return bench.document().text


@pytest.mark.parametrize(
    ("letter", "words", "information", "compose", "text"),
    [
        (0.98, 0.6, 0.6, True, False),
        (0.8, 0.8, 0.9, False, True),
        (0.9, 0.6, 0.6, False, True),
        (0.98, 0.6, 0.98, False, True),
    ],
)
def test_the_menu_has_what_writes_a_text_or_all_else(
    notes: Bench, letter: float, words: float, information: float, compose: bool, text: bool
) -> None:
    begun(notes, "Tell the swimmers what notes.txt says", 0.9, *said("plan", letter, words, information))
    prompt = next(prompt.text for prompt in notes.model.prompts if "# PLAN" in prompt.text)
    menu = prompt.partition("You may call:")[2]
    assert ("- compose:" in menu, "- text:" in menu) == (compose, text)


def test_what_the_model_said_of_it_is_kept_and_not_asked_again(notes: Bench) -> None:
    document = begun(notes, "Tell the swimmers what notes.txt says", 0.9, *said("plan", 0.98, 0.9, 0.6))
    assert 'wants_text: "yes"' in document
    notes.resume()
    asked = [prompt.text for prompt in notes.model.prompts]
    assert not any("a request for information" in text for text in asked)
    assert "- compose:" in asked[-1].partition("You may call:")[2]


def test_a_model_that_shows_no_probabilities_is_not_asked(notes: Bench) -> None:
    understood: Line = {
        "phase": "understand",
        "level": "system",
        "fill": {"kind": "answer", "files change": "no"},
    }
    notes.start(understood, text="Tell the swimmers what notes.txt says")
    menu = notes.model.prompts[-1].text.partition("You may call:")[2]
    assert "- compose:" in menu
    assert "- text:" in menu


@pytest.mark.parametrize(("must", "information", "kind"), [(0.85, 0.6, "change"), (0.7, 0.9, "answer")])
def test_an_unsure_kind_is_settled_by_whether_files_are_to_change(
    notes: Bench, must: float, information: float, kind: str
) -> None:
    document = begun(notes, "In notes.txt it is Tuesday now", 0.4, *said("understand", must, information))
    assert f'wants_change: "{"yes" if kind == "change" else "no"}"' in document


@pytest.mark.parametrize(("must", "information", "kind"), [(0.85, 0.6, "change"), (0.7, 0.9, "answer")])
def test_a_text_with_gaps_beside_another_file_is_filled_where_files_are_to_change(
    notes: Bench, must: float, information: float, kind: str
) -> None:
    (notes.root / "bill.txt").write_text("Hours: ........\n", encoding="utf-8")
    document = begun(notes, "By notes.txt, the dots of bill.txt", 0.9, *said("understand", must, information))
    assert f'wants_change: "{"yes" if kind == "change" else "no"}"' in document
