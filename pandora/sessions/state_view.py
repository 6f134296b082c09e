"""What a state holds, read from its manifest: its variables by name, for prompts, documents and reports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pandora.disk.store import Store
from pandora.document.fill import one_line
from pandora.document.meta_values import mapping, mappings
from pandora.document.terminal_text import shortened
from pandora.sessions.inside.value_statuses import ASSUMED, STATUSES
from pandora.sessions.snapshots import EMPTY, Snapshot, parse_manifest

STUBS = 40
"""The most variables that a prompt shows."""
SHOWN = 160
"""The most characters of a variable's stub in a prompt."""


@dataclass(frozen=True)
class Value:
    """A variable, or an entry of an area such as `results['x']`; `blob` has its encoded value.

    `status` is verified, assumed, weak, missing or failed, and "" for code. `size` is None where it has none.
    `unrestorable` says why it was not kept, or is "".
    """

    name: str
    kind: str = ""
    size: int | None = None
    stub: str = ""
    status: str = ""
    blob: str = ""
    unrestorable: str = ""

    @property
    def line(self) -> str:
        """The variable on one line."""
        if self.unrestorable:
            return f"{self.name}: not kept ({one_line(self.unrestorable)})"
        shown = shortened(one_line(self.stub), SHOWN)
        return f"{self.name}: {shown}" + (f" ({self.status})" if self.status else "")


def keep(store: Store, snapshot: Snapshot) -> str:
    """Store a snapshot with the blobs that it needs; returns the name of the manifest's blob."""
    for data in snapshot.blobs.values():
        store.write_blob(data)
    return store.write_blob(snapshot.encoded)


def manifest_of(store: Store, state: str) -> Mapping[str, Any]:
    """The manifest of the state in a blob, "" for the empty one; SnapshotError for one of another version."""
    return parse_manifest(store.read_blob(state)) if state else EMPTY


def area_of(store: Store, state: str, area: str) -> dict[str, Value]:
    """The entries of one area of a state that were kept, by their keys."""
    manifest = manifest_of(store, state)
    statuses, entries = mapping(manifest, "statuses"), mapping(mapping(manifest, "areas"), area)
    return {str(key): _value(f"{area}[{key!r}]", entry, statuses) for key, entry in entries.items()}


def texts_in(store: Store, state: str) -> dict[str, bytes]:
    """The texts among the inputs of a state, by the names of the inputs."""
    texts = {}
    for key, value in area_of(store, state, "inputs").items():
        encoded = json.loads(store.read_blob(value.blob))
        if isinstance(encoded, dict) and encoded.get("$") == "Text":
            texts[key] = store.read_blob(str(encoded["blob"]))
    return texts


def encoded_dict(store: Store, values: Mapping[str, Value]) -> bytes:
    """The encoded dict of values that are stored each by itself, by its keys."""
    encoded = {key: json.loads(store.read_blob(value.blob)) for key, value in values.items()}
    return json.dumps(encoded, ensure_ascii=False, separators=(",", ":")).encode()


def values_of(store: Store, state: str) -> list[Value]:
    """The variables and the entries of areas of the state in a blob; those that were not kept come last."""
    return values_in(manifest_of(store, state))


def values_in(manifest: Mapping[str, Any]) -> list[Value]:
    """The variables and the entries of areas that a manifest names; those that were not kept come last."""
    statuses = mapping(manifest, "statuses")
    values = [_value(name, entry, statuses) for name, entry in mappings(manifest, "values").items()]
    for area, entries in mappings(manifest, "areas").items():
        values += [
            _value(f"{area}[{key!r}]", entry, statuses)
            for key, entry in entries.items()
            if isinstance(entry, Mapping)
        ]
    lost = mapping(manifest, "unrestorable").items()
    values += [Value(str(name), unrestorable=str(why)) for name, why in lost]
    return values


def _value(name: str, entry: Mapping[str, Any], statuses: Mapping[str, Any]) -> Value:
    noted, size = str(statuses.get(name, "")), entry.get("size")
    return Value(
        name,
        str(entry.get("kind", "")),
        size if isinstance(size, int) else None,
        str(entry.get("stub", "")),
        noted if noted in STATUSES else ASSUMED if noted else "",
        str(entry.get("blob", "")),
    )


def state_text(store: Store, state: str) -> str:
    """The variables of a state, a line each; "" for none."""
    values = values_of(store, state)
    lines = [value.line for value in values[:STUBS]]
    if len(values) > STUBS:
        lines.append(f"… and {len(values) - STUBS} more")
    return "\n".join(lines)
