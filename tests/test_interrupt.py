from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pandora import interrupt
from pandora.check.lint import lint
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.models.protocol import Reply
from tests.engine.runs import THROUGH_TABLE, Asked, Bench
from tests.engine.small_system import write_system
from tests.interrupted import unmeasured
from tests.models.conftest import smollm2  # noqa: F401  (a fixture)

SLOW = "import os, time\ntime.sleep(0 if os.path.exists('data/go.txt') else 60)\nname = 'plum'\nprint(name)"
UNDERSTOOD = {
    "phase": "understand",
    "level": "system",
    "fill": {"resolved": "see data/fruit.csv"},
}
CHECKED = {
    "phase": "check",
    "level": "system",
    "fill": {"validation": "pass", "issues": "none", "decision": "accept"},
}


def planned(*steps: str) -> dict[str, Any]:
    fill = {"approach": "x", "confidence": "high", "steps": list(steps), "done when": "x"}
    return {"phase": "plan", "level": "system", "fill": fill}


def coded(code: str) -> dict[str, Any]:
    return {"phase": "do", "level": "operation", "type": "python", "fill": {"code": code}}


@pytest.fixture
def wished() -> Iterator[None]:
    """Somebody wants the process to stop."""
    interrupt._stop_event.set()
    yield
    interrupt._stop_event.clear()


class Place:
    """A workspace with a script, and the command line as a process of its own."""

    def __init__(self, root: Path) -> None:
        self.root, self.script = root / "work", root / "script.jsonl"
        self.temporary = root / "temporary"
        self.temporary.mkdir()
        (self.root / "state").mkdir(parents=True)
        (self.root / "data").mkdir()
        (self.root / "data" / "fruit.csv").write_text("name,price\nplum,2\n", encoding="utf-8")
        write_system(self.root / "system")

    def lines(self, *lines: Any) -> None:
        header = {"model": "one", "fingerprint": "one"}
        self.script.write_text("".join(json.dumps(line) + "\n" for line in (header, *lines)), encoding="utf-8")

    def pandora(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "pandora", "-C", str(self.root), *arguments]
        environment = {**unmeasured(), "TMPDIR": str(self.temporary)}
        return subprocess.Popen(
            command,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *arguments: str) -> subprocess.Popen[str]:
        return self.pandora("run", *arguments, "--yes", "--unsafe", "--model", f"scripted:{self.script}")

    def resumed(self) -> tuple[int, str]:
        (root,) = Workspace(self.root).runs()
        with self.pandora("resume", root, "--unsafe", "--model", f"scripted:{self.script}") as process:
            out, err = process.communicate(timeout=100)
        return process.returncode, out.strip() if process.returncode == 0 else out + err

    def statuses(self) -> set[str]:
        workspace = Workspace(self.root)
        (root,) = workspace.runs()
        ids = workspace.run_documents(root.removeprefix("system-"))
        return {str(Store(workspace).load(each).meta["status"]) for each in ids}

    def left(self) -> list[str]:
        """The programs that do not end with the process that ran them; they end a moment after it."""
        for each in self.programs():
            with contextlib.suppress(ProcessLookupError):
                ended = os.pidfd_open(each)
                select.select([ended], [], [], 60)
                os.close(ended)
        return [Path(f"/proc/{each}/cmdline").read_text("utf-8", "replace") for each in self.programs()]

    def programs(self) -> list[int]:
        """The processes that this place's programs run in."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                command = path.read_bytes()
            except OSError:
                continue
            if str(self.temporary).encode() in command:
                found.append(int(path.parent.name))
        return found


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def told(process: subprocess.Popen[str], wanted: str, times: int = 1) -> None:
    """Wait until the progress of a run has said something so often."""
    assert process.stderr is not None
    for line in process.stderr:
        times -= wanted in line
        if times == 0:
            return
    raise AssertionError(f"the run ended and never said {wanted!r}")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_running_program_is_ended_and_the_run_goes_on_later(
    place: Place, number: signal.Signals, jobs: str
) -> None:
    steps = ("python: print data/fruit.csv (after nothing)", "python: print it all (after nothing)")
    place.lines(UNDERSTOOD, planned(*steps), coded(SLOW), coded(SLOW))
    with place.run("Run the code of data/fruit.csv", "--jobs", jobs) as process:
        told(process, "runs python", times=int(jobs))
        process.send_signal(number)
        _, err = process.communicate(timeout=100)
    assert process.returncode == 130
    (root,) = Workspace(place.root).runs()
    last = err.strip().split("\n")[-1]
    assert last.startswith("pandora: interrupted")
    assert f" resume {root.removeprefix('system-')}`" in last
    assert "Traceback" not in err
    assert place.statuses() == {"running"}
    assert place.left() == []
    assert lint(Workspace(place.root)) == []
    (place.root / "data" / "go.txt").write_text("go", encoding="utf-8")
    place.lines(*[coded("name = 'plum'\nprint(name)")] * 8, CHECKED)
    assert place.resumed() == (0, "plum")


def test_interrupted_before_the_first_reply_the_task_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: object, **named: object) -> Reply:
        raise KeyboardInterrupt

    (tmp_path / "work").mkdir()
    bench = Bench(tmp_path / "work")
    with monkeypatch.context() as patch:
        patch.setattr(Asked, "fill", interrupted)
        with pytest.raises(interrupt.Interrupted) as stop:
            bench.start()
    assert stop.value.run == bench.short
    assert bench.document().meta["status"] == "running"
    assert bench.resume(*THROUGH_TABLE).outcome.output == "plum"


def test_a_server_that_does_not_answer_is_left(place: Place) -> None:
    import socket

    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        place.pandora(
            "run",
            "Which fruit in data/fruit.csv?",
            "--model",
            f"server:http://127.0.0.1:{server.getsockname()[1]}",
        ) as process,
    ):
        connection, _ = server.accept()  # what kind of server it is
        with connection:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_a_thread_that_nobody_can_stop_is_not_waited_for(place: Place) -> None:
    """A child in a thread of its own, in a call that does not end, when the run is interrupted."""
    code = (
        "import sys, threading, time\n"
        "from pandora import cli, interrupt\n"
        "from pandora.commands import ls\n"
        "threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "def wait(*a, **k):\n"
        "    print('ready', file=sys.stderr, flush=True)\n"
        "    time.sleep(600)\n"
        "cli.cli.main = wait\n"
        "cli.main(['ls'])\n"
    )
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=unmeasured()) as process:
        told(process, "ready")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "every document is whole" in err


@pytest.mark.usefixtures("wished")
class TestWished:
    def test_what_is_held_is_done_first(self) -> None:
        done = []

        def work() -> None:
            with interrupt.uninterrupted():
                interrupt.check()
                with interrupt.uninterrupted():
                    done.append(1)
                done.append(2)

        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == [1, 2]

    def test_a_thread_that_runs_a_program_ends_it(self, tmp_path: Path) -> None:
        from pandora.sandbox.process import run

        raised: list[BaseException] = []

        def work() -> None:
            try:
                run([sys.executable, "-c", "import time; time.sleep(60)"], cwd=tmp_path)
            except BaseException as error:
                raised.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join(50)
        assert [type(each) for each in raised] == [KeyboardInterrupt]

    @pytest.mark.llama
    def test_a_long_prompt_is_broken_off(self, smollm2: Path) -> None:  # noqa: F811
        from pandora.document.form import parse_form
        from pandora.errors import ModelError
        from pandora.models.llama import LlamaModel
        from pandora.models.protocol import Call, Prompt

        with pytest.raises(KeyboardInterrupt):  # a load is broken off, too
            LlamaModel.open(smollm2, context=2048, threads=1)
        interrupt._stop_event.clear()
        model = LlamaModel.open(smollm2, context=2048, threads=1)
        interrupt._stop_event.set()
        prompt, call = Prompt("base", ("word " * 200,), "say"), Call("do", "system", "", "x")
        form = parse_form("Sure: {yes | no}\n")
        try:
            with pytest.raises(KeyboardInterrupt):
                model.fill(prompt, form, call=call)
            interrupt._stop_event.clear()
            assert model.fill(prompt, form, call=call).usage.evaluated > 200
        except ModelError as error:
            raise AssertionError from error
        finally:
            model.close()


@pytest.mark.llama
def test_a_model_that_writes_is_broken_off(place: Place, smollm2: Path) -> None:  # noqa: F811
    with place.pandora(
        "run", "Which fruit in data/fruit.csv is the cheapest?", "--model", str(smollm2)
    ) as process:
        told(process, "UNDERSTAND:")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=100)
    (root,) = Workspace(place.root).runs()
    assert process.returncode == 130
    assert f" resume {root.removeprefix('system-')}" in err
    assert "running" in place.statuses()
    assert lint(Workspace(place.root)) == []


def test_signals_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupt.signals_handled():
        assert signal.getsignal(signal.SIGINT) is not before
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGTERM)
        assert interrupt.stop_requested()
    assert signal.getsignal(signal.SIGINT) is before
    with interrupt.signals_handled():
        assert not interrupt.stop_requested()


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interrupt.signals_handled():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_in_another_thread_nothing_is_changed() -> None:
    found: list[Callable[..., Any] | int | None] = []

    def work() -> None:
        with interrupt.signals_handled():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.getsignal(signal.SIGINT)]
