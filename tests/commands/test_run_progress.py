from __future__ import annotations

import io
import threading

import pytest
from rich.console import Console

from pandora.budget import Usage
from pandora.commands import run_progress as live
from pandora.commands.run_progress import Board, live_tree, watching
from pandora.engine.events import Event

ROOT, TOOL, OPERATION = "system-abcdef", "tool-table-abcdef-1", "op-python-abcdef-1.1"
CALL = Usage(calls=1, prompt=200, evaluated=90, written=40, model_seconds=2.0)
RUN = (
    Event(ROOT, None, "begin", "count the rows\nof it"),
    Event(ROOT, None, "phase", "plan"),
    Event(ROOT, None, "call", "plan", CALL),
    Event(ROOT, None, "section", "plan"),
    Event(TOOL, ROOT, "begin", "count"),
    Event(OPERATION, TOOL, "begin", "print it"),
    Event(OPERATION, TOOL, "phase", "do"),
    Event(OPERATION, TOOL, "call", "do", CALL),
    Event(OPERATION, TOOL, "run", "python"),
)


def drawn(board: Board) -> list[str]:
    console = Console(file=io.StringIO(), width=120, color_system=None)
    console.print(board.render())
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue().splitlines()


def test_the_tree_nests_documents_and_tells_phase_step_tokens_rate_and_time() -> None:
    ticks = iter(range(0, 1000))
    board = Board(clock=lambda: float(next(ticks)))
    for event in RUN:
        board.take(event)
    root, tool, operation = drawn(board)
    assert root.startswith(f"{ROOT}  DO")
    assert "2 calls · 480 tokens · 20 tok/s" in root
    assert root.endswith("count the rows")
    assert tool.startswith(f"└── {TOOL}  DO")
    assert operation.startswith(f"    └── {OPERATION}  DO  python  240 tokens · 20 tok/s · ")


def test_an_ended_loop_shows_its_status_and_its_clock_stands() -> None:
    now = [0.0]
    board = Board(clock=lambda: now[0])
    board.take(Event(ROOT, None, "begin", "x"))
    now[0] = 3.0
    board.take(Event(ROOT, None, "end", "accepted"))
    now[0] = 60.0
    assert drawn(board) == [f"{ROOT}  accepted  0 calls · 3 s  x"]


def test_a_resumed_run_may_tell_of_a_child_first() -> None:
    board = Board(clock=lambda: 0.0)
    board.take(Event(OPERATION, TOOL, "phase", "do"))
    board.take(Event(TOOL, ROOT, "section", "check"))
    board.take(Event(ROOT, None, "end", "accepted"))
    assert [line.split("  0")[0].strip() for line in drawn(board)] == [
        f"{ROOT}  accepted",
        f"└── {TOOL}  CHECK",
        f"└── {OPERATION}  DO  thinking",
    ]


def test_questions_and_edits_are_shown() -> None:
    board = Board(clock=lambda: 0.0)
    board.take(Event(ROOT, None, "edited", "plan"))
    assert "keeps your PLAN" in drawn(board)[0]
    board.take(Event(ROOT, None, "ask", "which one?"))
    assert "asks: which one?" in drawn(board)[0]


def test_before_the_first_event_there_is_a_word() -> None:
    assert drawn(Board()) == ["starting"]


def test_what_a_model_wrote_cannot_steer_the_terminal() -> None:
    board = Board(clock=lambda: 0.0)
    board.take(Event(ROOT, None, "begin", "[red]\x1b[31mx\x1b]52;c;aGk=\x07"))
    assert drawn(board) == [f"{ROOT}  begins  0 calls · 0 s  [red]x"]


def test_threads_may_tell_at_once() -> None:
    board = Board(clock=lambda: 0.0)
    board.take(RUN[0])
    told = [Event(f"op-x-abcdef-{n}", ROOT, "call", "do", CALL) for n in range(1, 9)]
    threads = [threading.Thread(target=board.take, args=(event,)) for event in told]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "8 calls · 1920 tokens" in drawn(board)[0]


def test_a_broken_event_does_not_end_the_run() -> None:
    board = Board()
    board.take(Event(ROOT, None, "begin", None))  # type: ignore[arg-type]
    for event in RUN:
        board.take(event)
    assert any("PLAN" in line or "DO" in line for line in drawn(board))


def test_plain_lines_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with watching(quiet=False) as watcher:
        for event in (*RUN, Event(OPERATION, TOOL, "ask", "May\nit?"), Event(ROOT, None, "end", "waiting")):
            watcher(event)
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        f"{ROOT}: begins: count the rows",
        f"{ROOT}: PLAN: 200 prompt tokens (90 evaluated), 40 written, 2.0 s",
        f"{TOOL}: begins: count",
        f"{OPERATION}: begins: print it",
        f"{OPERATION}: DO: 200 prompt tokens (90 evaluated), 40 written, 2.0 s",
        f"{OPERATION}: runs python",
        f"{OPERATION}: asks: May",
        f"{ROOT}: waiting",
    ]


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    with watching(quiet=True) as watcher:
        for event in RUN:
            watcher(event)
    assert capsys.readouterr() == ("", "")


def test_a_closed_stderr_does_not_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def broken(*said: object, **_: object) -> None:
        tried.extend(said)
        raise BrokenPipeError

    monkeypatch.setattr("click.echo", broken)
    with watching(quiet=False) as watcher:
        watcher(RUN[0])
    assert tried == [f"{ROOT}: begins: count the rows"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "expected"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_a_tree_only_on_a_terminal_that_may_be_drawn_on(
    variables: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stderr", Terminal())
    assert live.interactive() is expected


def test_on_a_terminal_the_tree_is_drawn_on_stderr_and_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with watching(quiet=False) as watcher:
        for event in RUN:
            watcher(event)
        watcher(Event(ROOT, None, "end", "accepted"))
    assert "accepted" in screen.getvalue()
    assert capsys.readouterr().out == ""


def test_the_tree_is_taken_down_when_the_run_is_interrupted() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=80)

    def run() -> None:
        with live_tree(console) as watcher:
            watcher(RUN[0])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    assert not console._live_stack
