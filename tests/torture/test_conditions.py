"""What goes wrong around a run: a clear message, the right exit code, nothing torn; mended, it goes on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pandora.inspect.plan_estimate  # noqa: F401 - who is nobody may not be able to load it
from pandora.models import scripted
from tests.torture.world import ROOT, Told, World


def at_reply(number: int, act: Callable[[], object]) -> Callable[[], None]:
    """A hook that does something while the model makes its reply of that number."""

    def hook() -> None:
        take, made = scripted.ScriptedModel._take, [0]

        def acting(*arguments: object) -> object:
            made[0] += 1
            if made[0] == number:
                act()
            return take(*arguments)  # type: ignore[arg-type]

        setattr(scripted.ScriptedModel, "_take", acting)  # noqa: B010

    return hook


def as_nobody() -> None:
    """Be an ordinary user, where this is root."""
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


@pytest.fixture
def open_world() -> Iterator[World]:
    """A workspace that every user can reach and read, and whose log every user can write."""
    folder = Path(tempfile.mkdtemp(prefix="pandora-torture-"))
    folder.chmod(0o755)
    world = World.at(folder)
    world.log.chmod(0o777)
    yield world
    assert world.violations == []
    shutil.rmtree(folder)


def told(world: World, ended: Told, code: int, *words: str) -> None:
    """The exit code, and one line that says what is wrong and what to do."""
    assert ended.code == code, ended.err
    assert ended.err.startswith("pandora: ")
    assert ended.err.count("\n") == 1, ended.err
    for word in words:
        assert word in ended.err
    world.whole("after that")


@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_document_that_is_deleted_while_its_loop_runs(
    world: World, wanted: dict[str, bytes], number: int
) -> None:
    def act() -> None:
        (world.state / f"{ROOT}.md").unlink(missing_ok=True)

    ended = world.do(hook=at_reply(number, act))
    if number == 1:  # it appears with its first reply: there was none to be deleted
        assert ended.code == 0
        return
    told(world, ended, 6, f"{ROOT}.md:1: the document was removed while its loop ran; restore it, then resume")
    again = world.do("-C", str(world.root), "resume", ROOT, "--model", world.script())
    told(world, again, 2, f"'{ROOT}' is no document")
    world.fresh()
    world.finish("from the beginning", wanted)


def test_a_document_that_is_renamed_while_its_loop_runs(world: World, wanted: dict[str, bytes]) -> None:
    path, away = world.state / f"{ROOT}.md", world.root / "away.md"
    ended = world.do(hook=at_reply(4, lambda: path.rename(away)))
    told(world, ended, 6, "was removed while its loop ran; restore it")
    away.rename(path)
    world.finish("given back", wanted)


def test_a_child_that_is_deleted_takes_with_it_who_made_the_file(
    world: World, wanted: dict[str, bytes]
) -> None:
    """Without its document nothing says that the run made the file: changing it is asked about."""

    def act() -> None:
        for path in world.state.glob("op-write-*-1.1.md"):
            path.unlink()

    ended = world.do(hook=at_reply(4, act))
    assert ended.code == 3, ended.out
    assert json.loads(ended.out)["question"].startswith("May it change out/one.txt?")
    world.whole("after that")


def test_a_workspace_that_vanishes(world: World, wanted: dict[str, bytes]) -> None:
    away = world.root.with_name("away")
    ended = world.do(hook=at_reply(3, lambda: world.root.rename(away)))
    told(world, ended, 6, "state:1: the folder is gone; ")
    assert not world.root.exists()
    away.rename(world.root)
    world.finish("come back", wanted)


def test_a_state_folder_that_vanishes(world: World) -> None:
    ended = world.do(hook=at_reply(3, lambda: shutil.rmtree(world.state)))
    told(world, ended, 6, "state:1: the folder is gone; ")
    assert not world.state.exists()


@pytest.mark.parametrize("number", [1, 3])
def test_a_folder_that_may_not_be_written(open_world: World, number: int) -> None:
    """As an ordinary user, from the beginning and from the middle of a run."""
    world = open_world

    def forbid() -> None:
        world.state.chmod(0o555)
        as_nobody()

    world.state.chmod(0o777)
    (world.root / "out").mkdir(mode=0o777)
    (world.root / "out").chmod(0o777)
    ended = world.do(hook=(lambda: forbid()) if number == 1 else at_reply(number, forbid))
    told(world, ended, 6, "no permission to write here; give it, then resume")
    world.state.chmod(0o777)
    assert world.do().code == 0


def test_a_document_that_may_not_be_read(open_world: World) -> None:
    world = open_world
    assert world.do().code == 0
    path = world.state / f"{ROOT}.md"
    path.chmod(0o000)
    world.state.chmod(0o777)
    ended = world.do("-C", str(world.root), "resume", ROOT, "--model", world.script(), hook=as_nobody)
    told(world, ended, 6, f"{ROOT}.md:1: Permission denied; mend it, then resume")
    path.chmod(0o644)


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """A real one: a small tmpfs, filled while the run is at work."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux can mount a small disk")
    place = tmp_path / "small"
    place.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(place)]
    done = subprocess.run(mounted, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.strip()}")
    try:
        world = World.at(place, tmp_path / "log")
        assert world.do().code == 0
        wanted = world.final()
        world.fresh()

        def fill() -> None:
            with open(place / "filler", "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * 4096)
                except OSError:
                    return

        for number in range(1, 6):
            ended = world.do(hook=at_reply(number, fill))
            told(world, ended, 6, "the disk is full; free some room, then resume")
            again = world.do()
            told(world, again, 6, "the disk is full")
            (place / "filler").unlink()
            world.finish(f"room after reply {number}", wanted)
            world.fresh()
        assert world.do().code == 0
        fill()
        told(world, world.do(), 6, "the disk is full")
        gone = world.do("-C", str(world.root), "rm", ROOT, "--yes")
        assert (gone.code, gone.err) == (0, ""), gone
        assert [path.name for path in world.state.iterdir() if path.is_file()] == []
        assert world.violations == []
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("back", [1.0, 86_400.0, 1_000_000_000.0])
def test_a_clock_that_goes_backwards(world: World, wanted: dict[str, bytes], back: float) -> None:
    def turn() -> None:
        real, real_ns, gm = time.time, time.time_ns, time.gmtime
        setattr(time, "time", lambda: real() - back)  # noqa: B010
        setattr(time, "time_ns", lambda: real_ns() - int(back * 1e9))  # noqa: B010
        setattr(time, "gmtime", lambda seconds=None: gm(real() - back if seconds is None else seconds))  # noqa: B010

    ended = world.do(hook=at_reply(3, turn))
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["usage"]["seconds"] >= 0
    world.finish("after that", wanted)


def test_two_engines_on_one_run(world: World, wanted: dict[str, bytes]) -> None:
    """The second says who holds it; the first goes on undisturbed; killed, it is taken over at once."""
    ready, go = os.pipe()
    seen, said = os.pipe()

    def pause() -> None:
        os.write(said, b"x")
        os.read(ready, 1)

    first = world.spawn(hook=at_reply(3, pause))
    os.read(seen, 1)
    second = world.do()
    told(world, second, 2, f"the run is held by process {first} on ", "wait for it, or stop it and resume")
    assert world.do("-C", str(world.root), "ls").code == 0
    assert world.do("-C", str(world.root), "show", ROOT).code == 0
    assert world.do("-C", str(world.root), "tree", ROOT).code == 0
    os.kill(first, 9)
    assert world.wait(first).code == -9
    for each in (ready, go, seen, said):
        os.close(each)
    world.finish("taken over", wanted)
    assert [path.name for path in world.state.iterdir() if path.name.startswith(".")] == []


def test_an_editor_with_unsaved_changes_is_waited_for(world: World, wanted: dict[str, bytes]) -> None:
    lock = world.state / f".#{ROOT}.md"

    def open_editor() -> None:
        lock.symlink_to("somebody elsewhere")

    pid = world.spawn(
        "-C", str(world.root), "run", "Write the word plum into out/one.txt", "--model", world.script(),
        hook=at_reply(2, open_editor),
    )  # fmt: skip
    for _ in range(20_000):
        if lock.is_symlink():
            break
        time.sleep(0.01)
    before = (world.state / f"{ROOT}.md").read_bytes()
    time.sleep(0.5)  # the engine waits all this time: it has something to write
    assert (world.state / f"{ROOT}.md").read_bytes() == before
    lock.unlink()
    ended = world.wait(pid)
    assert ended.code == 0
    assert ended.err.count("is being edited and has unsaved changes; save it, or delete .#") == 1
    world.finish("after that", wanted)
