"""Secrets kept out of documents, prompts and errors: where a value would stand, its name does."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

_NAMES = re.compile(
    r"TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE|COOKIE|(?:^|_)(?:KEY|PASS|AUTH)(?:_|S?$)|_PWD$",
    re.I,
)
_IN_URL = re.compile(r"://[^:/@\s]*:([^@/\s]{8,})@")
_ASSIGNED = re.compile(r"[=:]\s*[\"']?([^\s\"']{8,})")
_BARE = re.compile(r"(?<!\S)[\"']?([^\s\"'=:]{16,})[\"']?(?!\S)")
SHORTEST = 8
"""Characters of a value that is looked for; shorter ones stand in ordinary text too."""
MOST_VALUES, MOST_FILES, MOST_SEEN, LARGEST = 4000, 200, 100_000, 64 << 10
_SKIPPED = {".git", ".venv", "node_modules"}
_OWN = {"state", "system", ".pandora"}


class Redactor:
    """Puts `[the value of NAME]` in the place of every value that it knows."""

    def __init__(self, values: Mapping[str, str]) -> None:
        known = sorted(values, key=len, reverse=True)[:MOST_VALUES]
        self._named = dict(values)
        self._pattern = re.compile("|".join(map(re.escape, known))) if known else None

    def __call__(self, text: str) -> str:
        """`text` without secrets."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: f"[the value of {self._named[found[0]]}]", text)

    def found(self, text: str) -> set[str]:
        """The names of the secrets whose values stand in `text`."""
        return {self._named[each[0]] for each in self._pattern.finditer(text)} if self._pattern else set()


def of_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The values of variables whose names say that they are secret, and passwords in addresses."""
    values: dict[str, str] = {}
    for name, value in environment.items():
        if _is_secret(name) and len(value.strip()) >= SHORTEST:
            values[value.strip()] = name
        if "://" in value:
            values |= dict.fromkeys(_IN_URL.findall(value), name)
    return values


@functools.lru_cache(maxsize=512)
def _is_secret(name: str) -> bool:
    """True where a variable's name says so."""
    return _NAMES.search(name) is not None


def of_files(root: Path, hides: Callable[[str], bool]) -> dict[str, str]:
    """What stands behind `=` or `:`, and every long word, in the files that nobody may read."""
    values: dict[str, str] = {}
    for path in _hidden(root, hides):
        try:
            with open(root / path, "rb") as file:
                text = file.read(LARGEST).decode("utf-8", "ignore")
        except OSError:
            continue
        for value in (*_ASSIGNED.findall(text), *_BARE.findall(text)):
            values.setdefault(value, path)
    return values


def _hidden(root: Path, hides: Callable[[str], bool]) -> Iterator[str]:
    """The hidden plain files of a workspace, the first of them; the engine's own folders hold none."""
    left, seen, base = MOST_FILES, 0, str(root)
    for folder, folders, files in os.walk(base):
        inside = folder[len(base) :].strip(os.sep).replace(os.sep, "/")
        skipped = _SKIPPED if inside else _SKIPPED | _OWN
        folders[:] = sorted(each for each in folders if each not in skipped)
        seen += len(files)
        for name in sorted(files):
            path = f"{inside}/{name}" if inside else name
            if hides(path) and not os.path.islink(root / path):
                yield path
                left -= 1
                if left <= 0:
                    return
        if seen > MOST_SEEN:
            return


def without_secrets(text: str) -> str:
    """`text` without what this process's environment keeps secret."""
    return Redactor(of_environment())(text)
