"""The kernel's state by value: a manifest of what each name stands for, and the bytes that it refers to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pandora.sessions.inside.given_text import Text, blob_name
from pandora.sessions.inside.lane_values import Missing
from pandora.sessions.inside.value_encoding import (
    Definitions,
    UndefinedError,
    UnstorableError,
    decode,
    encode,
)
from pandora.sessions.inside.value_statuses import Statuses
from pandora.sessions.inside.value_stubs import kind_of, size_of, stub

FORMAT = "session state 1"
"""Stands first in every manifest; a change of the format changes the number."""
AREAS = ("inputs", "ledger", "results", "failures", "evidence", "checks", "assumptions", "handles")
"""The names of a session's areas of state; each is a dict."""


def digest(manifest: Mapping[str, Any]) -> str:
    """The digest of a state: of the manifest's canonical bytes."""
    return hashlib.sha256(encoded(manifest)).hexdigest()


def encoded(manifest: Mapping[str, Any]) -> bytes:
    """The canonical bytes of a manifest; the format stands first in them."""
    rest = {name: manifest[name] for name in sorted(manifest) if name != "pandora"}
    text = json.dumps({"pandora": manifest["pandora"], **rest}, ensure_ascii=True, separators=(",", ":"))
    return text.encode("ascii")


class Snapshots:
    """Takes snapshots of a namespace; `stored` are the blobs that the engine has already."""

    def __init__(self, definitions: Definitions, statuses: Statuses, stub_size: int) -> None:
        self._definitions = definitions
        self._statuses = statuses
        self._stub_size = stub_size
        self.stored: set[str] = set()
        self._texts: dict[str, bytes] = {}

    def take(
        self, namespace: Mapping[str, Any], names: Iterable[str], checks: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, bytes]]:
        """Return the manifest of these names, and the blobs that the engine lacks."""
        blobs: dict[str, bytes] = {}
        self._texts = {}
        manifest: dict[str, Any] = {
            "pandora": FORMAT, "areas": {}, "checks": dict(checks), "definitions": [], "statuses": {},
            "unrestorable": {}, "values": {},
        }  # fmt: skip
        unrestorable = manifest["unrestorable"]
        for name in sorted(names):
            value = namespace[name]
            if name in AREAS and type(value) is dict:
                manifest["areas"][name] = self._area(name, value, blobs, unrestorable)
            elif not self._definitions.source(name, value):
                self._store(name, value, manifest["values"], name, blobs, unrestorable)
        sources = self._definitions.sources(namespace)
        manifest["definitions"] = [list(pair) for pair in sources]
        manifest["statuses"] = self._statuses.kept()
        manifest["texts"] = sorted(self._texts)
        blobs.update({name: data for name, data in self._texts.items() if name not in self.stored})
        self.stored.update(blobs)
        return manifest, blobs

    def _area(
        self, area: str, value: Mapping[Any, Any], blobs: dict[str, bytes], unrestorable: dict[str, str]
    ) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for key, inner in list(value.items()):
            where = f"{area}[{stub(key, 80)}]"
            if type(key) is str:
                self._store(key, inner, entries, where, blobs, unrestorable)
            else:
                unrestorable[where] = "the key of an entry is a text"
        return entries

    def _store(
        self,
        key: str,
        value: Any,
        entries: dict[str, Any],
        where: str,
        blobs: dict[str, bytes],
        unrestorable: dict[str, str],
    ) -> None:
        try:
            data = encode(value, self._definitions)
        except UnstorableError as error:
            unrestorable[where] = str(error)
            return
        except (MemoryError, RecursionError):
            unrestorable[where] = "it is too large for this machine's memory"
            return
        name = blob_name(data)
        if name not in self.stored:
            blobs[name] = data
        self._note_texts(value)
        shown = {"blob": name, "kind": kind_of(value), "stub": stub(value, self._stub_size)}
        entries[key] = shown if size_of(value) is None else {**shown, "size": size_of(value)}

    def _note_texts(self, value: Any, depth: int = 20) -> None:
        """Note the texts that a value refers to: their bytes are blobs of their own."""
        if type(value) is Text:
            self._texts[value.blob] = value.data
        elif depth and type(value) in (list, tuple, dict):
            for inner in value.values() if type(value) is dict else value:
                if type(inner) not in (str, int, float, bool):
                    self._note_texts(inner, depth - 1)


def restore(
    manifest: Mapping[str, Any],
    blobs: Mapping[str, bytes],
    namespace: dict[str, Any],
    define: Callable[[str, str], None],
) -> list[str]:
    """Put the values of a manifest into the namespace; raises ValueError where they cannot be read.

    `define` runs the source of a definition. Plain values come first, since a definition's defaults may
    read them, then the definitions, then the values of the classes that they make. What the manifest could
    not store, and what cannot be defined again, is a `Missing` with the reason; the names of these are
    returned.
    """
    lost: list[str] = []
    texts: dict[tuple[str, str], Text] = {}

    def text(name: str, blob: str) -> Text:
        if (name, blob) not in texts:
            texts[name, blob] = Text(blobs[blob].decode("utf-8", "surrogateescape"), name)
        return texts[name, blob]

    waiting = [(namespace, name, entry) for name, entry in manifest["values"].items()]
    for area, entries in manifest["areas"].items():
        namespace[area] = dict.fromkeys(entries)
        waiting += [(namespace[area], key, entry) for key, entry in entries.items()]
    waiting = _read(waiting, blobs, namespace, text)
    for name, source in manifest["definitions"]:
        try:
            define(name, source)
        except Exception as error:
            namespace[name] = Missing(f"it cannot be defined again: {type(error).__name__}: {error}")
            lost.append(name)
    for holder, name, _ in _read(waiting, blobs, namespace, text):
        holder[name] = Missing("its class cannot be defined again")
        lost.append(name)
    for where, reason in manifest["unrestorable"].items():
        if where.isidentifier():
            namespace[where] = Missing(reason)
            lost.append(where)
    return lost


def _read(
    entries: Iterable[tuple[dict[str, Any], str, Mapping[str, Any]]],
    blobs: Mapping[str, bytes],
    namespace: Mapping[str, Any],
    text: Callable[[str, str], Text],
) -> list[tuple[dict[str, Any], str, Mapping[str, Any]]]:
    """Read the entries into their places; return those that need a class which is not defined yet."""
    left = []
    classes = {name: value for name, value in namespace.items() if isinstance(value, type)}
    for place, name, entry in entries:
        try:
            place[name] = decode(blobs[entry["blob"]], classes, text)
        except UndefinedError:
            left.append((place, name, entry))
        except KeyError as error:
            raise ValueError(f"{name}: its bytes are gone ({error})") from None
    return left
