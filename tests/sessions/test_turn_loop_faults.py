"""A turn that is killed, or whose disk is full, at any of its writes: resume goes on to the same head."""

from __future__ import annotations

import errno
import os
import re
from typing import Any

import pytest

from pandora.budget import Budget, Ledger
from pandora.disk.store import Store
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.errors import DiskError
from pandora.models.protocol import Call, Prompt
from pandora.sessions.session_runs import TurnReport, resume, start
from tests.answering_model import AnsweringModel
from tests.disk.faults import failing
from tests.sessions.sittings import Sitting, simple
from tests.torture.faults import counted, dies_at

BLOCKS = (
    "rows = [3, 1, 2]\nkinds = map_lm('A fruit?', ['plum', 'chair'], choices=['yes', 'no'])",
    "results['rows'] = sorted(rows)\nFINAL(len(rows) + kinds.count('yes'))",
)
BUDGET = Budget(calls=40)
POINTS = 9
"""At how many of the calls that write something a turn is broken off, evenly spread."""


class Working(AnsweringModel):
    """A model whose reply follows from the prompt alone, so that it is the same in every process."""

    def __init__(self) -> None:
        self.calls = 0

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        self.calls += 1
        if call.kind == "leaf":
            return {"answer": "yes" if "plum" in prompt.text else "no"}, {}
        if call.phase == "do":
            return {"code": BLOCKS[len(re.findall(r"^## Block \d", prompt.text, re.M))]}, {}
        empty: dict[str, Any] = {entry.key: [] for entry in form.asked}
        return {**empty, **{key: "none" for key in ("goal", "worth keeping") if key in empty}}, {}


def work(sitting: Sitting, model: Working) -> TurnReport:
    """Begin the session, or go on with it where it is on disk."""
    host = Host(sitting.workspace, model, Ledger(BUDGET), scaffold=False)
    if sitting.store.exists("system-abc234"):
        return resume(sitting.session(), host)
    return start("How many?", host, BUDGET, run="abc234")


def goes_on(sitting: Sitting, wanted: TurnReport) -> None:
    """Go on without faults, and come to the head of a turn that nothing disturbed; then all is fresh."""
    report = work(sitting, Working())
    current = sitting.session().current()
    assert current is not None
    assert (current.id, report.exit_code) == (wanted.entry["head"], 0)
    again = Working()
    assert (work(sitting, again).turn, again.calls) == (None, 0)


def sittings(sitting: Sitting) -> tuple[TurnReport, int, list[Sitting]]:
    """An undisturbed turn, how many calls write something in it, and a workspace for each fault."""
    whole = Sitting(_folder(sitting, "whole"))
    with failing(0, errno.ENOSPC) as disk:
        wanted = work(whole, Working())
    return wanted, len(disk.made), [Sitting(_folder(sitting, str(place))) for place in range(POINTS)]


def _folder(sitting: Sitting, name: str) -> Any:
    folder = sitting.root / name
    folder.mkdir()
    return folder


def test_a_killed_turn_goes_on_to_the_same_head(sitting: Sitting) -> None:
    """Sessions 6 and S7: kill -9 at any write of a turn; resume takes it up, and the head is the same."""
    wanted, calls, places = sittings(sitting)
    killed = 0
    for place, broken in enumerate(places, 1):
        child = os.fork()
        if child == 0:
            try:
                counted(dies_at(place * calls // POINTS))
                work(broken, Working())
            finally:
                os._exit(0)
        killed += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        goes_on(broken, wanted)
    assert killed >= POINTS - 1


def test_a_full_disk_is_told_and_the_turn_goes_on_afterwards(sitting: Sitting) -> None:
    """Sessions 6: a disk that is full at any write is a typed error; when there is room, resume goes on."""
    wanted, calls, places = sittings(sitting)
    told: list[str] = []
    for place, broken in enumerate(places, 1):
        with failing(place * calls // POINTS, errno.ENOSPC):
            try:
                work(broken, Working())
            except DiskError as error:
                told.append(str(error))
        goes_on(broken, wanted)
    assert told
    assert all("the disk is full; free some room, then resume" in line for line in told)


def test_a_session_of_thirty_turns_resumes_with_the_work_of_one(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions 6: resuming 30 turns asks nothing, and reads at most 1.5 times the documents of one turn."""
    sitting.start(simple("count = 1\nFINAL(count)"))
    for _ in range(28):
        sitting.turn(simple("count += 1\nFINAL(count)"))
    read: list[str] = []
    load = Store.load

    def counting(store: Store, document_id: str) -> Any:
        read.append(document_id)
        return load(store, document_id)

    monkeypatch.setattr(Store, "load", counting)
    assert sitting.turn(simple("count += 1\nFINAL(count)")).entry["value"] == "30"
    one_turn, read[:] = len(read), []
    report = sitting.resume([])
    assert (report.exit_code, report.turn, report.usage.calls) == (0, None, 0)
    assert len(read) <= 1.5 * one_turn
