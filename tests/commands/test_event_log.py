from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import click
import pytest

from pandora.budget import Usage
from pandora.commands.event_log import FIELDS, EventLog, error_object, event_log
from pandora.commands.run_progress import watching
from pandora.engine.events import Event, nobody
from pandora.engine.host import Host
from pandora.errors import DiskError, DocumentError, NoModelError, Problem, UsageError
from pandora.interrupt import Interrupted
from pandora.models.progress import Progress
from tests.commands.conftest import TASK, Run

PAGE = Path(__file__).parents[2] / "docs" / "events.md"
ROOT = "system-abc234"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_page_has_every_event_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.M)
    assert {name: tuple(re.findall(r"`(\w+)`", fields)) for name, fields in rows} == FIELDS


def test_a_run_and_its_resume_tell_everything_in_one_file(pandora: Run, script: str, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    told = pandora("run", TASK, "--model", script, "--events", str(path))
    assert (told.code, told.out) == (0, "plum\n")
    events = lines(path)
    for event in events:
        assert list(event) == ["event", "time", *FIELDS[event["event"]]], event
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event["time"])
    assert [events[0]["command"], events[1]["event"], events[-1]["event"]] == ["run", "model", "result"]
    named = {event["event"] for event in events}
    assert named >= {"begin", "phase", "read", "write", "call", "section", "operation", "end"}
    replies = [event["text"] for event in events if event["event"] == "write" and event["over"]]
    assert "the row of data/fruit.csv with the least price" in replies[0]
    result = events[-1]["result"]
    assert (result["output"], result["status"], events[-1]["exit_code"]) == ("plum", "accepted", 0)
    assert result["usage"] == result["sitting"]
    again = pandora("resume", result["id"], "--model", script, "--events", str(path), "--json")
    later = lines(path)[len(events) :]
    assert later[0]["command"] == "resume"
    assert later[-1]["result"] == again.json


def test_the_sitting_of_a_resumed_run_is_what_it_cost_this_time(pandora: Run, script: str) -> None:
    told = pandora("run", TASK, "--model", script, "--json").json
    again = pandora("resume", told["id"], "--model", script, "--json").json
    assert again["usage"]["calls"] == told["usage"]["calls"] == told["sitting"]["calls"] == 5
    assert set(again["sitting"]) == set(again["usage"])
    assert {name: again["sitting"][name] for name in again["sitting"] if name != "seconds"} == dict.fromkeys(
        ("calls", "prompt_tokens", "evaluated_tokens", "written_tokens", "model_seconds"), 0
    )


def test_the_seconds_of_a_run_are_those_of_all_its_commands(pandora: Run, script: str, workspace: Path) -> None:
    run = pandora("run", TASK, "--model", script, "--json").json["id"]
    root = workspace / "state" / f"{run}.md"
    text, number = re.subn(
        r"(?m)^(used: .*seconds: [\d.]+)(?:, took: [\d.]+)?\}$", r"\1, took: 4000.0}", root.read_text()
    )
    assert number == 1
    root.write_text(text, encoding="utf-8")
    again = pandora("resume", run, "--model", script, "--json").json
    assert again["usage"]["seconds"] == pytest.approx(4000 + again["sitting"]["seconds"])
    assert root.read_text(encoding="utf-8") == text


def test_a_root_keeps_what_its_run_took(
    pandora: Run, script: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Host, "elapsed", lambda host: 61.5)
    run = pandora("run", TASK, "--model", script, "--json").json["id"]
    assert ", took: 61.5}" in (workspace / "state" / f"{run}.md").read_text(encoding="utf-8")
    parts = [path for path in (workspace / "state").glob("*-*.md") if path.stem != run]
    assert parts
    assert not any("took:" in path.read_text(encoding="utf-8") for path in parts)


def test_on_stdout_there_is_nothing_but_events(pandora: Run, script: str) -> None:
    result = pandora("run", TASK, "--model", script, "--events", "-")
    events = [json.loads(line) for line in result.out.splitlines()]
    assert events[0]["event"] == "start"
    assert events[-1]["result"]["output"] == "plum"


def test_json_and_events_do_not_share_stdout(pandora: Run, script: str) -> None:
    result = pandora("run", TASK, "--model", script, "--events", "-", "--json")
    assert result.code == 2
    assert result.json["error"]["kind"] == "usage"


def test_an_error_is_the_last_event(pandora: Run, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    result = pandora("run", TASK, "--model", "none-such", "--events", str(path))
    assert result.code == 2
    assert [event["event"] for event in lines(path)] == ["start", "error"]
    last = lines(path)[-1]
    assert (last["error"]["kind"], last["exit_code"]) == ("usage", 2)
    assert "no model is named 'none-such'" in last["error"]["message"]


def test_an_error_with_json_is_one_object_on_stdout(pandora: Run) -> None:
    for arguments in (("show", "zzzzzz", "--json"), ("run", TASK, "--json", "--calls", "none")):
        result = pandora(*arguments)
        assert result.code == 2
        assert result.json["error"]["message"] in result.err  # a person reads it on stderr
        assert list(result.json) == ["error", "exit_code"]
        assert (result.json["error"]["kind"], result.json["exit_code"]) == ("usage", 2)


@pytest.mark.parametrize("target", ["none/events.jsonl", "."])
def test_a_file_that_cannot_be_written_is_a_usage_error(pandora: Run, target: str, tmp_path: Path) -> None:
    result = pandora("run", TASK, "--events", str(tmp_path / target))
    assert result.code == 2
    assert "no events can be written to it" in result.err


def test_a_pipe_works_where_somebody_reads_it_and_hangs_nothing_where_nobody_does(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="nobody reads this pipe"), event_log(str(pipe), "run"):
        pass
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with event_log(str(pipe), "run") as log:
        assert log is not None
        assert json.loads(os.read(reader, 1000))["event"] == "start"
        os.close(reader)
        log.tell("model", model="x")  # the reader is gone, which ends no run


def test_a_reply_is_told_as_what_is_new_in_it() -> None:
    told: list[str] = []
    watch = EventLog(told.append).with_watcher(nobody)
    watch(Event(ROOT, None, "phase", "plan"))
    for text in ("App", "Approach: lo", "Approach: lo", "Approach: l"):
        watch(Event(ROOT, None, "progress", "plan", progress=Progress("write", 3, text=text)))
    reply = ""
    for event in map(json.loads, told[1:]):
        reply = reply[: event["at"]] + event["text"]
    assert reply == "Approach: l"
    assert [json.loads(line)["text"] for line in told[1:]] == ["App", "roach: lo", ""]


def test_reading_and_loading_are_told_in_tokens_and_shares() -> None:
    told: list[str] = []
    watch = EventLog(told.append).with_watcher(nobody)
    watch(Event("", None, "progress", "load", progress=Progress("load", 430, 1000, 0, 1.5, "qwen")))
    watch(Event(ROOT, None, "progress", "plan", progress=Progress("read", 512, 900, 100, 4.0)))
    load, read = map(json.loads, told)
    assert (load["file"], load["share"], load["seconds"]) == ("qwen", 0.43, 1.5)
    assert (read["tokens"], read["of"], read["cached"], read["over"]) == (512, 900, 100, False)


def test_threads_write_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with event_log(str(path), "run") as log, watching(True, log) as watch:
        event = Event(ROOT, None, "call", "plan", Usage(calls=1, prompt=2))

        def tell() -> None:
            for _ in range(20):
                watch(event)

        threads = [threading.Thread(target=tell) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(lines(path)) == 161


def test_a_terminal_obeys_nothing_in_an_event(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with event_log(str(path), "run") as log:
        assert log is not None
        log.tell("note", document=ROOT, parent=None, message="\x1b[31m\x9b\u202e")
    assert path.read_text(encoding="utf-8").isprintable() or "\\u009b\\u202e" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (NoModelError("none"), "no-model", 2),
        (DiskError("full"), "disk", 6),
        (Interrupted("abc234"), "interrupted", 130),
        (click.UsageError("what?"), "usage", 2),
        (ValueError("odd"), "internal", 1),
    ],
)
def test_errors_have_a_kind_and_the_exit_code(error: BaseException, kind: str, code: int) -> None:
    described = error_object(error)
    assert (described["error"]["kind"], described["exit_code"]) == (kind, code)


def test_an_error_lists_the_places_to_mend_and_hides_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "sk-abcdefgh12345678")
    problem = Problem("state/x.md", 7, "no label", "write one")
    (row,) = error_object(DocumentError(problem))["error"]["problems"]
    assert row == {"path": "state/x.md", "line": 7, "message": "no label", "remedy": "write one"}
    assert "abcdefgh" not in json.dumps(error_object(UsageError("sk-abcdefgh12345678 is wrong")))
    assert error_object(Interrupted("abc234"))["error"]["run"] == ROOT
