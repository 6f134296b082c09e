from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.operations.set_values import set_values
from pandora.workspace.operation_context import OperationContext

BEFORE = b"# the server\n[server]\nport = 8080 # public\nhost = 'a'\n"


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "server.toml").write_bytes(BEFORE)
    return OperationContext(tmp_path)


def test_values_are_changed_in_place(context: OperationContext) -> None:
    changes = "server.port = 9090\nserver.host = b=c\n(new key) = server.debug = true"
    done = set_values({"path": " server.toml", "values": changes}, context)
    assert done.ok
    (change,) = done.changes
    assert (change.path, change.before) == ("server.toml", hashlib.sha256(BEFORE).hexdigest())
    assert change.content == b"# the server\n[server]\nport = 9090 # public\nhost = 'b=c'\ndebug = true\n"
    assert "server.port: 8080 → 9090" in done.text


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("server.toml", ""),
        ("server.toml", "server.port = 8080"),
        ("server.toml", "server.porch = 1"),
        ("server.toml", "server.port = fast"),
        ("other.toml", "server.port = 1"),
    ],
)
def test_what_cannot_be_is_a_failure_of_one_line(context: OperationContext, path: str, changes: str) -> None:
    done = set_values({"path": path, "values": changes}, context)
    assert not done.ok
    assert done.changes == ()
    assert path in done.text
    assert "\n" not in done.text


def test_another_type_is_taken_where_the_request_has_it(context: OperationContext) -> None:
    given = {"path": "server.toml", "values": "server.port = auto", "request": "Set the port to auto."}
    assert b'port = "auto" # public' in (set_values(given, context).changes[0].content or b"")


def test_protected_files_are_refused(context: OperationContext) -> None:
    with pytest.raises(RefusedError):
        set_values({"path": "pandora.toml", "values": "a = 1"}, context)
