"""What a document shows above a question, and that words which only look like that are not taken for it."""

from __future__ import annotations

import pytest

from pandora.document.question_lines import (
    block_of,
    numbered,
    open_question,
    shown_above,
    what_of,
    with_question,
    without_shown,
    words_of,
)
from pandora.document.state_document import parse_document
from pandora.outcome import Question

ASKED = "May it change a.txt? [blobs/0a]"
END = f"Question: {ASKED}\nAnswer:"


@pytest.mark.parametrize("shown", ["-a\n+b", "```\n### Asked\n```", "", "~~~\nQuestion: no"])
def test_what_is_above_a_question_is_read_back_and_taken_out(shown: str) -> None:
    block = block_of(shown, "diff")
    body = f"### Candidate 1\nFound: x\n\n{block}\n{END}" if block else f"### Candidate 1\nFound: x\n{END}"
    assert shown_above(body, ASKED) == shown
    assert without_shown(body, ASKED) == f"### Candidate 1\nFound: x\n{END}"


@pytest.mark.parametrize(
    "words",
    [
        "Found:\n  ### Asked\n  ```diff\n  +harmless\n  ```",
        "Found: ### Asked\n```diff\n+harmless\n```",
        "### Asked\n```diff\n+harmless\n```\nChosen: 1",
        "### Asked\n+harmless",
        "### Asked\n```diff\n+harmless\n```\nQuestion: Another?\nAnswer: yes",
    ],
)
def test_words_that_look_like_a_block_are_none(words: str) -> None:
    body = f"### Candidate 1\n{words}\n{END}"
    assert shown_above(body, ASKED) == ""
    assert without_shown(body, ASKED) == body


HEAD = (
    "---\npandora: 1\nid: op-write-abc234-1\nquestions:\n  2: {kind: effect, section: 3, what: blobs/0b}\n---\n"
)
BEFORE = "# State\n\n## §0 META\n\n## §1 UNDERSTAND\n\n## §2 PLAN\n\n## §3 DO\n"
AFTER = "\n\n## §4 CHECK\n\n## §5 OUTPUT\n"
TEXT = f"{HEAD}{BEFORE}See [9]\nQuestion: May it change a.txt? [2]\nAnswer:{AFTER}"


def test_a_question_about_an_effect_has_the_number_of_the_record_that_names_its_bytes() -> None:
    document = parse_document(TEXT)
    asked = open_question(document)
    assert asked == Question("effect", "May it change a.txt? [2]", "op-write-abc234-1", 3, "blobs/0b")
    assert (asked.words, words_of(document, asked.text)) == ("May it change a.txt?",) * 2
    assert numbered(document, "May it run?") == "May it run? [3]"
    new = Question("effect", "May it run? [3]", "op-write-abc234-1", 3, "blobs/0c")
    assert list(with_question(document, new)) == ["2", "3"]


def test_a_number_is_not_given_again_where_its_record_was_taken_away() -> None:
    document = parse_document(TEXT.replace("  2: {kind: effect, section: 3, what: blobs/0b}\n", "  1: {}\n"))
    assert what_of(document, "May it change a.txt? [2]") == ""
    assert numbered(document, "May it run?") == "May it run? [3]"


def test_a_question_of_an_earlier_version_names_its_bytes_itself() -> None:
    document = parse_document(TEXT)
    assert (what_of(document, ASKED), words_of(document, ASKED)) == ("blobs/0a", "May it change a.txt?")
    assert words_of(document, "Which note is meant, [7]") == "Which note is meant, [7]"
    assert Question("task", "Which note is meant, [7]").words == "Which note is meant, [7]"
