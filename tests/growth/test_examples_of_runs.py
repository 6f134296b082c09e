"""Examples of a new tool that come from accepted runs: growth, point 8."""

from __future__ import annotations

import pytest

from pandora.engine.host import Host
from pandora.growth.examples import Example
from pandora.growth.examples_of_runs import examples_of_runs
from pandora.operations.registry import with_handlers
from tests.engine.runs import OPERATIONS, Bench
from tests.growth.test_tool_from_run import accepted, printed

WORDS = "How many rows a table has"
CARS = "name,price\nvw,300\nkia,400\n"


@pytest.fixture
def host(bench: Bench) -> Host:
    """A host after two accepted runs of one kind, and one that asked for something else."""
    (bench.root / "data" / "cars.csv").write_text(CARS, encoding="utf-8")
    accepted(
        bench, "How many rows has the table data/cars.csv?", 'print(len(table("data/cars.csv")))  # prints 2'
    )
    accepted(bench, "How many rows has data/fruit.csv?", 'print(len(table("data/fruit.csv")))  # prints 3')
    accepted(
        bench, "How many rows has data/fruit.csv over 2?", 'print(len(table("data/fruit.csv")))  # prints 1'
    )
    made = bench.host()
    made.operations = with_handlers(OPERATIONS, python=printed)
    return made


def test_runs_that_did_the_same_are_examples(host: Host) -> None:
    """Growth 8: the file that a run named goes in, and its program's result comes out."""
    fruit = (host.workspace.root / "data/fruit.csv").read_text("utf-8")
    examples = [example for _, example in examples_of_runs(host, WORDS)]
    assert sorted(examples, key=lambda example: example.named) == [
        Example({"path": "data/cars.csv"}, "2", {"data/cars.csv": CARS}),
        Example({"path": "data/fruit.csv"}, "3", {"data/fruit.csv": fruit}),
    ]


def test_a_request_that_says_more_is_no_example(host: Host) -> None:
    assert examples_of_runs(host, "How many lines a text has") == []


def test_what_comes_out_otherwise_now_is_no_example(host: Host) -> None:
    """Growth 8: the program is run again, so that the file is the one that the result belongs to."""
    host.operations = with_handlers(
        OPERATIONS, python=lambda arguments, context: printed({"code": "# prints 7"}, context)
    )
    assert examples_of_runs(host, WORDS) == []
