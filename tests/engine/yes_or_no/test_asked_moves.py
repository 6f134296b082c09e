"""Whether files are to be moved or renamed: what the model is surer of than that their content is meant."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import asked_moves
from pandora.task import Task

FILES = ("run1.csv", "run2.csv")


@pytest.mark.parametrize(
    ("moves", "reads", "kind", "files", "makes", "expected"),
    [
        (2.7, 1.3, "file", FILES, (), True),
        (2.7, 1.3, "change", FILES, (), True),
        (2.4, 2.3, "change", FILES, (), True),
        (1.7, 1.3, "change", FILES, (), False),
        (2.7, 1.3, "change", ("notes.txt",), (), False),
        (2.7, 1.3, "answer", FILES, (), False),
        (2.7, 1.3, "file", FILES, ("all.csv",), False),
        (2.7, 1.3, "file", (), (), False),
        (None, None, "file", FILES, (), False),
    ],
)
def test_files_move_where_that_is_surer_than_that_they_are_read(
    moves: float | None, reads: float | None, kind: str, files: tuple[str, ...], makes: tuple[str, ...],
    expected: bool, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    odds, asked = {asked_moves.MOVES: moves, asked_moves.READS: reads}, []

    def log_odds_of(loop: Loop, question: str, text: str, phase_name: str) -> float | None:
        asked.append(question)
        assert (text, phase_name) == ("Task: put the csv files into runs", "understand")
        return odds[question]

    monkeypatch.setattr(asked_moves, "log_odds_of", log_odds_of)
    meta: dict[str, Any] = {}
    loop = cast(
        "Loop",
        SimpleNamespace(
            untrusted=False, document=SimpleNamespace(meta=meta), save=lambda **keys: meta.update(keys)
        ),
    )
    task = Task("put the csv files into runs", files=files, makes=makes, named=True)
    assert asked_moves.asks_for_moves(loop, task, kind, "answer") is expected
    once = len(asked)
    if kind == "answer":
        assert asked_moves.asks_for_moves(loop, task, kind, "file"), "the model chose another kind"
        return
    assert asked_moves.asks_for_moves(loop, task, kind, "answer") is expected
    assert len(asked) == (2 * once if moves is None else once), "what was answered is kept"


@pytest.mark.parametrize(
    ("copies", "moves", "expected"), [(5.3, 3.1, True), (2.4, 2.2, False), (None, 3.0, False)]
)
def test_copies_are_made_where_they_are_surer_than_moves(
    copies: float | None, moves: float, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    odds = {asked_moves.COPIES: copies, asked_moves.MOVES: moves}
    monkeypatch.setattr(asked_moves, "log_odds_of", lambda loop, question, text, phase_name: odds[question])
    meta: dict[str, Any] = {}
    loop = cast(
        "Loop",
        SimpleNamespace(
            untrusted=False, document=SimpleNamespace(meta=meta), save=lambda **keys: meta.update(keys)
        ),
    )
    task = Task("copies of the csv files into runs", files=FILES, moves=True)
    assert asked_moves.asks_for_copies(loop, task) is expected
    odds.clear()
    assert copies is None or asked_moves.asks_for_copies(loop, task) is expected, "what was answered is kept"
