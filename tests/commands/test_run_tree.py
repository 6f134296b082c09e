from __future__ import annotations

import io
import threading
from dataclasses import replace

import pytest
from rich.console import Console

from pandora.budget import Usage
from pandora.commands.measured_speed import MeasuredSpeed
from pandora.commands.run_tree import Board, last_rows, progress_words
from pandora.engine.events import Event
from pandora.models.progress import Progress
from tests.commands.run_events import CALL, OPERATION, ROOT, RUN, TOOL

WRITES = Progress("write", 34, 0, 0, 2.0, "Approach: read the rows\nConfidence: hi")
READS = Progress("read", 512, 900, 100, 4.0)


def standing(speed: MeasuredSpeed | None = None) -> Board:
    """A board whose clock stands."""
    return Board(lambda: 0.0, speed)


def drawn(board: Board, width: int = 120, height: int = 25, terminal: bool = False) -> list[str]:
    file = io.StringIO()
    console = Console(
        file=file, width=width, height=height, color_system=None, force_terminal=terminal, legacy_windows=False
    )
    console.print(board)
    return file.getvalue().splitlines()


def progress(now: Progress, document: str = ROOT, parent: str | None = None, phase: str = "plan") -> Event:
    return Event(document, parent, "progress", phase, progress=now)


def test_the_tree_nests_documents_and_tells_phase_step_tokens_and_time() -> None:
    ticks = iter(range(0, 1000))
    board = Board(clock=lambda: float(next(ticks)))
    for event in RUN:
        board.take(event)
    root, tool, operation = drawn(board)
    assert f" {ROOT}  DO" in root
    assert "2 calls · 480 tokens · " in root
    assert root.endswith("count the rows")
    assert tool.startswith(f"└── {TOOL}  DO")
    assert operation.startswith(f"    └── {OPERATION}  DO  python  240 tokens · ")


def test_an_ended_loop_shows_its_status_and_its_clock_stands() -> None:
    now = [0.0]
    board = Board(clock=lambda: now[0])
    board.take(Event(ROOT, None, "begin", "x"))
    now[0] = 3.0
    board.take(Event(ROOT, None, "end", "accepted"))
    now[0] = 60.0
    assert drawn(board) == [f"{ROOT}  accepted  0 calls · 3 s  x"]


def test_a_resumed_run_may_tell_of_a_child_first() -> None:
    board = standing()
    board.take(Event(OPERATION, TOOL, "phase", "do"))
    board.take(Event(TOOL, ROOT, "section", "check"))
    board.take(Event(ROOT, None, "end", "accepted"))
    assert [line.split("  0")[0].strip() for line in drawn(board)] == [
        f"{ROOT}  accepted",
        f"└── {TOOL}  CHECK",
        f"└── {OPERATION}  DO  thinking",
    ]


def test_questions_and_edits_are_shown() -> None:
    board = standing()
    board.take(Event(ROOT, None, "edited", "plan"))
    assert "keeps your PLAN" in drawn(board)[0]
    board.take(Event(ROOT, None, "ask", "which one?"))
    assert "asks: which one?" in drawn(board)[0]


def test_before_the_first_event_something_moves_and_at_the_end_nothing_of_it_stays() -> None:
    now = [0.0]
    board = Board(clock=lambda: now[0])
    first = drawn(board)
    now[0] = 0.5
    assert first[0].endswith(" starting")
    assert drawn(board) != first
    board.whole = True
    assert drawn(board) == []


def test_a_load_is_shown_above_the_tree_until_the_model_is_there() -> None:
    board = standing()
    board.take(Event("", None, "progress", "load", progress=Progress("load", 430, 1000, 0, 4.3, "qwen")))
    assert drawn(board)[0].endswith("loads qwen · 43 % · about 6 s left")
    board.take(Event("", None, "model", "qwen"))
    assert drawn(board)[0].endswith("starting")


def test_a_prompt_that_is_read_tells_tokens_speed_and_time_left() -> None:
    board = standing()
    for event in (*RUN[:2], progress(READS)):
        board.take(event)
    root, below = drawn(board)
    assert root.startswith("⠋ system-abcdef  PLAN")
    assert below.strip() == "reads 512 of 900 tokens · 103 tok/s · about 4 s left"


def test_words_are_shown_while_they_are_written_and_go_with_the_call() -> None:
    board = standing()
    for event in (*RUN[:2], progress(WRITES)):
        board.take(event)
    assert [line.strip() for line in drawn(board)[1:]] == [
        "writes, 34 tokens · 17 tok/s",
        "Approach: read the rows",
        "Confidence: hi",
    ]
    board.take(RUN[2])
    assert len(drawn(board)) == 1


def test_the_root_tells_both_speeds_and_when_earlier_runs_ended() -> None:
    speed = MeasuredSpeed(clock=lambda: 0.0)
    board = standing(speed)
    told = (*RUN[:2], progress(Progress("read", 900, 900, 100, 10.0, over=True)))
    for event in (*told, progress(Progress("write", 20, 0, 0, 4.0, over=True)), RUN[2]):
        speed.take(event)
        board.take(event)
    assert "reads 80 tok/s · writes 5.0 tok/s" in drawn(board)[0]


def test_the_root_tells_how_much_of_the_budget_is_used() -> None:
    """Issue 16.4: of calls, tokens and seconds, the ceiling that is nearest."""
    board = standing()
    for event in RUN[:2]:
        board.take(event)
    for spent, told in ((0.004, False), (0.123, True)):
        board.take(replace(RUN[2], spent=spent))
        assert ("12 % of the budget" in drawn(board)[0]) is told
    board.whole = True
    assert "budget" not in drawn(board)[0]


@pytest.mark.parametrize("terminal", [True, False])
def test_fifty_columns_keep_the_tree(terminal: bool) -> None:
    board = standing()
    for event in (*RUN, progress(WRITES, OPERATION, TOOL, "do")):
        board.take(event)
    lines = drawn(board, width=50, terminal=terminal)
    assert all(len(line) <= 50 for line in lines)
    assert lines == [
        "⠋ system-abcdef  DO  0 s",
        "│ 2 calls · 480 tokens",
        "│ count the rows",
        "└ table 1  DO  0 s",
        "  └ python 1.1  DO  0 s",
        "      writes, 34 tokens · 17 tok/s",
        "        Approach: read the rows",
        "        Confidence: hi",
    ]


def test_a_tree_that_is_higher_than_the_terminal_keeps_its_root_and_its_end() -> None:
    board = standing()
    board.take(RUN[0])
    for number in range(1, 30):
        board.take(Event(f"op-x-abcdef-{number}", ROOT, "begin", "x"))
    lines = drawn(board, height=10, terminal=True)
    assert len(lines) == 9
    assert ROOT in lines[0]
    assert "op-x-abcdef-29" in lines[-1]
    board.whole = True
    assert len(drawn(board, height=10, terminal=True)) == 30


def leaves(board: Board, count: int, status: str = "accepted") -> None:
    for number in range(count):
        name = f"op-leaf-abcdef-1.{status}.{number}"
        board.take(Event(name, ROOT, "begin", "ripe?"))
        board.take(Event(name, ROOT, "section", "do", usage=Usage(calls=1, prompt=90, written=1)))
        board.take(Event(name, ROOT, "end", status))


def test_many_loops_of_a_kind_that_ended_stand_in_one_line() -> None:
    """A session over a long text asks thousands of leaves; those at work, and other kinds, are shown."""
    board = standing()
    board.take(RUN[0])
    leaves(board, 400)
    leaves(board, 3, "escalated")
    board.take(Event("op-leaf-abcdef-1.2.9", ROOT, "begin", "ripe?"))
    board.take(Event("op-python-abcdef-2", ROOT, "begin", "count"))
    board.take(Event("op-python-abcdef-2", ROOT, "end", "accepted"))
    root, together, running, other = drawn(board)
    assert ROOT in root
    assert together == "├── 403 op-leaf  400 accepted · 3 escalated · 36,673 tokens"
    assert running.startswith("├── op-leaf-abcdef-1.2.9  begins")
    assert other.startswith("└── op-python-abcdef-2  accepted")


def test_a_few_loops_of_a_kind_have_a_line_each() -> None:
    board = standing()
    board.take(RUN[0])
    leaves(board, 12)
    assert len(drawn(board)) == 13


def test_a_terminal_without_unicode_gets_a_tree_of_ascii() -> None:
    board = standing()
    for event in RUN:
        board.take(event)
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    Console(file=file, width=120, color_system=None).print(board)
    file.flush()
    assert isinstance(file.buffer, io.BytesIO)
    assert f"`-- {TOOL}" in file.buffer.getvalue().decode("ascii", "replace")


def test_what_a_model_wrote_cannot_steer_the_terminal() -> None:
    board = standing()
    board.take(Event(ROOT, None, "begin", "[red]\x1b[31mx\x1b]52;c;aGk=\x07"))
    board.take(progress(Progress("write", 3, text="[red]\x1b[31my\x1b]52;c;aGk=\x07\r\n")))
    lines = drawn(board)
    assert lines[0].endswith("[red]x")
    assert lines[2].strip() == "[red]y"


def test_the_end_of_a_long_line_is_in_sight_while_it_is_written() -> None:
    assert last_rows("a " * 40 + "end\n\n", 20, 2) == ["a " * 10, "end"]
    assert last_rows("", 20, 2) == []


def test_words_tell_only_what_is_known() -> None:
    assert progress_words(Progress("read", 0, 1200)) == "reads 0 of 1,200 tokens"
    assert progress_words(Progress("write", 1)) == "writes, 1 token"
    assert progress_words(Progress("load", 0, 0, text="http://host")) == "loads http://host"
    assert progress_words(READS, left=300.0) == "reads 512 of 900 tokens · 103 tok/s · about 5 min left"


def test_threads_may_tell_at_once() -> None:
    board = standing()
    board.take(RUN[0])
    told = [Event(f"op-x-abcdef-{n}", ROOT, "call", "do", CALL) for n in range(1, 9)]
    threads = [threading.Thread(target=board.take, args=(event,)) for event in told]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "8 calls · 1,920 tokens" in drawn(board)[0]


def test_a_broken_event_does_not_end_the_run() -> None:
    board = Board()
    board.take(Event(ROOT, None, "begin", None))  # type: ignore[arg-type]
    for event in RUN:
        board.take(event)
    assert any("PLAN" in line or "DO" in line for line in drawn(board))


def test_the_last_drawing_shows_nothing_that_was_going_on() -> None:
    board = standing()
    for event in (*RUN[:2], progress(WRITES)):
        board.take(event)
    board.whole = True
    assert [line.split("  ")[:2] for line in drawn(board)] == [[ROOT, "PLAN"]]
