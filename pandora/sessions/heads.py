"""Heads: what a turn publishes when it ends, named by the digest of its content and of nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from pandora.disk.store import Store
from pandora.errors import UsageError

FORMAT = "session head 1"
"""Stands first in every head; a change of the format changes the number, and no other version is read."""
Kind = Literal["final", "partial", "wreckage"]
KINDS: tuple[Kind, ...] = ("final", "partial", "wreckage")
_LENGTH = 12
"""The hex digits of a head's id, after its `h`."""


class HeadError(UsageError):
    """A head that is not there, is of another version, or is not what its id says."""


@dataclass(frozen=True)
class Check:
    """A check behind a value: whether it held, and whether it was declared before the work."""

    name: str
    holds: bool
    declared: bool = False


@dataclass(frozen=True)
class Head:
    """The state and the value that a turn ended with.

    `basis` is the id of the head that the turn began from, or "". `state` names the blob of the snapshot's
    manifest and `value` that of the encoded value, each by its digest, or "" for none. `text` shows the value
    in a line, `status` is its standing (`verified`, `assumed`, `weak`, `missing`, `failed`),
    and `names` are the variables that it was computed from. The id is the digest of all of that: no path,
    host, user, time or session is in it, so a session that is moved or renamed has the same heads.
    """

    kind: Kind
    basis: str = ""
    state: str = ""
    value: str = ""
    text: str = ""
    status: str = ""
    expression: str = ""
    names: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    reason: str = ""

    @property
    def encoded(self) -> bytes:
        """The head as canonical JSON."""
        rest = {**vars(self), "checks": [dict(vars(check)) for check in self.checks]}
        content = {"pandora": FORMAT, **{name: rest[name] for name in sorted(rest)}}
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()

    @property
    def id(self) -> str:
        """`h` and twelve hex digits of the SHA-256 of the encoded head."""
        return f"h{sha256(self.encoded).hexdigest()[:_LENGTH]}"


def write_head(store: Store, head: Head) -> dict[str, str]:
    """Store a head durably; returns the entry `head` of its turn's front matter."""
    return {"id": head.id, "kind": head.kind, "blob": store.write_blob(head.encoded)}


def read_head(store: Store, entry: Mapping[str, Any], place: str) -> Head:
    """The head that the entry `head` of a turn names; `place` begins the message of an error.

    Raises HeadError for another version, or where the content is not what the id says, and DiskError where the
    blob is gone.
    """
    content = json.loads(store.read_blob(str(entry.get("blob", ""))))
    given, kind = content.pop("pandora", None), content.get("kind")
    if given != FORMAT or kind not in KINDS:
        problem = f"head {entry.get('id')} is a {given!r}, and this Pandora reads {FORMAT!r}"
        raise HeadError(f"{place}: {problem}; use the Pandora that made it, or attach from another head")
    checks = tuple(Check(**check) for check in content.pop("checks"))
    head = Head(**{**content, "names": tuple(content["names"]), "checks": checks})
    if head.id != entry.get("id"):
        problem = f"head {entry.get('id')} is not what its id says ({head.id})"
        raise HeadError(f"{place}: {problem}; restore the line")
    return head
