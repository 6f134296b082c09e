from __future__ import annotations

import hashlib

from pandora.workspace.change import Change, described_changes


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_what_was_written_moved_and_removed_is_told() -> None:
    moved = [Change("a.txt", digest(b"one"), None), Change("old/a.txt", "", b"one")]
    changed, gone = Change("b.txt", digest(b"1"), b"22"), Change("c.txt", digest(b"3"), None)
    assert described_changes([changed]) == "wrote b.txt (2 bytes)"
    assert described_changes([changed, *moved, gone]) == (
        "wrote b.txt (2 bytes); moved a.txt to old/a.txt; removed c.txt"
    )
    assert described_changes([Change("copy.txt", "", b"one"), *moved]).count("moved") == 1
