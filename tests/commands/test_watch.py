from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from watchdog.observers import Observer

from pandora.disk import watch as notice
from tests.commands.conftest import SCRIPT, Run
from tests.commands.test_resume import lines, state
from tests.commands.test_resume_all import ASKING, HEADER, begun, replace
from tests.interrupted import unmeasured


def test_an_answer_that_was_saved_goes_on(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    run = begun(pandora, tmp_path, *ASKING)
    replace(workspace, run, "\nAnswer:\n", "\nAnswer: by price\n")
    result = pandora("watch", run, "--once", "--model", lines(tmp_path, HEADER, *SCRIPT[1:]))
    assert result.code == 0, result
    assert result.out == f"{run}: accepted: plum\n"
    assert f"watching {run}" in result.err
    assert f"you answered 'By weight or by price?' in {run}" in result.err


def test_an_edited_section_says_what_is_redone(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    run = begun(pandora, tmp_path, *SCRIPT)
    replace(workspace, run, "1. table: print the cheapest", "1. table: print the best")
    result = pandora("watch", "--once", "--json", "--model", lines(tmp_path, HEADER, *SCRIPT[2:]))
    assert (result.code, result.json["status"]) == (0, "accepted")
    assert f"you changed §2 of {run}; looking again at what was made from it: DO, CHECK, OUTPUT" in result.err


def test_the_exit_code_is_the_runs(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    run = begun(pandora, tmp_path, *ASKING)
    replace(workspace, run, "\nAnswer:\n", "\nAnswer: dunno\n")
    result = pandora("watch", "--once", "--model", lines(tmp_path, HEADER, *ASKING[1:]))
    assert result.code == 3
    assert result.out == f"{run}: waiting: By weight or by price?\n"


def test_without_watches_it_looks_and_says_so_in_one_line(
    pandora: Run, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(self: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Observer, "start", start)
    monkeypatch.setattr(notice, "shared_kind", lambda folder: "")
    run = begun(pandora, tmp_path, *ASKING)
    replace(workspace, run, "\nAnswer:\n", "\nAnswer: by price\n")
    result = pandora("watch", run, "--once", "--model", lines(tmp_path, HEADER, *SCRIPT[1:]))
    assert result.code == 0, result
    why = "polled every second: no inotify watch is left, raise fs.inotify.max_user_watches"
    assert f"watching {run} ({why}); save an edit, or end with Ctrl-C\n" in result.err


def saved(path: Path, old: str, new: str, way: str) -> None:
    """Save an edit as one of the usual editors does."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new)
    if way == "in place":
        path.write_text(text, encoding="utf-8")
    elif way == "renamed over":
        other = path.with_name(f".{path.name}.swp")
        other.write_text(text, encoding="utf-8")
        os.replace(other, path)
    else:
        path.rename(path.with_name(f"{path.name}~"))
        path.write_text(text, encoding="utf-8")


def test_every_save_is_picked_up_and_nothing_else(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    run = begun(pandora, tmp_path, *ASKING)
    path = workspace / "state" / f"{run}.md"
    model = lines(tmp_path, HEADER, *SCRIPT[1:])
    words = [sys.executable, "-m", "pandora", "-C", str(workspace), "watch", "--model", model]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=unmeasured()
    ) as watch:
        assert watch.stdout is not None
        heard: list[str] = []

        def until(text: str) -> None:
            heard.clear()
            for line in watch.stdout or ():
                heard.append(line)
                if text in line:
                    return
            pytest.fail(f"{text!r} was not told: {heard}")

        try:
            until("watching every run")
            saved(path, "\nAnswer:\n", "\nAnswer: by price\n", "moved away first")
            until(f"{run}: accepted: plum")
            whole = path.read_bytes()
            path.write_bytes(whole[:300])  # a torn save: told when it stays so, and nothing is written to it
            until(f"state/{run}.md:")
            assert path.read_bytes() == whole[:300]
            path.write_bytes(whole)
            saved(path, "Issues: none", "Issues: few", "in place")
            until(f"{run}: accepted: plum")
            assert not any("pandora:" in line for line in heard)
            saved(path, "## §5 OUTPUT\nplum", "## §5 OUTPUT\na plum", "renamed over")
            until(f"{run}: accepted: a plum")
            before = state(workspace)
            watch.send_signal(signal.SIGINT)
            assert watch.stdout.read() == ""  # its own writes told it nothing
            assert watch.wait() == 0
            assert state(workspace) == before
        finally:
            watch.kill()
