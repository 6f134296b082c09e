from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from pandora import cli
from pandora.budget import Budget
from pandora.commands.rules_bench import RulesBench
from pandora.commands.task_suite import read_suite
from pandora.disk.layout import shipped_system
from pandora.engine import experiment_verdicts
from pandora.models.protocol import Reply
from pandora.models.scripted import ScriptedModel
from tests.commands.conftest import Told

CHECK = """\
import json, sys
r = json.load(open(sys.argv[1]))
assert (r['status'], r['output']) == ('accepted', 'plum 2'), r
"""
LOAD = "rows = table('data/fruit.csv')\n"
LEAST = "best = min(rows, key=lambda row: row['price'])\nprint(best['name'], best['price'])"
RIGHT, OF_THREE = LOAD + LEAST, LOAD + LEAST.replace("rows,", "rows[:3],")
FIRST = f"{LOAD}print(rows[0]['name'], rows[0]['price'])"
HEADER = {"model": "tiny", "context": 8192, "fingerprint": "tiny"}
PLAN = {"approach": "a", "confidence": "high", "steps": [{"menu": "table", "line": "x"}], "done when": "d"}
HEAD: tuple[dict[str, Any], ...] = (
    {"phase": "understand", "level": "system", "fill": {"kind": "answer", "files change": "no"}},
    {"phase": "plan", "level": "system", "fill": {**PLAN, "rationale": "r"}},
)
NO = {"phase": "do", "type": "python", "fill": {"answer": "no"}}
CHECKED = {"phase": "check", "fill": {"validation": "pass", "issues": "none", "decision": "accept"}}


def code(source: str) -> dict[str, Any]:
    return {"phase": "do", "level": "operation", "type": "python", "fill": {"code": source}}


MEASURED = [{"phase": "do", "type": "python", "fill": {"answer": "yes"}}] * 2
"""What is said of the column that a program measures, by a model that shows no probabilities."""
THREE = (*HEAD, code(RIGHT), NO, code(OF_THREE), *MEASURED, code(OF_THREE), CHECKED)
"""The relation `constants` refuses a right program, which does not have the number of the request."""
CHEAPEST = (*HEAD, code(FIRST), NO, code(RIGHT), *MEASURED, code(RIGHT), CHECKED)
"""The relation `order` refuses a wrong program, which prints the first row."""


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(experiment_verdicts, "SECONDS", 60.0)  # on a busy machine, too
    folder = tmp_path / "suite"
    for name, words in (("three", " (one of 3)"), ("cheapest", "")):
        task = folder / name
        (task / "files" / "data").mkdir(parents=True)
        (task / "files/data/fruit.csv").write_text("name,price\npear,3\nplum,2\nfig,4\n", encoding="utf-8")
        text = f"Which fruit in data/fruit.csv{words} is the cheapest?"
        (task / "task.md").write_text(f"---\nfamily: table\nseconds: 60\n---\n{text}\n", encoding="utf-8")
        (task / "check.py").write_text(CHECK, encoding="utf-8")
    return folder


def script(path: Path, lines: Iterable[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, (HEADER, *lines))), encoding="utf-8")
    return path


@pytest.fixture
def bench(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Run `pandora bench rules` on the suite outside of a workspace: the shipped patterns serve."""
    (tmp_path / "bare").mkdir()

    def run(lines: Iterable[dict[str, Any]], *more: str) -> Told:
        model = f"scripted:{script(tmp_path / 'script.jsonl', lines)}"
        record = str(tmp_path / "record")
        arguments = ["-C", str(tmp_path / "bare"), "bench", "rules", str(suite), "--record", record]
        capsys.readouterr()
        code = cli.run([*arguments, "--model", model, *more])
        told = capsys.readouterr()
        return Told(code, told.out, told.err)

    return run


def rows_of(result: Any) -> dict[str, Any]:
    return {row["name"]: row for row in result["rules"] if row["refused"]}


def test_what_each_rule_refused_and_what_it_brings_where_the_model_may_be_asked(
    bench: Callable[..., Told],
) -> None:
    told = bench((*CHEAPEST, *THREE), "--json")
    assert told.code == 0, told.err
    assert (told.json["total"], told.json["solved"], told.json["accepted_but_wrong"]) == (2, 2, 0)
    rows = rows_of(told.json)
    assert {name: (row["rightly"], row["wrongly"], row["unknown"]) for name, row in rows.items()} == {
        "order": (1, 0, ["cheapest"]),
        "constants": (0, 1, ["three"]),
    }
    free = bench((code(FIRST), CHECKED, code(RIGHT), CHECKED), "--model-calls", "9", "--json")
    rows = rows_of(free.json)
    assert rows["order"]["gained"] == rows["order"]["avoided"] == ["cheapest"], "solved only with it"
    assert [rows["constants"][key] for key in ("gained", "lost", "avoided", "unknown")] == [[]] * 4
    assert 0 < free.json["model_calls_left"] < 9
    table = [line.split() for line in bench(()).out.splitlines()]
    assert ["order", "1", "1", "0", "1", "0", "1", "0"] in table, "the record has it all"
    assert table[-1][:4] == ["2", "of", "2", "solved"]


def test_a_killed_bench_goes_on_where_it_was(suite: Path, tmp_path: Path) -> None:
    whole = (*CHEAPEST, *THREE)
    most = len(CHEAPEST) + 4

    class Killed(ScriptedModel):
        """Is killed in the second task, after its plan."""

        def fill(self, *given: Any, **named: Any) -> Reply:
            if len(self.unused) == len(whole) - most:
                raise KeyboardInterrupt
            return super().fill(*given, **named)

    folder = tmp_path / "record"
    folder.mkdir()

    def bench(model: ScriptedModel) -> RulesBench:
        return RulesBench(model, shipped_system(), Budget(), folder)

    with pytest.raises(KeyboardInterrupt):
        bench(Killed(script(tmp_path / "all.jsonl", whole))).run(read_suite(suite), ["rows"])
    rest = ScriptedModel(script(tmp_path / "rest.jsonl", whole[most:]))
    result = bench(rest).run(read_suite(suite), ["rows"])
    assert (result["solved"], rest.unused) == (2, ())


def test_only_what_the_patterns_ask_for_can_be_turned_off(bench: Callable[..., Told]) -> None:
    told = bench((), "--rule", "nothing of the kind")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "no rule or relation 'nothing of the kind'; they are order," in told.err
