from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.programs.handed_values import handed_on, lent_steps, opening_of_steps, value_of
from pandora.programs.help import Try, Work
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result


@pytest.mark.parametrize(
    ("output", "value"),
    [
        ("4.9", 4.9),
        ("  7\n", 7),
        ('{"a": 1}', {"a": 1}),
        ("{'a': 1}", {"a": 1}),
        ("north: 12\nsouth: 5.5", {"north": 12, "south": 5.5}),
        ("north\t007", {"north": 7}),
        ("Ada Berg\nBen Cole", ["Ada Berg", "Ben Cole"]),
        ("Ada Berg", "Ada Berg"),
        ("", ""),
        ("12:30", "12:30"),
        ("1,234.50", "1,234.50"),
        ("3,5", "3,5"),
        ("Ada: 5\nAda: 7", ["Ada: 5", "Ada: 7"]),
        ("[" * 900 + "]" * 900, "[" * 900 + "]" * 900),
    ],
)
def test_an_output_is_handed_on_as_a_value(output: str, value: object) -> None:
    assert value_of(output) == value
    assert json.loads(lent_steps({"step1": output})["step1"]) == value


def test_a_program_begins_by_taking_it_up() -> None:
    assert opening_of_steps({"step1": "4", "step2": "5"}) == 'step1 = kept("step1")\nstep2 = kept("step2")\n'


def judged(folder: Path, content: str, *, code: str | None = None, **given: str) -> str | None:
    """The state of the verdict on a step that gives report.txt this content."""
    (folder / "report.txt").write_text("title 4.9\n", encoding="utf-8")
    task = Task("enter it in report.txt", part=True, given=given)
    change = Change("report.txt", "x", content.encode())
    roles = {"code": "program"} if code is not None else {}
    attempt = Try({"code": code or ""}, Result(True, "", changes=(change,)), roles)  # type: ignore[arg-type]
    verdict = handed_on(Work(task, folder), attempt)
    return verdict.state if verdict else None


@pytest.mark.parametrize(
    ("output", "line", "state"),
    [
        ("4.9", "mean 4.9", "held"),
        ("4.8734", "mean 4.87", "held"),
        ("4.8734", "Mittel 4,9", "held"),
        ("12345.5", "12.345,5", "held"),
        ("1234", "1,234", "held"),
        ("4.9", "mean 4.5", "violated"),
        ("4.9", "mean", "violated"),
        ("Mean: 4.9", "mean_mm = 4.9", "held"),
        ("The mean is 4.9", "x 4.9", "held"),
        ("north: 12\nsouth: 5", "north 12, south 5", "held"),
        ("north: 12\nsouth: 5", "north 12", "violated"),
        ("Ada Berg\nBen Cole", "BEN COLE; Ada Berg", "held"),
        ("Ada Berg\nBen Cole", "Ada Berg", "violated"),
        ("Ann", "thanks to Anna and Joann", "violated"),
        ("Ann", "thanks to Anna and ANN", "held"),
        ("Ann", "Ann's turn", "held"),
        ("Müller", "Müllers Auto", "held"),
        ("Room B1", "Room B12", "violated"),
        ("東京", "会議は東京で", "held"),
        ("€", "€5", "held"),
        ("It was decided to buy two new chairs.", "nothing", None),
        ("true", "nothing", None),
        ("1,234.50", "1234.5", "held"),
        ("1,234.50", "the sum is 1.234,50", "held"),
        ("3,5", "3", "violated"),
        ("12:30", "from 12:30 on", "held"),
        ("2024-03-05", "am 5. März 2024", "held"),
        ("Due: 5 March 2024", "fällig;05.03.2024", "held"),
        ("2024-03-05", "am 6. März 2024", "violated"),
        ("1234.5", "Summe 1’234.50 Fr.", "held"),
        ("-5", "the lowest was −5 °C", "held"),
        ("NaN", "1.5", None),
        ("-Infinity", "7", None),
        ("1" + "0" * 400, "1.5", None),
    ],
)
def test_changed_lines_hold_what_the_step_before_gave(
    tmp_path: Path, output: str, line: str, state: str | None
) -> None:
    assert judged(tmp_path, f"title 4.9\n{line}\n", step1=output) == state


def test_one_of_several_earlier_steps_is_enough(tmp_path: Path) -> None:
    assert judged(tmp_path, "title 4.9\n7\n", step1="7", step2="8") == "held"
    assert judged(tmp_path, "title 4.9\n9\n", step1="7", step2="8") == "violated"


def test_a_program_that_uses_the_value_may_write_another(tmp_path: Path) -> None:
    opening = 'step1 = kept("step1")\n'
    assert judged(tmp_path, "9.8\n", code=f"{opening}print(2 * step1)", step1="4.9") == "held"
    assert judged(tmp_path, "9.8\n", code=f'{opening}print(2 * kept("step1"))', step1="4.9") == "held"
    assert judged(tmp_path, "9.8\n", code=f"{opening}print(9.8)", step1="4.9") == "violated"


def test_without_an_earlier_value_or_a_change_there_is_nothing_to_judge(tmp_path: Path) -> None:
    assert judged(tmp_path, "x\n") is None
    work = Work(Task("x", given={"step1": "4.9"}), tmp_path)
    assert handed_on(work, Try({}, Result(True, "done"))) is None


def test_a_text_that_is_no_unicode_is_handed_on_all_the_same() -> None:
    for output in (r'"a\ud800"', r"'a\ud800'"):
        assert value_of(output) == output
    assert json.loads(lent_steps({"step1": "a\udcff"})["step1"]) == "a\udcff"
