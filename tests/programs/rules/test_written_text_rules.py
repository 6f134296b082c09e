"""Texts for somebody: what the next try of one that lacks something begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Role, Try, Work
from pandora.programs.rules.written_text_rules import objection_to_words, text_to_go_on_with
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


def test_who_a_summary_is_for_needs_no_name_in_it(tmp_path: Path) -> None:
    (tmp_path / "minutes.txt").write_text("The desk price rises to 160. Lorenz orders the printer.\n")
    request = "{}Can you boil minutes.txt down to 80 words at most? It needs the desk price and Lorenz."
    roles: dict[str, Role] = {"content": "content", "written by": "author"}

    def said(before: str, content: str) -> str:
        asked = request.format(before)
        task = Task(asked, request=asked, files=("minutes.txt",), named=True, kind_of_task="file")
        work = Work(task, tmp_path, rules=frozenset({"proper_names"}))
        return objection_to_words(work, Try({"content": content, "written by": ""}, Result(True, ""), roles))

    good = "The desk price rises to 160, and Lorenz orders the printer."
    assert said("Ask Ina, as Teo missed our meeting. ", good) == ""
    assert said("", good) == ""
    assert said("", "The desk price rises to 160.") == "it does not name Lorenz, which the task gives"


@pytest.mark.parametrize(
    ("answer", "gap"),
    [
        ("Stop it: `kill <PID>`.", False),
        ("Stop it: kill <PID>.", False),
        (r"It takes \(\boxed{11 \text{ hours}}\).", False),
        ("Call `items[index]`.", False),
        ("The log says Connection closed [preauth].", False),
        ("Dear [Name], the port is free.", True),
    ],
)
def test_an_answer_leaves_what_the_person_puts_in(answer: str, gap: bool, tmp_path: Path) -> None:
    (tmp_path / "ssh.log").write_text("Connection closed [preauth]\n", encoding="utf-8")
    request = "Port 3000 is in use. How do I stop the program that has it?"
    work = Work(Task(request, request=request, kind_of_task="answer", files=("ssh.log",)), tmp_path)
    told = Try({"text": answer}, Result(True, answer, 0), {"text": "answer"})
    assert ("it leaves gaps" in objection_to_words(work, told)) is gap
    roles: dict[str, Role] = {"text": "answer", "written by": "author"}
    letter = Try({"text": "Yours, <name>", "written by": "Ada"}, Result(True, answer, 0), roles)
    assert "it leaves gaps to be filled in: <name>" in objection_to_words(work, letter)
