"""Prefixes that outlast a process: the tokens of a sequence with its cache, in files of the user's own."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pandora.models.sequences import common_prefix
from pandora.regular_file import open_regular

LEAST = 128
"""Tokens that a prefix must save: a shorter one is evaluated about as soon as its file is read."""
MOST_BYTES = 1 << 30
"""All files together take at most that; those that were not used for longest go first."""
_LONGEST_HEAD = 4 << 20
_FORMAT = "pandora prefix 1"
_ENDING = ".kv"


@dataclass(frozen=True)
class KeptPrefix:
    """A file with a prefix: its tokens, and where the cache's bytes begin in it."""

    path: Path
    tokens: tuple[int, ...]
    begin: int
    size: int
    sha256: str


class KeptPrefixes:
    """The prefixes in `folder` that go with `key`: the model's weights, the library and the kind of cache.

    The files are derived: any may be deleted at any time. They lie in the user's cache folder and not in the
    workspace, since what a stranger put there would be handed to llama.cpp.
    """

    def __init__(self, folder: Path, key: str, most: int = MOST_BYTES) -> None:
        self._folder = folder
        self._key = hashlib.sha256(key.encode()).hexdigest()[:16]
        self._most = most
        self._index: list[KeptPrefix] | None = None

    def longest(self, tokens: Sequence[int], whole: bool = False) -> tuple[KeptPrefix, int] | None:
        """The file with most of the beginning of `tokens`, and how many of them; None where none has any.

        With `whole`, only a file counts all of whose tokens are among them.
        """
        asked = list(tokens)
        lengths = [(common_prefix(list(prefix.tokens), asked), prefix) for prefix in self._read_index()]
        if whole:
            lengths = [(length, prefix) for length, prefix in lengths if length == len(prefix.tokens)]
        length, prefix = max(lengths, key=lambda pair: pair[0], default=(0, None))
        return (prefix, length) if prefix is not None and length else None

    def read(self, prefix: KeptPrefix) -> bytes | None:
        """The cache's bytes of a prefix; None, and the file is deleted, where they are not what was written."""
        try:
            with open_regular(prefix.path) as file:
                file.seek(prefix.begin)
                data = file.read(prefix.size + 1)
            if hashlib.sha256(data).hexdigest() == prefix.sha256:
                os.utime(prefix.path)
                return data
        except OSError:
            pass
        self.drop(prefix)
        return None

    def keep(self, tokens: Sequence[int], data: bytes) -> None:
        """Write a prefix down, unless it is there already; a disk that is full keeps none."""
        if len(data) > self._most:
            return
        named = hashlib.sha256(json.dumps(list(tokens)).encode()).hexdigest()[:24]
        path = self._folder / f"{self._key}-{named}{_ENDING}"
        with suppress(OSError):
            if path.is_file():
                os.utime(path)
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            head = {"format": _FORMAT, "tokens": list(tokens), "sha256": hashlib.sha256(data).hexdigest()}
            beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
            try:
                with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(json.dumps(head).encode() + b"\n")
                    file.write(data)
                os.replace(beside, path)
            finally:
                beside.unlink(missing_ok=True)
            self._trim(path)

    def drop(self, prefix: KeptPrefix) -> None:
        """Delete a prefix that cannot be used."""
        with suppress(OSError):
            prefix.path.unlink()
        self._index = [known for known in self._read_index() if known.path != prefix.path]

    def _read_index(self) -> list[KeptPrefix]:
        if self._index is None:
            names: list[str] = []
            with suppress(OSError):
                names = sorted(os.listdir(self._folder))
            mine = (name for name in names if name.startswith(f"{self._key}-") and name.endswith(_ENDING))
            heads = (_read_head(self._folder / name) for name in mine)
            self._index = [prefix for prefix in heads if prefix is not None]
        return self._index

    def _trim(self, newest: Path) -> None:
        """Delete files until all together are small enough, those that were not used for longest first."""
        states = [(path, path.stat()) for path in self._folder.glob(f"*{_ENDING}")]
        total = sum(state.st_size for _, state in states)
        for path, state in sorted(states, key=lambda entry: entry[1].st_mtime):
            if total <= self._most:
                return
            if path != newest:
                path.unlink(missing_ok=True)
                total -= state.st_size


def _read_head(path: Path) -> KeptPrefix | None:
    try:
        with open_regular(path) as file:
            line = file.readline(_LONGEST_HEAD)
            size = os.fstat(file.fileno()).st_size - len(line)
        head = json.loads(line)
        tokens = tuple(head["tokens"])
        whole = head["format"] == _FORMAT and all(type(token) is int for token in tokens)
        return KeptPrefix(path, tokens, len(line), size, str(head["sha256"])) if whole else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
