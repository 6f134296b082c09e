"""What goes wrong within a turn is a typed error or a sentinel; the session stays whole and goes on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from pandora.budget import Budget
from pandora.sessions import turn_loop
from pandora.sessions.session_kernel import KernelSettings
from tests.sessions.sittings import Line, Sitting, block, designed, leaf

CONTRACT = "boundary='b', shape='integer', missing='m'"
MANY_LANES = (
    "for at in range(0, 200, 25):\n"
    "    lanes += map_lm('A fruit?', [f'plum {n}' for n in range(at, at + 25)], choices=['yes', 'no'])"
)
ANSWERS = [leaf("yes" if number % 4 == 0 else "perhaps") for number in range(200)]
OTHER_SHAPE = [*designed(), block("word = 'two'\nFINAL(word)")]


@pytest.mark.parametrize(
    ("code", "replies", "said", "failures"),
    [
        ("while True: pass", (), "Result: deadline: ", 0),
        ("import re\nre.match('(a+)+b', 'a' * 60)", (), "Result: deadline: ", 0),
        ("import os\nos._exit(0)", (), "Result: killed: ", 0),
        ("lanes = iter(int, 1)", (), "Changed: lanes", 0),
        (f"attach_rlm('h00000000dead', 'Go on.', {CONTRACT})", (), "ChildError: unknown-head: ", 1),
        (MANY_LANES, ANSWERS, "map_lm: 200 lanes, 150 failed", 150),
        (f"lanes = map_rlm('Double it.', [1], {CONTRACT})", OTHER_SHAPE, "Delegated: map_rlm: 1 lane", 1),
    ],
    ids=[
        "never ends",
        "never ends in C",
        "ends the kernel",
        "not storable",
        "no head",
        "many fail",
        "shape",
    ],
)
def test_a_bad_block_leaves_the_session_whole_and_its_wreckage_goes_on(
    sitting: Sitting,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    replies: Sequence[Line],
    said: str,
    failures: int,
) -> None:
    """Sessions 5, 7, 8, 9, 16 and S5: the turn lives, says what it was, and ends as wreckage that goes on."""
    short = partial(KernelSettings, evaluation_seconds=1.0, grace_seconds=0.5)
    monkeypatch.setattr(turn_loop, "KernelSettings", short)
    sitting.budget = Budget(calls=400)
    lines = [*designed(), block("rows, lanes = [1, 2], []"), block(code), *replies]
    wrecked = sitting.start(lines, blocks=2)
    assert (wrecked.entry["kind"], wrecked.exit_code) == ("wreckage", 4)
    assert said in sitting.text("tool-turn-abc234-1")
    report = sitting.resume([block("answer = [len(rows), len(failures)]\nFINAL(answer)")], blocks=3)
    assert (report.entry["value"], report.usage.calls) == (f"[2, {failures}]", wrecked.usage.calls + 1)
    assert [head.standing for head in sitting.session().heads()] == ["current"]
    assert sitting.resume([]).turn is None


def test_a_variable_that_was_not_kept_is_told_to_the_next_turn(sitting: Sitting) -> None:
    """Sessions 5: the prompt of the next turn says what is not there any more, with its reason."""
    sitting.start([*designed(), block("endless = iter(int, 1)\ncount = 2\nFINAL(count)")])
    report = sitting.turn([*designed(), block("kept = bool(endless)\nFINAL(kept)"), block("FINAL(count)")])
    assert "endless: not kept (" in sitting.text("tool-turn-abc234-2")
    assert report.exit_code == 0


def test_a_block_that_is_written_twice_is_asked_whether_it_was_the_answer(sitting: Sitting) -> None:
    """Sessions S10: a model that has the value, and does not write FINAL, does not use up its blocks."""
    chosen = {"phase": "next", "fill": {"goal reached": "yes", "value": "price"}}
    lines = [*designed(), block("price = 19"), block("price = 19  # again"), chosen]
    assert sitting.start(lines, blocks=3).entry["value"] == "19"
    assert "FINAL(price)" in sitting.text("tool-turn-abc234-1")
