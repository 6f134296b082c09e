"""Texts for somebody: what the next try of one that lacks something begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.written_text_rules import text_to_go_on_with
from pandora.task import Task
from pandora.workspace.operation_context import Result

LETTER = """Dear Mr Petrov,

the heating does not work since 3 January.

Please repair it.

Sincerely,

Hana Sato, Linden Street 22"""
LACKS = "it lacks some of this: want: repaired by 17 January; my phone: 0177 5550160"


@pytest.mark.parametrize(
    ("text", "said", "begun"),
    [
        (LETTER, LACKS, LETTER.partition("\n\nSincerely")[0]),
        (LETTER.replace("it.", "[what]."), LACKS, ""),
        (LETTER, "it has 149 words and may have 120; say it in fewer", ""),
    ],
)
def test_a_letter_that_lacks_notes_is_gone_on_with_before_its_closing(
    text: str, said: str, begun: str, tmp_path: Path
) -> None:
    request = "write my landlord a letter about the heating, what has to be in it is in facts.txt"
    work = Work(Task(request, kind_of_task="file"), tmp_path)
    given = {"content": text, "written by": "Hana Sato"}
    attempt = Try(given, Result(False, said, 1), {"content": "content", "written by": "author"})
    assert text_to_go_on_with(work, attempt) == begun
