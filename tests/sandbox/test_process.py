from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pandora.errors import RefusedError
from pandora.sandbox import tiers
from pandora.sandbox.process import Completed, Limits, run
from pandora.sandbox.tier import Tier
from tests.sandbox.processes import Lock

LINUX = sys.platform == "linux"
linux_only = pytest.mark.skipif(not LINUX, reason="Landlock and namespaces are Linux's")


AVAILABLE = [tier for tier in tiers.TIERS if not tier.absent()]


@pytest.fixture(autouse=True, params=AVAILABLE or [tiers.LENIENT], ids=lambda tier: tier.name)
def each_tier(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Tier:
    """Every test runs in every tier of this machine."""
    tier: Tier = request.param
    monkeypatch.setattr(tiers, "best", lambda: tier)
    return tier


def python(source: str, cwd: Path, *arguments: str, **options: object) -> Completed:
    command = (sys.executable, "-I", "-S", "-c", source, *arguments)
    return run(command, cwd=cwd, writable=(cwd,), **options)  # type: ignore[arg-type]


def test_gives_both_outputs_and_the_exit_code(tmp_path: Path) -> None:
    done = run(("sh", "-c", "echo out; echo err >&2; exit 7"), cwd=tmp_path)
    assert (done.code, done.stdout, done.stderr) == (7, b"out\n", b"err\n")
    assert not done.timed_out
    assert not done.truncated


def test_hands_input_over_and_nothing_where_there_is_none(tmp_path: Path) -> None:
    text = b"x" * 300_000
    assert run(("cat",), cwd=tmp_path, stdin=text).stdout == text
    assert run(("cat",), cwd=tmp_path).stdout == b""


def test_a_signal_is_128_and_more(tmp_path: Path) -> None:
    assert run(("sh", "-c", "kill -9 $$"), cwd=tmp_path).code == 137


def test_a_command_that_is_not_there_is_127_and_says_so(tmp_path: Path) -> None:
    done = run(("no-such-program",), cwd=tmp_path)
    assert done.code == 127
    assert b"no-such-program: No such file" in done.stderr


def test_a_nul_in_an_argument_is_told_not_raised(tmp_path: Path) -> None:
    done = run(("echo", "a\0b"), cwd=tmp_path)
    assert done.code == 127
    assert b"null byte" in done.stderr


def test_the_environment_is_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    told = run(("env",), cwd=tmp_path, environment={"ADDED": "yes"}).stdout.decode()
    names = {line.partition("=")[0] for line in told.splitlines()}
    allowed = {"PATH", "HOME", "TMPDIR", "LANG", "PYTHONDONTWRITEBYTECODE", "OMP_NUM_THREADS", "PYTHONUSERBASE"}
    assert names - allowed == {"ADDED"}
    assert "hunter2" not in told
    assert "LANG=C.UTF-8" in told


def test_home_is_a_temporary_folder_that_is_gone_afterwards(tmp_path: Path) -> None:
    command = 'touch "$HOME/x" "$TMPDIR/y"; chmod 0 "$HOME/x"; mkdir -m 0 "$HOME/z"; pwd; echo "$HOME"'
    done = run(("sh", "-c", command), cwd=tmp_path)
    cwd, home = done.stdout.decode().split()
    assert (cwd, done.stderr) == (str(tmp_path), b"")
    assert Path(home).parent == Path(tempfile.gettempdir()).resolve()
    assert not Path(home).exists()


def test_inherited_descriptors_are_closed(tmp_path: Path) -> None:
    secret = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(secret, True)
    try:
        done = python(
            "import os\nfor d in range(3, 64):\n try: os.fstat(d); print(d)\n except OSError: pass", tmp_path
        )
    finally:
        os.close(secret)
    assert done.stdout == b""


def test_signals_that_python_ignores_are_not_ignored_by_the_command(tmp_path: Path) -> None:
    source = "import signal; print(*(int(signal.getsignal(n)) for n in (signal.SIGTERM, signal.SIGHUP)))"
    assert python(source, tmp_path).stdout == b"0 0\n"
    # A shell whose SIGPIPE is ignored would say "Broken pipe".
    done = run(("sh", "-c", "while echo y; do :; done | head -n 1"), cwd=tmp_path)
    assert (done.stdout, done.stderr) == (b"y\n", b"")


@pytest.mark.parametrize("stubborn", ["", "trap '' TERM INT HUP; "])
def test_a_command_that_does_not_end_is_ended(tmp_path: Path, stubborn: str) -> None:
    done = run(
        ("sh", "-c", f"{stubborn}echo begun; while :; do :; done"), cwd=tmp_path, limits=Limits(seconds=1.0)
    )
    assert done.timed_out
    assert done.code == 124


def test_a_timeout_before_the_command_began_is_a_timeout(tmp_path: Path) -> None:
    # Without the deadline the command ends by itself, and this fails then.
    assert run(("sleep", "10"), cwd=tmp_path, limits=Limits(seconds=0.0)).timed_out


def test_output_is_cut_and_that_is_said(tmp_path: Path) -> None:
    done = python("print('x' * 5000)", tmp_path, limits=Limits(output=1000))
    assert done.truncated
    assert done.stdout == b"x" * 1000
    assert done.code == 0


def test_exactly_the_limit_is_not_cut(tmp_path: Path) -> None:
    done = python("print('x' * 999)", tmp_path, limits=Limits(output=1000))
    assert not done.truncated


def test_a_flood_of_output_is_ended_before_the_time(tmp_path: Path) -> None:
    done = run(("sh", "-c", "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done"), cwd=tmp_path,
               limits=Limits(seconds=60, output=1000))  # fmt: skip
    assert done.truncated
    assert not done.timed_out
    assert done.code == 137
    assert len(done.stdout) == 1000


def test_what_took_too_much_did_not_succeed_whatever_it_said(tmp_path: Path) -> None:
    """It may end by itself, with 0, in the moment in which it is ended."""
    done = run(("head", "-c", "100000", "/dev/zero"), cwd=tmp_path, limits=Limits(output=1000))
    assert (done.code, done.excess) == (137, "more than 16 times the output that is kept")


def test_both_outputs_full_at_once_do_not_block(tmp_path: Path) -> None:
    source = "import os\nfor _ in range(64): os.write(1, b'o' * 8192); os.write(2, b'e' * 8192)"
    done = python(source, tmp_path)
    assert (len(done.stdout), len(done.stderr), done.code) == (64 * 8192, 64 * 8192, 0)


DAEMON = """
import os, sys
ready, begun = os.pipe()
if os.fork() == 0:
    {leave}
    hold(sys.argv[1])
    os.write(begun, b".")
    while True: pass
os.read(ready, 1)
print("main ends", flush=True)
{after}
"""


def watching(monkeypatch: pytest.MonkeyPatch, seen: Callable[[int], None]) -> None:
    """Have `seen` called with the worker's process id when the command has printed its first bytes."""
    started: list[int] = []
    popen, read = subprocess.Popen, os.read

    def start(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        worker = popen(*arguments, **options)
        started.append(worker.pid)
        return worker

    def reading(descriptor: int, size: int) -> bytes:
        chunk = read(descriptor, size)
        if b"ready" in chunk:
            seen(started[0])
        return chunk

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(os, "read", reading)


HOLDING = "hold(sys.argv[1]); print('ready', flush=True)\nwhile True: pass"


def test_an_interrupted_engine_ends_the_command(
    tmp_path: Path, lock: Lock, hold: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(worker: int) -> None:
        raise KeyboardInterrupt

    watching(monkeypatch, interrupt)
    with pytest.raises(KeyboardInterrupt):
        python(hold + HOLDING, tmp_path, str(lock.path))
    assert lock.gets_free()


@linux_only
def test_a_killed_worker_takes_the_command_along(
    tmp_path: Path, lock: Lock, hold: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watching(monkeypatch, lambda worker: os.kill(worker, signal.SIGKILL))
    done = python(hold + HOLDING, tmp_path, str(lock.path))
    assert (done.timed_out, done.code, done.stdout) == (False, 137, b"ready\n")
    assert lock.gets_free()


@linux_only
def test_the_worker_has_no_secrets_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    reading, writing = os.pipe()

    def look(worker: int) -> None:
        told.append(Path(f"/proc/{worker}/environ").read_text())
        os.close(writing)  # only now does the command end

    watching(monkeypatch, look)
    run(("sh", "-c", "echo ready; read x"), cwd=tmp_path, stdin=reading)
    os.close(reading)
    assert told
    assert "hunter2" not in told[0]


@linux_only
@pytest.mark.parametrize("leave", ["pass", "os.setsid()", "os.setsid(); os.fork() and os._exit(0)"])
@pytest.mark.parametrize("after", ["", "while True: pass"])
def test_nothing_outlives_the_command(tmp_path: Path, lock: Lock, hold: str, leave: str, after: str) -> None:
    source = hold + DAEMON.format(leave=leave, after=after)
    done = python(source, tmp_path, str(lock.path), limits=Limits(seconds=2.0 if after else 60))
    assert done.stdout == b"main ends\n"
    assert done.timed_out == bool(after)
    assert lock.is_free()


def test_a_large_file_is_stopped(tmp_path: Path) -> None:
    done = python("open('big', 'wb').write(b'x' * 2_000_000)", tmp_path, limits=Limits(file=1_000_000))
    assert done.code != 0
    assert (tmp_path / "big").stat().st_size <= 1_000_000


@linux_only
def test_memory_is_limited(tmp_path: Path) -> None:
    done = python("bytearray(600 << 20)", tmp_path, limits=Limits(memory=400 << 20))
    assert b"MemoryError" in done.stderr


@linux_only
def test_processor_time_is_limited_too(tmp_path: Path) -> None:
    source = "from resource import *; print(getrlimit(RLIMIT_CPU)[1], getrlimit(RLIMIT_CORE)[1])"
    assert python(source, tmp_path, limits=Limits(seconds=30)).stdout == b"31 0\n"


@linux_only
def test_every_guard_is_in_force_and_named(tmp_path: Path) -> None:
    done = run(("true",), cwd=tmp_path)
    parent = {"process group", "environment", "descriptors", "rlimits"}
    assert parent | {"no new privileges", "capabilities", "landlock", "seccomp", "network"} <= set(
        done.confined
    )


@linux_only
def test_the_outside_can_be_neither_read_nor_written(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret").write_text("hunter2")
    (inside / "link").symlink_to(outside / "secret")
    commands = f"""
        cat {outside}/secret
        cat link
        echo x > link
        ls {outside}
        touch {outside}/new
        rm {outside}/secret
        mv link {outside}/
        ln {outside}/secret hard
        cat /etc/passwd
        cat /proc/{os.getpid()}/environ
        cat /proc/self/root{outside}/secret
    """
    for command in commands.strip().splitlines():
        done = run(("sh", "-c", command), cwd=inside, writable=(inside,))
        assert done.code != 0, command
        assert b"hunter2" not in done.stdout
    assert (outside / "secret").read_text() == "hunter2"
    assert [path.name for path in outside.iterdir()] == ["secret"]


@linux_only
def test_readable_is_not_writable(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "text").write_text("told")
    assert run(("cat", f"{outside}/text"), cwd=inside, readable=(outside,)).stdout == b"told"
    assert run(("sh", "-c", f"echo x > {outside}/text"), cwd=inside, readable=(outside,)).code != 0
    assert run(("touch", "x"), cwd=inside).code != 0
    assert run(("touch", "x"), cwd=inside, writable=(inside,)).code == 0
    assert (outside / "text").read_text() == "told"


@linux_only
def test_there_is_no_network_and_no_socket_with_a_path(tmp_path: Path) -> None:
    source = "import socket, sys\ns = socket.socket(getattr(socket, sys.argv[1]))\ns.connect(eval(sys.argv[2]))"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        path = tempfile.mktemp(dir=tmp_path) if len(str(tmp_path)) < 80 else tempfile.mktemp()
        local.bind(path)
        local.listen()
        for family, address in (("AF_INET", server.getsockname()), ("AF_UNIX", path)):
            done = run(
                (sys.executable, "-I", "-c", source, family, repr(address)), cwd=tmp_path, writable=(tmp_path,)
            )
            assert b"PermissionError" in done.stderr
    Path(path).unlink()


@linux_only
def test_other_processes_are_out_of_sight(tmp_path: Path) -> None:
    assert run(("sh", "-c", f"kill -0 {os.getpid()}"), cwd=tmp_path).code != 0


def test_a_required_guard_that_is_missing_refuses(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="missing: a moat"):
        run(("touch", "x"), cwd=tmp_path, writable=(tmp_path,), required=("a moat", "environment"))
    assert not (tmp_path / "x").exists()


def test_where_no_tier_holds_nothing_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "best", lambda: None)
    with pytest.raises(RefusedError, match=r"no tier of the sandbox holds here.*pandora doctor.*--unsafe"):
        run(("touch", "x"), cwd=tmp_path, writable=(tmp_path,), required=("environment",))
    assert not (tmp_path / "x").exists()
    assert run(("touch", "x"), cwd=tmp_path, writable=(tmp_path,)).confined[0] == "none"
    assert (tmp_path / "x").exists()


def test_this_python_with_its_packages_runs_inside(tmp_path: Path) -> None:
    if not Path(pytest.__file__).is_relative_to(sys.prefix):
        pytest.skip("pytest comes from elsewhere")
    (tmp_path / "test_it.py").write_text("def test_it(tmp_path):\n    (tmp_path / 'x').write_text('y')\n")
    options = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".", "--confcutdir", ".")
    done = run((sys.executable, "-m", "pytest", *options), cwd=tmp_path, writable=(tmp_path,))
    assert b"1 passed" in done.stdout, done


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    before = len(os.listdir("/dev/fd"))
    run(("true",), cwd=tmp_path)
    with pytest.raises(RefusedError):
        run(("true",), cwd=tmp_path, required=("a moat",))
    assert list((tmp_path / "temporary").iterdir()) == []
    assert len(os.listdir("/dev/fd")) == before
