"""A person saves a document every millisecond while the engine writes it: nothing of theirs is lost."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pandora.disk import name_exchange
from pandora.disk.atomic import read_consistent
from pandora.disk.conflicts import EditedError
from pandora.disk.layout import Workspace
from pandora.disk.recovery import recover
from pandora.disk.store import Store
from pandora.document.state_document import new_document, parse_document
from pandora.errors import DocumentError
from tests.torture.counts import count, size

ID = "system-abc234"
NOTE = re.compile(rb"note (\d+)\.")


def by_rename(path: Path, data: bytes) -> None:
    """As vim and sed -i save: a new file takes the name."""
    aside = path.with_name("editor.new")
    aside.write_bytes(data)
    aside.rename(path)


def in_place(path: Path, data: bytes) -> None:
    """As emacs and nano save: the file is emptied, and written in two goes."""
    with open(path, "wb", buffering=0) as file:
        file.write(data[: len(data) // 2])
        file.write(data[len(data) // 2 :])


def held_open(path: Path, data: bytes) -> None:
    """As a few save: the file is opened, and only after a while written over, and cut to its length."""
    with open(path, "r+b", buffering=0) as file:
        time.sleep(0.002)
        file.write(data)
        file.truncate()


@dataclass
class Engine:
    """What the engine's process counted: its writes, and for each conflict that it was told of the copy
    that is said to hold its text, and what of that text stands nowhere else.
    """

    writes: int
    conflicts: list[tuple[str, str]]


def engine(workspace: Workspace, stop: Path, wrote: Path) -> Engine:
    """Write another §3 again and again until told to stop, on top of whatever a person saved."""
    store = Store(workspace, lingers=True)
    document = store.load(ID)
    done, turn = Engine(0, []), 0
    while not stop.exists():
        turn += 1
        try:
            text = f"- Step {turn}: x → y"
            document = store.save(document, lambda old, text=text: old.splice(3, text))  # type: ignore[misc]
            done.writes += 1
            wrote.touch()
        except EditedError as edited:
            document = edited.document
            done.conflicts.append((copy_of(edited), text))
    try:
        store.settle()
    except EditedError as edited:
        done.conflicts.append((copy_of(edited), "- Step "))
    return done


def copy_of(edited: EditedError) -> str:
    """The name of the copy that a conflict tells of."""
    found = re.search(r"the engine's text is in state/(\S+\.md)$", str(edited))
    assert found, str(edited)
    return found[1]


def race(
    folder: Path, save: Callable[[Path, bytes], None], saves: int, rereads: bool
) -> tuple[Engine, int, set[int], int]:
    """The engine in a process of its own and so many saves, and more where it did not come to write by then.

    Gives its counts, how many saves there were, the notes found, and the copies.
    """
    workspace = Workspace(folder)
    workspace.state.mkdir()
    path, stop, told = workspace.document(ID), folder / "stop", folder / "told"
    wrote, most = folder / "wrote", 20 * saves
    keys = {"pandora": 1, "id": ID, "status": "running", "phase": "do"}
    fresh = new_document(f"state/{ID}.md", {"Level": "system"}, keys, ID)
    Store(workspace).create(ID, fresh.splice(1, "Task: x").splice(2, "Approach: y"))
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            done = engine(workspace, stop, wrote)
            told.write_text(json.dumps([done.writes, done.conflicts]), encoding="utf-8")
            code = 0
        finally:
            os._exit(code)
    chance = random.Random(saves)
    buffer = path.read_bytes()
    number = 0
    while number < saves or (number < most and not wrote.exists()):
        number += 1
        if rereads:
            buffer = whole(path) or buffer
        buffer = buffer.replace(b"Task: x", b"Task: x\nnote %d." % number, 1)
        save(path, buffer)
        time.sleep(chance.random() * 0.003)
    stop.touch()
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "the engine died"
    recover(workspace, "abc234")
    counted = Engine(*json.loads(told.read_text(encoding="utf-8")))
    beside(workspace, counted)
    texts = [each.read_bytes() for each in workspace.state.iterdir()]
    for text in texts:
        parse_document(text.decode())
    found = {int(number) for text in texts for number in NOTE.findall(text)}
    left = [each.name for each in workspace.state.iterdir() if each.name.startswith(".")]
    assert left == []
    return counted, number, found, len(texts) - 1


def beside(workspace: Workspace, counted: Engine) -> None:
    """Each conflict has a copy of its own that holds the very text that the engine had to give up."""
    copies = [copy for copy, _ in counted.conflicts]
    assert len(set(copies)) == len(copies)
    for copy, text in counted.conflicts:
        assert text in (workspace.state / copy).read_text(encoding="utf-8")
    told = {path.name for path in workspace.state.glob(f"{ID}.conflict-do-*.md")}
    assert told >= set(copies)


def whole(path: Path) -> bytes | None:
    """What an editor reads when it is told that the file changed; None where it is away or half there."""
    try:
        data = read_consistent(path)
        parse_document(data.decode())
    except (FileNotFoundError, DocumentError):
        return None
    return data


def check(folder: Path, save: Callable[[Path, bytes], None], saves: int, rereads: bool) -> str:
    one, other = folder / "one", folder / "other"
    one.touch()
    other.touch()
    if not name_exchange.exchange_names(one, other):
        pytest.skip("this disk cannot exchange names, so a save between check and rename can be lost")
    counted, saves, found, copies = race(folder / "work", save, saves, rereads)
    lost = set(range(1, saves + 1)) - found
    assert lost == set()
    assert copies >= len(counted.conflicts)
    assert counted.writes > 0
    way = f"{save.__name__}, {'reading anew' if rereads else 'from its own buffer'}"
    return (
        f"human saves ({way}): {saves} against {counted.writes} writes of the engine, {len(lost)} lost, "
        f"{len(counted.conflicts)} conflicts, each with its copy; {copies} copies beside"
    )


WAYS = pytest.mark.parametrize(
    ("save", "rereads"),
    [(by_rename, True), (by_rename, False), (in_place, True), (in_place, False), (held_open, False)],
)
"""Who holds the file open goes on with their own buffer: reading anew before their last save has come back from
the old file, they would write that save away themselves."""


@WAYS
def test_a_few_saves(tmp_path: Path, save: Callable[[Path, bytes], None], rereads: bool) -> None:
    (tmp_path / "work").mkdir()
    check(tmp_path, save, 60, rereads)


@pytest.mark.torture
@WAYS
def test_many_saves(tmp_path: Path, save: Callable[[Path, bytes], None], rereads: bool) -> None:
    (tmp_path / "work").mkdir()
    count(check(tmp_path, save, size("SAVES", 1500), rereads))
