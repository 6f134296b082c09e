"""A block that fails again is refused, and the next one is told what failed and how the call is made."""

from __future__ import annotations

import pytest

from pandora.sessions.block_section import Block
from pandora.sessions.failed_blocks import ANOTHER_WAY, EXAMPLES, failed_at_end, failure_part, same_as_failed
from tests.sessions.sittings import Line, Sitting, block, designed, leaf

FAILED = "error: line 1: total = sum(rows) NameError: name 'rows' is not defined"
SETUP = "lines, prices, price = ['7 euros', '9 euros'], [7, 9], 7\nresults['price'] = '7 euros'"


def test_only_failures_since_the_last_block_that_ran_well_are_refused() -> None:
    """What a block lacked may be there by now: then the same code is another attempt."""
    bad, good = Block("total = sum(rows)", f"Result: {FAILED}"), Block("rows = [1]", "Result: ok")
    assert failed_at_end([bad]) == [bad]
    assert failed_at_end([bad, good]) == []
    assert same_as_failed("total = sum(rows)  # once more", [good, bad]) == bad
    assert same_as_failed("total = sum([1])", [bad]) is None
    assert same_as_failed("total = sum(rows)", [bad, good]) is None
    assert same_as_failed("total = (", [Block("total =  (", "Result: syntax: line 1")]) is not None


def test_the_prompt_says_what_failed_with_an_example_of_the_call() -> None:
    outcome = "contract: line 2: child = rlm('Find it.') ContractError: rlm needs a boundary"
    told = failure_part([Block("child = rlm('Find it.')", f"Result: {outcome}")])
    assert told == f"## Block 1 failed\n{outcome}\nThis works:\n{EXAMPLES['rlm']}\n{ANOTHER_WAY}"
    assert "This works" not in failure_part([Block("total = sum(rows)", f"Result: {FAILED}")])
    assert failure_part([Block("rows = [1]", "Result: ok")]) == ""


def child(value: str) -> list[Line]:
    return [*designed(), block(f"price = {value}\nFINAL(price)")]


@pytest.mark.parametrize(
    ("name", "replies"),
    [
        ("lm", [leaf("yes")]),
        ("map_lm", [leaf("yes"), leaf("no")]),
        ("rlm", child("7")),
        ("map_rlm", [*child("7"), *child("9")]),
        ("reground", []),
        ("check", []),
        ("FINAL", []),
    ],
)
def test_every_example_works(sitting: Sitting, name: str, replies: list[Line]) -> None:
    """The lines that a failing block is shown run as they stand."""
    (sitting.root / "notes.txt").write_text("It costs 7 euros.\n", encoding="utf-8")
    example = EXAMPLES[name]
    ended = "" if "FINAL" in example else "\ndone = 1\nFINAL(done)"
    lines = [*designed(), block(SETUP + "\n" + example + ended), *replies]
    report = sitting.start(lines, over=[sitting.root / "notes.txt"], blocks=1)
    assert report.exit_code == 0, sitting.text("tool-turn-abc234-1")


def test_a_block_that_failed_is_not_run_again_but_drawn_anew(sitting: Sitting) -> None:
    """Sessions 3 and 7: the steps of a turn are not used up by one failing block."""
    bad = block("total = sum(rows)")
    lines = [*designed(), bad, bad, block("total = sum([3, 4])\nFINAL(total)")]
    report = sitting.start(lines, blocks=2)
    assert (report.entry["value"], report.exit_code) == ("7", 0)
    document = sitting.session().turns()[0].document
    assert document.meta["repeats"] == 1
    assert document.body(3).count("total = sum(rows)") == 2  # the block, and the line in its error
    assert sitting.resume([]).turn is None


def test_a_turn_whose_model_writes_nothing_else_ends_before_its_steps_are_used_up(sitting: Sitting) -> None:
    """Sessions 7: it ends as wreckage that says why, and more blocks go on with it."""
    bad = block("total = sum(rows)")
    report = sitting.start([*designed(), bad, bad, bad, bad], blocks=8)
    assert (report.entry["kind"], report.exit_code, report.usage.calls) == ("wreckage", 4, 6)
    assert "the model writes it again: error: line 1: total = sum(rows)" in report.entry["reason"]
    after = sitting.resume([block("total = 7\nFINAL(total)")], blocks=8)
    assert (after.entry["value"], after.exit_code) == ("7", 0)
