"""What a document shows above a question, and that words which only look like that are not taken for it."""

from __future__ import annotations

import pytest

from pandora.document.question_lines import block_of, shown_above, without_shown

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
