"""Work of two steps: what the first gave reaches the second as a value, and the files must hold it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.budget import Budget
from pandora.engine.run import Ended, resume, start
from pandora.operations.python import python
from pandora.operations.registry import OPERATIONS as SHIPPED
from pandora.operations.registry import with_handlers
from pandora.policy import Policy, Rule
from tests.engine.runs import OPERATIONS, Bench, Line, checked, coded, planned, understood

SYSTEM = Path(__file__).parents[2] / "system"
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
SUM = "print(sum(row['price'] for row in table('data/fruit.csv')))"
TASK = "Sum the prices of data/fruit.csv and set total in report.yaml."
PLAN = planned("python: sum the prices of data/fruit.csv", "set: enter the total in report.yaml")


@pytest.fixture(autouse=True)
def report(bench: Bench) -> None:
    (bench.workspace.system / "kernel").mkdir(exist_ok=True)
    (bench.workspace.system / "kernel" / "set.md").write_bytes((SYSTEM / "kernel" / "set.md").read_bytes())
    (bench.root / "report.yaml").write_text("# of May\ntotal: null\nyear: 5\n", encoding="utf-8")


def setting(value: str) -> Line:
    items = [{"key": "total", "line": value}]
    fill = {"path": "report.yaml", "values": items}
    return {"phase": "do", "level": "operation", "type": "set", "fill": fill}


def exempt(answer: str) -> Line:
    return {"phase": "do", "level": "operation", "fill": {"answer": answer}}


def run(bench: Bench, *lines: Line, task: str = TASK) -> Ended:
    bench.script(lines)
    host = bench.host(policy=ALLOWED)
    host.operations = {**with_handlers(OPERATIONS, python=python), "set": SHIPPED["set"]}
    return start(task, host, Budget())


def test_a_value_reaches_a_step_that_names_other_files(bench: Bench) -> None:
    ended = run(bench, understood(), PLAN, *[coded(SUM)] * 2, setting("5"), checked())
    assert ended.outcome.status.value == "accepted", ended.outcome
    assert "total: 5" in (bench.root / "report.yaml").read_text(encoding="utf-8")
    assert "step 1 gave: 5" in bench.document("op-set-2").body(1)
    assert "held: what step 1 gave stands in report.yaml" in bench.document("op-set-2").body(4)
    before = bench.states()
    bench.script(())
    host = bench.host(policy=ALLOWED)
    host.operations = {**with_handlers(OPERATIONS, python=python), "set": SHIPPED["set"]}
    assert resume(bench.run, host).outcome.status.value == "accepted"
    assert bench.states() == before


def test_another_value_is_not_believed_and_the_next_try_is_told(bench: Bench) -> None:
    lines = (understood(), PLAN, *[coded(SUM)] * 2, setting("4"), exempt("no"), setting("5"), checked())
    ended = run(bench, *lines)
    assert ended.outcome.status.value == "accepted", ended.outcome
    assert "total: 5" in (bench.root / "report.yaml").read_text(encoding="utf-8")
    assert "step 1 gave 5, and that is not in report.yaml" in bench.document("op-set-2").body(3)
    assert "write what step 1 gave" in bench.model.prompts[-2].text


def test_a_step_that_needs_no_value_is_exempt_by_choice(bench: Bench) -> None:
    plan = planned("python: sum the prices of data/fruit.csv", "set: set year to 6 in report.yaml")
    other = replace_line(setting("6"), "year")
    task = "What do data/fruit.csv's prices sum to? Also set year to 6 in report.yaml."
    ended = run(bench, understood(), plan, *[coded(SUM)] * 2, other, exempt("yes"), checked(), task=task)
    assert ended.outcome.status.value == "accepted", ended.outcome
    assert "handed on exempt (1.00)" in bench.document("op-set-2").body(3)


def replace_line(line: Line, key: str) -> Line:
    fill = {"path": "report.yaml", "values": [{"key": key, "line": "6"}]}
    return {**line, "fill": fill}


def test_a_later_program_has_the_value_as_a_variable(bench: Bench) -> None:
    plan = planned("python: sum the prices of data/fruit.csv", "python: print twice the sum")
    double = 'step1 = kept("step1")\nprint(2 * step1)'
    ended = run(bench, understood(), plan, *[coded(SUM)] * 2, *[coded(double)] * 2, checked())
    assert (ended.outcome.status.value, ended.outcome.output) == ("accepted", "10"), ended.outcome
    assert bench.model.openings[-2] == {"code": 'step1 = kept("step1")\n'}
    assert '- kept("step1") gives 5' in bench.model.prompts[-2].text


def test_a_file_to_make_is_made_by_the_step_that_names_it(bench: Bench) -> None:
    plan = planned("python: sum the prices of data/fruit.csv", "python: write the sum into out/sum.txt")
    save = 'step1 = kept("step1")\nsave(step1, "out/sum.txt")\nprint(step1)'
    task = "Sum the prices of data/fruit.csv and write it to out/sum.txt"
    ended = run(bench, understood(), plan, *[coded(SUM)] * 2, *[coded(save)] * 2, checked(), task=task)
    assert ended.outcome.status.value == "accepted", ended.outcome
    assert (bench.root / "out/sum.txt").read_text(encoding="utf-8").strip() == "5"


def test_a_step_does_not_make_a_file_whose_name_ends_that_of_its_own(bench: Bench) -> None:
    plan = planned(
        "python: sum the prices of data/fruit.csv into checksum.txt", "python: write the sum into sum.txt"
    )
    first, last = (f'{SUM}\nsave(5, "{name}.txt")' for name in ("checksum", "sum"))
    task = "Sum the prices of data/fruit.csv into checksum.txt and write it to sum.txt"
    ended = run(bench, understood(), plan, *[coded(first)] * 2, *[coded(last)] * 2, checked(), task=task)
    assert ended.outcome.status.value == "accepted", ended.outcome
    assert (bench.root / "checksum.txt").exists()
    assert (bench.root / "sum.txt").exists()
