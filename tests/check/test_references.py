from __future__ import annotations

import json
from pathlib import Path

from pandora.check.references import blobs_named
from pandora.disk.atomic import write_blob
from pandora.disk.layout import Workspace


def test_the_blobs_of_a_session_are_found_through_its_heads(tmp_path: Path) -> None:
    """A head names a state, the state its values: `fsck` must not take any of them for left over."""
    workspace = Workspace(tmp_path)
    value = write_blob(workspace.blobs, b'["a value"]')
    other = write_blob(workspace.blobs, b'{"text": "blobs/%s"}' % (b"0" * 32))
    manifest = {"pandora": "session state 1", "values": {"x": {"blob": f"blobs/{value}"}}}
    state = write_blob(workspace.blobs, json.dumps(manifest, separators=(",", ":")).encode())
    head = {"pandora": "session head 1", "state": f"blobs/{state}", "value": f"blobs/{other}"}
    name = write_blob(workspace.blobs, json.dumps(head, separators=(",", ":")).encode())
    (workspace.state / "system-abcdef.md").write_text(f"---\nhead: blobs/{name}\n---\n")
    assert blobs_named(workspace) == {name, state, value, other}
