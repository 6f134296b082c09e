from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from pandora.commands import run_progress as live
from pandora.commands.measured_speed import MeasuredSpeed
from pandora.commands.run_progress import live_tree, open_watched, plain_lines, watching
from pandora.engine.events import Event
from pandora.models.progress import Meter, Progress
from pandora.models.scripted import ScriptedModel
from tests.commands.conftest import Terminal
from tests.commands.run_events import OPERATION, ROOT, RUN, TOOL


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


@pytest.mark.parametrize(
    ("variables", "expected"),
    [({}, True), ({"NO_COLOR": "1"}, True), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
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


def test_without_colour_the_tree_stays_and_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with watching(quiet=False) as watcher:
        for event in RUN:
            watcher(event)
    styles = set(re.findall(r"\x1b\[([0-9;]*)m", screen.getvalue()))
    assert f"└── {TOOL}" in re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert {style for parts in styles for style in parts.split(";")} <= {
        "0",
        "1",
        "2",
        "3",
    }  # bold, dim, italic


def test_a_model_that_is_opened_tells_its_load_and_its_name(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text("")
    told: list[Event] = []

    def load() -> ScriptedModel:
        meter = Meter()
        meter.begin("load", 1000)
        meter.end()
        return ScriptedModel(script)

    assert open_watched(lambda event: told.append(event), load).name == "scripted:script.jsonl"
    assert [(event.what, event.progress and event.progress.done) for event in told] == [
        ("progress", 0),
        ("progress", 1000),
        ("model", None),
    ]


def test_plain_lines_tell_a_load_at_once_and_a_long_call_every_ten_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    now = [0.0]
    watch = plain_lines(MeasuredSpeed(), clock=lambda: now[0])
    for share in (0, 0, 400):  # llama.cpp reports the beginning, too
        watch(Event("", None, "progress", "load", progress=Progress("load", share, 1000, text="qwen")))
    watch(Event("", None, "progress", "load", progress=Progress("load", 1000, 1000, text="qwen", over=True)))
    for second in range(25):
        now[0] = float(second)
        reads = Progress("read", 10 * second, 250, 0, float(second))
        watch(Event(ROOT, None, "progress", "plan", progress=reads))
    assert capsys.readouterr().err.splitlines() == [
        "loads qwen · 0 %",
        f"{ROOT}: PLAN: reads 100 of 250 tokens · 10 tok/s · about 15 s left",
        f"{ROOT}: PLAN: reads 200 of 250 tokens · 10 tok/s · about 5 s left",
    ]


def test_plain_lines_count_many_loops_of_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    watch = plain_lines(MeasuredSpeed(), clock=lambda: now[0])
    for number in range(1, 101):
        now[0] += 0.4
        for what, detail in (("begin", "ripe?"), ("end", "accepted")):
            watch(Event(f"op-leaf-abcdef-{number}", "tool-turn-abcdef-1", what, detail))
    watch(Event("tool-turn-abcdef-1", "system-abcdef", "end", "accepted"))
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["op-leaf-abcdef-1: begins: ripe?", "op-leaf-abcdef-1: accepted"]
    assert lines[-2:] == ["tool-turn-abcdef-1: 89 op-leaf ended", "tool-turn-abcdef-1: accepted"]
    assert len(lines) < 32
