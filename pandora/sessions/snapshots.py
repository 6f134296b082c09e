"""Snapshots of a kernel's state as the engine keeps them: a manifest, and the blobs that it refers to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pandora.errors import PandoraError
from pandora.sessions.inside import state_snapshot
from pandora.sessions.inside.given_text import blob_name

FORMAT = state_snapshot.FORMAT


class SnapshotError(PandoraError):
    """A state that cannot be restored: another version's, or one whose bytes are gone or changed."""

    exit_code = 5


@dataclass(frozen=True)
class Snapshot:
    """The state after a block. `manifest` is JSON; `blobs` are all bytes that it refers to, by their names.

    The names are those of `Store.write_blob`. Nothing in a manifest says where, when or by whom it was made.
    """

    manifest: Mapping[str, Any]
    blobs: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)

    @property
    def digest(self) -> str:
        """The digest of the state: equal for equal states."""
        return state_snapshot.digest(self.manifest)

    @property
    def encoded(self) -> bytes:
        """The manifest's canonical bytes; `parse_manifest` reads them."""
        return state_snapshot.encoded(self.manifest)

    @property
    def unrestorable(self) -> Mapping[str, str]:
        """The variables and entries that could not be stored, each with the reason."""
        return dict(self.manifest["unrestorable"])


EMPTY: Mapping[str, Any] = {
    "pandora": FORMAT, "areas": {name: {} for name in state_snapshot.AREAS},
    "checks": {"declared": [], "held": {}}, "definitions": [], "statuses": {}, "texts": [],
    "unrestorable": {}, "values": {},
}  # fmt: skip
"""The manifest of a state in which nothing ran yet."""


def parse_manifest(data: bytes) -> Mapping[str, Any]:
    """Return the manifest of these bytes; raises SnapshotError where they are none of this version."""
    try:
        manifest = json.loads(data)
    except (ValueError, RecursionError):
        raise SnapshotError("this is no state of a session; attach from an earlier head") from None
    check_format(manifest)
    return manifest  # type: ignore[no-any-return]


def check_format(manifest: Any) -> None:
    """Raise SnapshotError where this is no manifest of a state, or one of another version."""
    version = manifest.get("pandora") if isinstance(manifest, Mapping) else None
    if version != FORMAT:
        named = f"{version!r}, and this Pandora reads {FORMAT!r}" if version else "no state of a session"
        raise SnapshotError(f"the state is {named}; attach from a head of this version")
    parts = {name: type(part) for name, part in EMPTY.items()}
    if any(type(manifest.get(name)) is not kind for name, kind in parts.items()):
        raise SnapshotError("the state's manifest lacks a part; attach from an earlier head")


def blobs_named(manifest: Mapping[str, Any]) -> Iterator[str]:
    """The names of the blobs that a manifest refers to."""
    try:
        for entries in (manifest["values"], *manifest["areas"].values()):
            for entry in entries.values():
                yield str(entry["blob"])
        yield from map(str, manifest["texts"])
    except (KeyError, TypeError, AttributeError):
        raise SnapshotError("the state's manifest has another form; attach from an earlier head") from None


def read_blobs(manifest: Mapping[str, Any], read_blob: Callable[[str], bytes]) -> dict[str, bytes]:
    """Read every blob that a manifest refers to; raises SnapshotError where one is gone or not itself."""
    blobs: dict[str, bytes] = {}
    for name in dict.fromkeys(blobs_named(manifest)):
        try:
            blobs[name] = read_blob(name)
        except (KeyError, PandoraError) as error:
            raise SnapshotError(f"{name} of the state cannot be read: {error}") from error
        if blob_name(blobs[name]) != name:
            raise SnapshotError(f"{name} is not what its name says; attach from an earlier head")
    return blobs


def changed_names(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    """The variables and entries that differ between two manifests, those that are gone included."""
    old, new = _contents(before), _contents(now)
    return tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))


def _contents(manifest: Mapping[str, Any]) -> dict[str, Any]:
    contents: dict[str, Any] = {name: entry["blob"] for name, entry in manifest["values"].items()}
    for area, entries in manifest["areas"].items():
        contents.update({f"{area}[{key!r}]": entry["blob"] for key, entry in entries.items()})
    contents.update(dict(manifest["definitions"]))
    contents.update(manifest["unrestorable"])
    return contents
