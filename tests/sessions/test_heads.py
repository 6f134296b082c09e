from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from pandora.check.fsck import fsck
from pandora.disk.store import Store
from pandora.errors import DiskError
from pandora.sessions.heads import Check, Head, HeadError, read_head, write_head
from pandora.sessions.session_views import head_entries
from tests.sessions.sittings import Sitting, block, designed, leaf, simple

STATE, VALUE = "blobs/" + "ab" * 16, "blobs/" + "cd" * 16
HEAD = Head("final", "h1", STATE, VALUE, "3", "assumed", "count", ("count",), (Check("c", True),))


def test_a_head_reads_back_by_its_id(sitting: Sitting) -> None:
    """Sessions 8: a head is named by the digest of its content."""
    entry = write_head(sitting.store, HEAD)
    assert read_head(sitting.store, entry, "turn.md") == HEAD
    assert entry["blob"].startswith(f"blobs/{entry['id'][1:]}")
    with pytest.raises(HeadError, match="is not what its id says"):
        read_head(sitting.store, {**entry, "id": "h000000000000"}, "turn.md")


def test_a_head_of_another_version_is_told(sitting: Sitting) -> None:
    """Sessions 8: a head of another version is a typed error that says what to do."""
    content = {**json.loads(HEAD.encoded), "pandora": "session head 2"}
    blob = sitting.store.write_text_blob(json.dumps(content))
    with pytest.raises(HeadError, match="is a 'session head 2', and this Pandora reads 'session head 1'; use"):
        read_head(sitting.store, {"id": HEAD.id, "blob": blob}, "turn.md")


def test_a_session_whose_head_is_of_another_version_stays_whole(sitting: Sitting) -> None:
    """Sessions 8 and 15: turn and attach refuse such a head and make nothing; the views say what it is."""
    head = sitting.start(simple("rows = [3, 1]\nFINAL(len(rows))")).entry["head"]
    entry = sitting.session().turns()[0].head
    content = {**json.loads(sitting.store.read_blob(entry["blob"])), "pandora": "session head 9"}
    sitting.edit("tool-turn-abc234-1", entry["blob"], sitting.store.write_text_blob(json.dumps(content)))
    before = sitting.files()
    with pytest.raises(HeadError, match="session head 9"):
        sitting.turn(simple("FINAL(rows)"))
    with pytest.raises(HeadError, match="session head 9"):
        sitting.attach(simple("FINAL(rows)"), str(head))
    assert sitting.files() == before
    assert "session head 9" in str(head_entries(sitting.session())[0]["problem"])


def test_a_head_whose_blob_is_gone_is_told(sitting: Sitting) -> None:
    with pytest.raises(DiskError):
        read_head(sitting.store, {"id": HEAD.id, "blob": "blobs/" + "0" * 32}, "turn.md")


def test_tidying_keeps_what_heads_and_states_name(sitting: Sitting) -> None:
    """Sessions 8: `fsck --repair` removes no blob of a state, and `rm` of a source leaves what was attached."""
    sitting.start(simple("rows = [3, 1]\nresults['x'] = rows\nFINAL(len(rows))"))
    sitting.attach(simple("FINAL(len(rows))"), "abc234")
    for document in sitting.files():
        if "abc234" in document:
            (sitting.root / "state" / document).unlink()
    later = time.time() + 10**6
    fsck(sitting.workspace, repair=True, now=later)
    assert sitting.turn(simple("FINAL(results['x'])"), run="xyz567").entry["value"] == "[3, 1]"


def test_a_session_that_moves_and_gets_another_name_has_the_same_heads(
    sitting: Sitting, tmp_path: Path
) -> None:
    """Sessions S7: nothing local is in a head: elsewhere and under another name, its id is the same."""
    lines = simple("rows = [3, 1]\nFINAL(len(rows))")
    sitting.start(lines)
    first = sitting.session().heads()[0]
    elsewhere = Sitting(tmp_path)
    elsewhere.start(lines, run="other2")
    assert elsewhere.session(run="other2").heads()[0].id == first.id
    shutil.copytree(sitting.root / "state", tmp_path / "moved" / "state")
    moved = Sitting(tmp_path / "moved")
    _, head = moved.session().head(first.id)
    told = head.encoded.decode()
    assert str(sitting.root) not in told
    assert "abc234" not in told
    assert Store(moved.workspace).read_blob(head.state)


def test_children_and_failed_lanes_say_nothing_local(sitting: Sitting) -> None:
    """Sessions S7: envelopes and sentinels name no run and no seconds: the heads are the same."""
    code = (
        "child = rlm('Double it.', boundary='b', shape='integer', missing='m', number=4)\n"
        "lanes = map_lm('A fruit?', ['plum', 'chair'], choices=['yes', 'no'])\n"
        "FINAL([child.session, lanes[1].child, sorted(child.usage)])"
    )
    lines = [*designed(), block(code), *designed(), block("FINAL(number * 2)"), leaf("yes"), leaf("perhaps")]
    first, second = (sitting.start(lines, run=run).entry for run in ("abc234", "other2"))
    assert first["value"] == '["session-1.1.1.1", "leaf-1.1.2.2", ["calls", "prompt", "written"]]'
    assert first["head"] == second["head"]


def test_a_final_of_an_envelope_publishes_the_childs_value(sitting: Sitting) -> None:
    """Sessions S2 and 11: an envelope is no answer; its value is, and it stays as weak as a child's is."""
    code = "child = rlm('Double it.', boundary='b', shape='integer', missing='m', number=4)\nFINAL(child)"
    report = sitting.start([*designed(), block(code), *designed(), block("FINAL(number * 2)")])
    assert report.entry["value"] == "8"
    assert sitting.session().head(str(report.entry["head"]))[1].status == "weak"
