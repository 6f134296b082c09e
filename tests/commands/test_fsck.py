from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from pandora.check.references import referrers
from pandora.disk.layout import Workspace
from pandora.disk.temporary_files import finished_name as whole_name
from pandora.disk.temporary_files import unfinished_name
from pandora.workspace.operation_context import never
from tests.commands.conftest import SCRIPT, Run
from tests.commands.test_resume import lines
from tests.commands.test_resume_all import HEADER, begun, replace
from tests.questions.graphs import Bench


@pytest.fixture
def ended(pandora: Run, workspace: Path, tmp_path: Path) -> str:
    return begun(pandora, tmp_path, *SCRIPT)


def dead(path: Path) -> Path:
    """The name that an aside would have, had a process made it that is gone."""
    return path.with_name(path.name.replace(f".{os.getpid()}", ".4194303"))


def test_a_finished_run_is_as_it_was_promised(pandora: Run, ended: str) -> None:
    result = pandora("fsck")
    assert (result.code, result.out, result.err) == (0, "", "no problem\n")


LEFT = """
import os, signal, sys
from pathlib import Path
from pandora.sandbox import scratch
folder = scratch.make("stage", Path(sys.argv[1]))
print(folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def left_copy(workspace: Path) -> Path:
    """A temporary copy of the workspace that an engine left which was killed."""
    command = (sys.executable, "-c", LEFT, str(workspace))
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    return Path(done.stdout.strip())


def test_a_copy_that_a_killed_engine_left_is_told_and_deleted(
    pandora: Run, ended: str, left_copy: Path
) -> None:
    result = pandora("fsck")
    assert (result.code, result.err) == (1, "1 problem\n")
    assert result.out.startswith(f"{left_copy}:1: a temporary copy of an engine that is gone")
    result = pandora("fsck", "--repair")
    assert (result.code, result.out) == (0, "")
    assert f"repaired: {left_copy}:1: a temporary copy" in result.err
    assert not left_copy.exists()


def test_resume_deletes_a_copy_that_a_killed_engine_left(
    pandora: Run, ended: str, left_copy: Path, tmp_path: Path
) -> None:
    assert left_copy.exists()
    assert pandora("resume", ended, "--model", lines(tmp_path, HEADER)).code == 0
    assert not left_copy.exists()


def test_an_edit_is_a_note(pandora: Run, workspace: Path, ended: str) -> None:
    replace(workspace, ended, "Issues: none", "Issues: few")
    result = pandora("fsck")
    assert result.code == 0
    assert f"note: state/{ended}.md:" in result.err
    assert f"you changed §4 of {ended}" in result.err


def test_broken_off_writes_are_tidied_and_a_persons_save_is_given_back(
    pandora: Run, workspace: Path, ended: str
) -> None:
    path = workspace / "state" / f"{ended}.md"
    stands = path.read_bytes()
    part = dead(unfinished_name(path))
    part.write_bytes(b"half a doc")
    ours = dead(whole_name(unfinished_name(path), b"old", stands))
    ours.write_bytes(b"old")
    theirs = dead(whole_name(unfinished_name(path), b"old", stands))
    theirs.write_bytes(stands.replace(b"Issues: none", b"Issues: mine"))
    result = pandora("fsck")
    assert result.code == 1
    assert result.out.count("an unfinished write of an engine that is gone") == 2
    assert "a save of yours, caught in a crash" in result.out
    result = pandora("fsck", "--repair")
    assert result.code == 1  # what the engine had written then is a conflict copy now: a person settles it
    assert not any(each.exists() for each in (part, ours, theirs))
    assert b"Issues: mine" in path.read_bytes()
    (copy,) = (workspace / "state").glob("*.conflict-*")
    assert copy.read_bytes() == stands
    copy.unlink()
    assert pandora("fsck", "--repair").code == 0


def test_blobs(pandora: Run, workspace: Path, ended: str) -> None:
    folder = workspace / "state" / "blobs"
    folder.mkdir(exist_ok=True)
    kept = set(folder.iterdir())
    lone, named = (sha256(each).hexdigest()[:32] for each in (b"lone", b"named"))
    (folder / lone).write_bytes(b"lone")
    (folder / named).write_bytes(b"something else")
    replace(workspace, ended, "Done when:", f"Note: see blobs/{named}\nDone when:")
    result = pandora("fsck")
    assert result.code == 1
    assert f"state/blobs/{named}:1: its content is not what its name says" in result.out
    assert f"note: state/blobs/{lone}:1: nothing names it" in result.err
    pandora("fsck", "--repair")
    assert (folder / lone).exists()  # it is young: somebody may be about to name it
    os.utime(folder / lone, (0, 0))
    assert f"repaired: state/blobs/{lone}:1" in pandora("fsck", "--repair").err
    assert set(folder.iterdir()) == kept | {folder / named}


def test_an_archive_that_is_half_done(pandora: Run, workspace: Path, ended: str) -> None:
    run = ended.removeprefix("system-")
    folder = workspace / "state" / "archive" / run
    folder.mkdir(parents=True)
    result = pandora("fsck")
    assert (result.code, f"state/archive/{run}:1: half of the run is here, and 3 of" in result.out) == (1, True)
    assert pandora("archive", run).code == 0
    assert pandora("fsck").code == 0
    (workspace / "state" / "archive" / "abc999").mkdir()
    assert pandora("fsck").code == 1
    assert pandora("fsck", "--repair").code == 0


def test_a_try_whose_end_is_not_known_and_ends_that_do_not_fit(
    pandora: Run, workspace: Path, ended: str
) -> None:
    operation = next((workspace / "state").glob("op-*.md")).stem
    text = (workspace / "state" / f"{operation}.md").read_text(encoding="utf-8")
    cut = text[: text.rindex("Result: ok")] + text[text.index("\n## §4") :]
    cut = cut.replace("status: accepted", "status: running")
    (workspace / "state" / f"{operation}.md").write_text(cut, encoding="utf-8")
    result = pandora("fsck", "--json")
    assert result.code == 1
    assert any("was begun and its end is not known" in each["message"] for each in result.json["notes"])
    assert any(f"it says ACCEPTED of {operation}" in each["message"] for each in result.json["problems"])


def test_a_document_that_nothing_names_any_more_is_a_note(pandora: Run, workspace: Path, ended: str) -> None:
    tool = next((workspace / "state").glob("tool-*.md")).stem
    path = workspace / "state" / f"{ended}.md"
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(line for line in lines if tool not in line), encoding="utf-8")
    assert f"note: state/{tool}.md:1: no document names it any more" in pandora("fsck").err


def test_a_blob_is_named_wherever_a_long_file_names_it(
    pandora: Run, workspace: Path, ended: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.check.references._BLOCK", 64)
    monkeypatch.setattr("pandora.check.references._OVERLAP", 48)
    blobs = workspace / "state" / "blobs"
    blobs.mkdir(exist_ok=True)
    names = [sha256(bytes([number])).hexdigest()[:32] for number in range(40)]
    for number, name in enumerate(names):
        (blobs / name).write_bytes(bytes([number]))
    text = "".join(f"{'x' * (number * 3)} blobs/{name}\n" for number, name in enumerate(names))
    (workspace / "state" / f"{ended}.conflict-do-1.md").write_text(text, encoding="utf-8")
    assert not [line for line in pandora("fsck").err.splitlines() if "nothing names it" in line]
    mentions = list(referrers(Workspace(workspace), "zzz234", never, lambda name: True))
    assert mentions == []
    (workspace / "state" / f"{ended}.conflict-do-1.md").write_text(
        text + "op-python-zzz234-12.md", encoding="utf-8"
    )
    path, line, name = next(referrers(Workspace(workspace), "zzz234", never, lambda name: True))
    assert (path.name, line, name) == (f"{ended}.conflict-do-1.md", 41, "op-python-zzz234-12")


def test_an_edit_of_a_graph_is_taken_up_by_its_own_command(pandora: Run, workspace: Path) -> None:
    """A fault that was mended: `fsck` recommended `resume`, which refuses graphs."""
    bench = Bench(workspace).start()
    bench.answer(bench.top, "Light is scattered.")
    bench.edit(bench.top, "Answer: Light is scattered.", "Answer: Light is bent.")
    result = pandora("fsck")
    assert f"`pandora -C {workspace} think --resume {bench.graph_id}` takes it up" in result.out + result.err
    assert f" resume {bench.graph_id}" not in result.out + result.err
