"""`research --explain`: which passages retrieval finds."""

from __future__ import annotations

import pytest

from pandora.research.retrieval_report import explain, explained_lines, language_note
from tests.research.conftest import Documents

QUESTION = "When was the boiler serviced?"
ENGLISH = (
    "The boiler in the cellar was serviced in May by the same company as last year, and it should be looked at "
    "again before the winter begins, because the water pressure was rather low."
)
GERMAN = (
    "Wann wurde der Kessel im Keller zum letzten Mal gewartet, und welche Firma hat das im vergangenen Jahr "
    "gemacht, bevor der Winter begann?"
)


def test_each_question_shows_its_passages(documents: Documents) -> None:
    """Research: recall before anything else."""
    index = documents.with_files({"a.md": ENGLISH, "b.md": "A boiler was bought.", "c.md": "Geese."})
    first, second = explain(index, [QUESTION, "Who is Zorro?"])
    assert (second.passages, second.unknown) == ((), ("zorro",))
    assert explained_lines(first)[1].startswith("  1. documents/a.md:1 ")
    assert "no sources" in "\n".join(explained_lines(second))


def test_of_a_passage_the_sentence_that_fits_is_shown(documents: Documents) -> None:
    """The beginning of a long passage says nothing of why it was found."""
    filler = " ".join(f"Visitor number {n} speaks of the weather of the valley." for n in range(12))
    index = documents.with_files({"a.md": f"{filler} The boiler was serviced in May."})
    (explained,) = explain(index, [QUESTION])
    assert explained_lines(explained)[2] == "     The boiler was serviced in May."


def test_a_question_in_another_language_than_the_sources_is_said(documents: Documents) -> None:
    index = documents.with_files({"a.md": ENGLISH})
    assert (
        language_note(GERMAN, index)
        == "the question is in German and the sources are in English; ask in English"
    )
    assert language_note(ENGLISH, index) == ""
    assert language_note("Kessel?", index) == ""


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wann wurde der Kessel gewartet?", "German"),
        ("Combien coûte le nouvel ascenseur ?", "French"),
        ("Ile kosztuje nowa winda?", "Polish"),
    ],
)
def test_a_question_of_a_few_words_has_a_language_too(
    documents: Documents, question: str, language: str
) -> None:
    """Issue 16, bad input: questions are short, and most have less than the dozen words of a sure text."""
    index = documents.with_files({"a.md": ENGLISH})
    assert language_note(question, index).startswith(f"the question is in {language} and ")
    assert language_note(QUESTION, index) == ""
