"""Values that one program keeps and a later one of the same run takes up."""

from __future__ import annotations

from pandora.budget import Budget
from pandora.check.lint_state import state_problems
from pandora.engine.host import Host
from pandora.engine.run import resume, start
from pandora.operations.python import python
from pandora.operations.registry import with_handlers
from tests.engine.runs import OPERATIONS, Bench, Line, checked, coded, planned, understood

KEEPS = "least = min(table('data/fruit.csv'), key=lambda row: row['price'])\nkeep('least', least)\nprint(least)"
TAKES = "print(kept('least')['name'], kept('least')['price'])"
PLAN = planned("python: find the cheapest fruit", "python: print its name and its price")
LINES: tuple[Line, ...] = (understood(), PLAN, *[coded(KEEPS)] * 2, *[coded(TAKES)] * 2, checked())


def host(bench: Bench, *lines: Line) -> Host:
    bench.script(lines)
    made = bench.host()
    made.operations = with_handlers(OPERATIONS, python=python)
    return made


def test_a_later_program_takes_up_what_an_earlier_one_kept(bench: Bench) -> None:
    ended = start("Which fruit in data/fruit.csv is the cheapest?", host(bench, *LINES), Budget())
    assert (ended.outcome.status.value, ended.outcome.output) == ("accepted", "plum 2"), ended.outcome
    (name, blob), *more = bench.document("op-python-1").meta["kept"].items()
    assert (name, more) == ("least", [])
    assert (bench.root / "state" / blob).read_text() == '{"name": "plum", "price": 2}'
    assert "Kept:\n  - least → content 1" in bench.document("op-python-1").body(3)
    assert bench.document("op-python-1").meta["contents"] == {1: blob}
    prompts = [prompt.text for prompt in bench.model.prompts]
    assert sum('- kept("least") gives {"name": "plum", "price": 2}' in prompt for prompt in prompts) == 2
    assert list(state_problems(bench.workspace)) == []
    before = bench.states()
    assert resume(bench.run, host(bench)).outcome.output == "plum 2"
    assert bench.states() == before


def test_a_step_sees_nothing_of_those_that_may_run_beside_it(bench: Bench) -> None:
    """Else what it was made from would depend on which of them had ended."""
    plan = planned(
        "python: find the cheapest fruit",
        "python: print one (after nothing)",
        "python: print its name and its price (after 1)",
    )
    lines = (understood(), plan, *[coded(KEEPS)] * 2, *[coded("name = sorted('a')[0]\nprint(name)")] * 2)
    start("Which fruit in data/fruit.csv is the cheapest?", host(bench, *lines, *LINES[4:]), Budget())
    shown = [
        (call[1].rpartition("-")[2], 'kept("least")' in prompt.text)
        for call, prompt in zip(bench.model.asked, bench.model.prompts, strict=True)
        if call[0] == "do"
    ]
    assert dict(shown) == {"1": False, "2": False, "3": True}


def test_another_value_makes_what_took_it_up_stale(bench: Bench) -> None:
    start("Which fruit in data/fruit.csv is the cheapest?", host(bench, *LINES), Budget())
    path = bench.root / bench.document("op-python-1").path
    text = path.read_text("utf-8").replace("keep('least', least)", "keep('least', {**least, 'price': 1})")
    rest = text[text.index("\n## §4") :]
    path.write_text(text[: text.index("Result: ok")] + rest, encoding="utf-8")
    ended = resume(bench.run, host(bench, *[coded(TAKES)] * 2, checked()))
    assert ended.outcome.output == "plum 1"


def test_runs_do_not_see_each_other_s_values(bench: Bench) -> None:
    start("Which fruit in data/fruit.csv is the cheapest?", host(bench, *LINES), Budget())
    lines = (understood(), planned("python: print it"), *[coded(TAKES)] * 5)
    ended = start("What was kept of data/fruit.csv?", host(bench, *lines), Budget())
    assert ended.outcome.status.value != "accepted"
