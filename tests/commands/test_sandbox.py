from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.commands import sandbox as module
from pandora.sandbox import resource_usage, tiers
from tests.commands.conftest import Run
from tests.workspace_settings import write_trusted_settings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the tiers that can be tried are Linux's")
ROOT = Path(module.__file__).parents[2]


def run(workspace: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """In a process of its own: what the command prints goes to the real outputs."""
    return subprocess.run(
        [sys.executable, "-m", "pandora", "-C", str(workspace), "sandbox", *arguments],
        input=stdin, capture_output=True, check=False, timeout=300, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def test_both_outputs_the_input_and_the_exit_code_pass_through(workspace: Path) -> None:
    done = run(workspace, "--", "sh", "-c", "cat; echo err >&2; exit 7", stdin=b"in\xff")
    assert (done.returncode, done.stdout, done.stderr) == (7, b"in\xff", b"err\n")
    assert run(workspace, "no-such-program").returncode == 127
    late = run(workspace, "--seconds", "1", "--", "sleep", "60")
    assert (late.returncode, late.stderr) == (124, b"pandora: it took too long\n")


def test_the_workspace_is_read_only_and_secrets_are_not_there(workspace: Path) -> None:
    (workspace / "a.txt").write_text("told")
    (workspace / ".env").write_text("TOKEN=hunter2")
    done = run(workspace, "--", "sh", "-c", "cat a.txt; cat .env; ls state; echo x > b || echo x > a.txt")
    assert done.returncode != 0
    assert done.stdout == b"told"
    assert (workspace / "a.txt").read_text() == "told"


def test_changes_are_told_and_applied_only_on_demand(workspace: Path) -> None:
    (workspace / "a.txt").write_text("a")
    change = ("--", "sh", "-c", "echo b > b.txt; rm a.txt")
    done = run(workspace, "--write", *change)
    assert done.stderr.decode().splitlines() == [
        "pandora: removed: a.txt",
        "pandora: new: b.txt",
        "pandora: the workspace is unchanged; --apply applies these changes",
    ]
    assert (workspace / "a.txt").exists()
    failed = run(workspace, "--write", "--apply", "--", "sh", "-c", "echo b > b.txt; false")
    assert b"the workspace is unchanged; the command failed" in failed.stderr
    assert not (workspace / "b.txt").exists()
    assert run(workspace, "--write", "--apply", *change).returncode == 0
    assert not (workspace / "a.txt").exists()
    assert (workspace / "b.txt").read_text() == "b\n"


def test_what_policy_denies_is_not_applied(workspace: Path) -> None:
    (workspace / "pandora.toml").write_text('[policy]\nwrite."*" = "own"\nwrite."kept/**" = "deny"\n')
    done = run(workspace, "--write", "--apply", "--", "sh", "-c", "mkdir kept; echo x > kept/x; echo y > y")
    assert done.returncode == 2
    assert b"kept/x: policy denies" in done.stderr
    assert not (workspace / "y").exists()


def test_json_holds_all_of_it(workspace: Path, pandora: Run) -> None:
    result = pandora(
        "sandbox", "--json", "--write", "--tier", "own worker", "--", "sh", "-c", "echo o; echo x > n"
    )
    assert result.json["stdout"] == "o\n"
    assert result.json["code"] == 0
    assert result.json["changes"] == [{"path": "n", "what": "new"}]
    assert result.json["confined"].startswith("own worker (")
    assert result.json["applied"] is False


def test_a_shell_that_was_ended_for_too_many_processes_did_not_succeed(
    workspace: Path, pandora: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource_usage.Watch, "excess", lambda self: "more than 5 processes")
    shell = ("sh", "-c", "trap 'exit 0' TERM; echo x > made; sleep 30")
    result = pandora("sandbox", "--json", "--write", "--apply", "--seconds", "60", "--", *shell)
    assert result.code == 137
    assert result.json["code"] == 137
    assert result.json["note"] == "ended: more than 5 processes"
    assert (result.json["changes"], result.json["applied"]) == ([], False)


def test_the_network_is_open_only_where_policy_opens_all_of_it(workspace: Path, pandora: Run) -> None:
    closed = pandora("sandbox", "--net", "true")
    assert closed.code == 2
    assert 'network = "allow" and loopback = "allow"' in closed.err
    connect = (
        "import socket; s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname())"
    )
    command = ("--", sys.executable, "-I", "-S", "-c", connect)
    assert run(workspace, *command).returncode == 1
    write_trusted_settings(workspace, '[policy]\nnetwork = "allow"\nloopback = "allow"\n')
    for tier in (tier.name for tier in tiers.TIERS if not tier.absent()):
        done = run(workspace, "--net", "--tier", tier, *command)
        assert done.returncode == 0, done.stderr
        local = run(
            workspace, "--net", "--tier", tier, *command[:-1], "import socket; socket.socket(socket.AF_UNIX)"
        )
        assert b"PermissionError" in local.stderr


def test_what_cannot_be_is_told(pandora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "give both" in pandora("sandbox", "--apply", "true").err
    assert "use one of bubblewrap, own worker" in pandora("sandbox", "--tier", "cage", "true").err
    assert "macOS" in pandora("sandbox", "--tier", "sandbox-exec", "true").err
    assert pandora("sandbox").code == 2


def test_with_no_tier_nothing_is_run(workspace: Path, pandora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "best", lambda: None)
    refused = pandora("sandbox", "--json", "--write", "--", "touch", "x")
    assert refused.code == 5
    assert "doctor` says what to do" in refused.err
    assert "--unsafe" in refused.err
    unsafe = pandora("sandbox", "--json", "--unsafe", "--write", "--", "touch", "x").json
    assert unsafe["confined"].startswith("none")
    assert unsafe["changes"] == [{"path": "x", "what": "new"}]


def test_an_interrupt_ends_the_command(workspace: Path) -> None:
    command = ("sandbox", "--", "sh", "-c", "echo on; sleep 600")
    process = subprocess.Popen(
        [sys.executable, "-m", "pandora", "-C", str(workspace), *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == b"on\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(100) == 130
    assert process.stdout.read() == b""  # the command held it open
    process.communicate()


def test_a_terminal_gets_no_escapes() -> None:
    class Terminal(io.BytesIO):
        def isatty(self) -> bool:
            return True

    terminal, pipe = Terminal(), io.BytesIO()
    sink = module._Sink(terminal, pipe)
    raw = "\x1b]52;c;aGk=\x07\x1b]0;title\x07\x1b[2Jé\u202eb".encode()
    for place in range(len(raw)):
        sink.take(1, raw[place : place + 1])
    sink.take(2, raw)
    sink.close()
    assert b"\x1b" not in terminal.getvalue()
    assert "é".encode() in terminal.getvalue()
    assert "\u202e".encode() not in terminal.getvalue()
    assert pipe.getvalue() == raw


def test_a_terminal_is_given_for_reading_alone(workspace: Path) -> None:
    """A terminal is open for writing on every descriptor: what is written to it passes by every filter."""
    ours, theirs = os.openpty()
    try:
        os.write(ours, b"typed\n")
        done = subprocess.run(
            [sys.executable, "-m", "pandora", "-C", str(workspace), "sandbox", "--",
             "sh", "-c", "head -n 1; printf owned >&0 || echo denied"],
            stdin=theirs, capture_output=True, check=False, timeout=300,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.stdout == b"typed\ndenied\n", done.stderr


def test_a_name_of_two_lines_is_told_on_one(workspace: Path) -> None:
    done = run(workspace, "--write", "--", "sh", "-c", "touch 'a\npandora: removed: b'")
    assert done.stderr.decode().splitlines()[0] == "pandora: new: a\N{REPLACEMENT CHARACTER}pandora: removed: b"
