"""Facts read out of each of several texts into one table: whole runs with the patterns that ship."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from pandora.budget import Budget
from pandora.engine.gathered_files import gather
from pandora.errors import UsageError
from pandora.outcome import Status
from pandora.policy import Policy
from tests.engine.runs import Bench, Line, checked, replaced

SYSTEM = Path(__file__).parents[2] / "system"
TASK = "In the folder mails there are letters. Make applicants.csv: name, phone, start - start as YYYY-MM-DD."
MAILS = {
    "a.txt": "From: Ann Low\n\nI can come from the 3rd of June 2024.\nCall 0555 1234.\nAnn Low\n",
    "b.txt": "From: Bo Ek <bo@example.org>\n\nI have no phone. Start: 2024-08-15\n",
    "c.txt": "Cy Fox here, 0555 99, as from 1 July 2024, if you like.\n",
}
FOUND = {
    "a": {"name": "Ann Low", "phone": "0555 1234", "start": "2024-06-03"},
    "b": {"name": "Bo Ek", "phone": "-", "start": "2024-08-15"},
    "c": {"name": "Cy Fox", "phone": "0555 99", "start": "1 July 2024"},
}
TABLE = [
    ["name", "phone", "start"],
    ["Ann Low", "0555 1234", "2024-06-03"],
    ["Bo Ek", "", "2024-08-15"],
    ["Cy Fox", "0555 99", "2024-07-01"],
]
ALLOWED = Policy(yes=True)


@pytest.fixture
def mails(bench: Bench) -> Bench:
    shutil.rmtree(bench.root / "system")
    shutil.copytree(SYSTEM, bench.root / "system")
    (bench.root / "mails").mkdir()
    for name, text in MAILS.items():
        (bench.root / "mails" / name).write_text(text, encoding="utf-8")
    return bench


def begun(kind: str = "file", columns: str = "name, phone, start") -> tuple[Line, ...]:
    fill = {"kind": kind, "files change": "yes" if kind == "file" else "no"}
    fill |= {"these files are needed": "yes", "file to write": "applicants.csv"} if kind == "file" else {}
    step = {"confidence": "high", "steps": ["extract: x"]}
    return (
        {"phase": "understand", "level": "system", "fill": fill},
        {"phase": "plan", "level": "system", "fill": step},
        {
            "phase": "plan",
            "level": "tool",
            "type": "extract",
            "fill": {"columns": columns, "order": "-", "direction": "rising"},
        },
    )


def read(name: str, /, **other: str) -> Line:
    fill = {**FOUND[name], **other}
    return {"phase": "do", "level": "operation", "type": "fields", "fill": fill}


def beside(**other: Mapping[str, str]) -> Line:
    """The reading of all texts at once, with other values for those that are named."""
    rows = [{**fields, **other.get(name, {})} for name, fields in FOUND.items()]
    fill = {f"row {number}": " | ".join(row.values()) for number, row in enumerate(rows, 1)}
    return {"phase": "do", "level": "operation", "type": "rows", "fill": fill}


UNSURE: Line = {"phase": "do", "level": "operation", "type": "tabulate", "fill": {"answer": "yes"}}
"""The answer, without a probability, to which of two readings the text says."""


def table(bench: Bench) -> list[list[str]]:
    with (bench.root / "applicants.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_a_table_is_made_of_the_texts_of_a_folder_that_a_word_names(mails: Bench) -> None:
    lines = (*begun(), read("a"), read("b"), read("c"), beside(), checked())
    ended = mails.start(*lines, text=TASK, policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails) == TABLE
    evidence = mails.document("op-tabulate-1.5").body(4)
    assert "quotes: name mails/a.txt:1, phone mails/a.txt:4, start mails/a.txt:3" in evidence
    assert "phone not said" in evidence
    assert "empty: phone of mails/b.txt (not said)" in ended.outcome.output
    # Each child is shown the request and its one text.
    prompt = mails.model.prompts[3].text
    assert "Call 0555 1234" in prompt
    assert "Bo Ek" not in prompt
    before = mails.states()
    assert mails.resume(policy=ALLOWED).outcome.status is Status.ACCEPTED
    assert mails.states() == before


def test_a_value_that_the_text_does_not_have_is_told_and_mended(mails: Bench) -> None:
    wrong = read("a", phone="0555 1243")
    mended = read("a", name="Ann Lowe")  # what held before still counts
    lines = (*begun(), wrong, mended, read("b"), read("c"), beside(), checked())
    ended = mails.start(*lines, text=TASK, policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails) == TABLE
    assert "phone: '0555 1243' does not stand in the text" in mails.model.prompts[4].text
    assert "Ann Lowe" not in mails.document("op-fields-1.1").body(5)


def test_a_value_that_no_try_can_hold_is_left_empty_and_said(mails: Bench) -> None:
    wrong = read("c", phone="0555 00")
    lines = (*begun(), read("a"), read("b"), wrong, wrong, wrong, beside(c={"phone": "-"}), checked())
    ended = mails.start(*lines, text=TASK, policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails)[3] == ["Cy Fox", "", "2024-07-01"]
    assert "empty: phone of mails/c.txt (0555 00 does not stand in the text)" in ended.outcome.output


@pytest.mark.parametrize(
    ("said", "word"), [("0 if there is none", "0"), ('else "unknown"', "unknown"), ("or n/a", "n/a")]
)
def test_the_tasks_own_word_stands_where_a_text_says_nothing(mails: Bench, said: str, word: str) -> None:
    lines = (*begun(), read("a"), read("b", phone=word), read("c"), beside(), checked())
    ended = mails.start(*lines, text=f"{TASK} Phone: {said}.", policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails)[2] == ["Bo Ek", word, "2024-08-15"]
    assert "empty:" not in ended.outcome.output


def test_a_number_read_beside_others_is_held_against_the_tasks_word_for_none(mails: Bench) -> None:
    lines = (*begun(), read("a"), read("b"), read("c", phone="0"), beside(), checked())
    ended = mails.start(*lines, text=f"{TASK} 0 for no phone.", policy=ALLOWED)
    assert ended.outcome.status is not Status.ACCEPTED
    assert "phone of mails/c.txt: nothing or 0555 99 (line 1)?" in str(ended.outcome.question)


def test_a_table_that_is_mostly_empty_is_not_believed(mails: Bench) -> None:
    nothing = [*(read(name, phone="-", start="-") for name in FOUND), beside()]
    mails.script((*begun(), *nothing))
    ended = mails.start(*begun(), *nothing, text=TASK, policy=ALLOWED)
    assert ended.outcome.status is not Status.ACCEPTED
    assert "most cells are empty" in mails.document("op-tabulate-1.5").body(3)
    assert not (mails.root / "applicants.csv").exists()


def test_without_a_file_to_be_made_the_answer_is_the_table(mails: Bench) -> None:
    text = "List name, phone, start of all the people in mails/"
    lines = (*begun("answer", "name, phone, start, age"), read("a"), read("b"), read("c"), beside(), checked())
    ended = mails.start(*lines, text=text, policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert "| Ann Low | 0555 1234 | 2024-06-03 |" in ended.outcome.output
    assert "Columns: name, phone, start\n" in mails.document("tool-extract-1").body(2)


def test_columns_that_the_task_does_not_name_are_asked_about(mails: Bench) -> None:
    mails.start(*begun(columns="salary"), text=TASK, policy=ALLOWED)
    assert "Which columns is the table to have?" in mails.document("tool-extract-1").body(5)


def test_a_run_that_was_cut_off_keeps_the_texts_that_it_read(mails: Bench) -> None:
    calls = Budget(calls=4)
    ended = mails.start(*begun(), read("a"), text=TASK, policy=ALLOWED, budget=calls)
    assert ended.outcome.status is Status.ESCALATED
    ended = mails.resume(read("b"), read("c"), beside(), checked(), policy=ALLOWED, budget=Budget(calls=60))
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails) == TABLE
    assert [document for _, document in mails.model.asked if "fields" in document] == [
        f"op-fields-{mails.run.split('-')[-1]}-1.{number}" for number in (2, 3)
    ]


def test_an_edited_reading_reaches_the_table(mails: Bench) -> None:
    lines = (*begun(), read("a"), read("b"), read("c"), beside(), checked())
    mails.start(*lines, text=TASK, policy=ALLOWED)
    (mails.root / "applicants.csv").unlink()
    path = mails.root / "state" / f"{mails.document('op-fields-1.2').meta['id']}.md"
    text = path.read_text(encoding="utf-8")
    head, output = text.split("## §5 OUTPUT\n")
    path.write_text(f"{head}## §5 OUTPUT\n{output.replace('- [not said]', '0555 7')}", encoding="utf-8")
    ended = mails.resume(checked(), policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails)[2] == ["Bo Ek", "0555 7", "2024-08-15"]


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("Was steht in den mails?", ["mails/a.txt", "mails/b.txt", "mails/c.txt"]),
        ("What do the mails say of data/fruit.csv?", ["data/fruit.csv"]),
        ("Make mails.csv of nothing", []),
        ("Send emails to out.txt", []),
    ],
)
def test_a_word_that_is_a_folders_name_brings_its_files_where_no_other_is_named(
    mails: Bench, text: str, files: list[str]
) -> None:
    assert list(gather(text, mails.root).files) == files


def edited_plan(bench: Bench, old: str, new: str) -> None:
    path = bench.root / "state" / f"{bench.document('tool-extract-1').meta['id']}.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_columns_that_a_person_changes_in_the_plan_are_not_overheard(mails: Bench) -> None:
    lines = (*begun(), read("a"), read("b"), read("c"), beside(), checked())
    mails.start(*lines, text=TASK, policy=ALLOWED)
    (mails.root / "applicants.csv").unlink()
    edited_plan(mails, "Columns: name, phone, start", "Columns: name, start")
    with pytest.raises(UsageError, match="empty Steps, which are then made from Columns"):
        mails.resume(policy=ALLOWED)
    steps = mails.document("tool-extract-1").body(2).split("Steps:")[1].split("\n\n")[0]
    edited_plan(mails, steps, "")
    without = ({**read(name), "fill": {k: v for k, v in FOUND[name].items() if k != "phone"}} for name in "abc")
    rows = {f"row {n}": f"{row['name']} | {row['start']}" for n, row in enumerate(FOUND.values(), 1)}
    without_phone = {**beside(), "fill": rows}
    ended = mails.resume(*without, without_phone, checked(), policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails) == [[row[0], row[2]] for row in TABLE]


def test_a_cell_that_is_read_in_two_ways_is_asked_about_and_nothing_is_written(mails: Bench) -> None:
    (mails.root / "mails" / "a.txt").write_text(f"{MAILS['a.txt']}Office: 0555 7700\n", encoding="utf-8")
    other = beside(a={"phone": "0555 7700"})
    ended = mails.start(*begun(), read("a"), read("b"), read("c"), other, UNSURE, text=TASK, policy=ALLOWED)
    assert ended.outcome.status is Status.ESCALATED
    question = "phone of mails/a.txt: 0555 1234 (line 4) or 0555 7700 (line 6)?"
    assert ended.outcome.question is not None
    assert ended.outcome.question.text == question
    assert "| Bo Ek |  | 2024-08-15 |" in ended.outcome.output
    assert "applicants.csv does not exist" not in ended.outcome.reason
    assert not (mails.root / "applicants.csv").exists()
    # All texts stand in the prompt of the second reading, and there was one attempt.
    assert all(text.split("\n")[0] in mails.model.prompts[6].text for text in MAILS.values())
    assert len(mails.model.prompts) == 8


def test_what_a_person_answers_is_the_cell(mails: Bench) -> None:
    (mails.root / "mails" / "a.txt").write_text(f"{MAILS['a.txt']}Office: 0555 7700\n", encoding="utf-8")
    other = beside(a={"phone": "0555 7700"})
    readings = (read("a"), read("b"), read("c"), other)
    mails.start(*begun(), *readings, UNSURE, text=TASK, policy=ALLOWED)
    mails.edit(replaced("\nAnswer:", "\nAnswer: 0555 7700, please"))
    whole = {"approach": "x", "done when": "x", "rationale": "x"}
    again = [
        {**line, "fill": {**whole, **line["fill"]}} if "steps" in line["fill"] else line for line in begun()
    ]
    ended = mails.resume(*again, *readings, checked(), policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert table(mails)[1] == ["Ann Low", "0555 7700", "2024-06-03"]


def test_texts_that_do_not_fit_beside_one_another_are_read_once(mails: Bench) -> None:
    for name, text in MAILS.items():
        (mails.root / "mails" / name).write_text(text + "Very many words more. " * 400, encoding="utf-8")
    ended = mails.start(*begun(), read("a"), read("b"), read("c"), checked(), text=TASK, policy=ALLOWED)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert "rows:" not in mails.document("tool-extract-1").body(2)
