"""Redact secrets in documents, prompts and errors: the name of a secret replaces its value."""

from __future__ import annotations

import functools
import itertools
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pandora.regular_file import read_regular

_NAMES = re.compile(
    r"TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE|COOKIE|(?:^|_)(?:KEY|PASS|AUTH)(?:_|S?$)|_PWD$",
    re.I,
)
_IN_URL = re.compile(r"://[^:/@\s]*:([^@/\s]{8,})@")
_WORD = re.compile(r"[^\s\"']+")
_SIGN = re.compile(r"[=:]")
_QUOTED = re.compile(r"[=:]\s*([\"'])([^\n]{8,}?)\1")
_NAMED = re.compile(r"\b(?:password|passwd|token|secret)[ \t]+(\S{8,})", re.I)
_BARE = re.compile(r"(?<!\S)[\"']?([^\s\"'=:]{16,})[\"']?(?!\S)")
_HEX = re.compile(r"[0-9a-fA-F]{8,}")
_PERCENT = re.compile(r"%[0-9A-F]{2}")
_BREAK = re.compile(r"[\r\n]+[ \t>|]*")
SHORTEST = 8
"""The least number of characters of a value to redact; shorter values also occur in ordinary text."""
LINE = 16
"""The least number of characters of one line of a secret for that line to be redacted by itself."""
MOST_VALUES, MOST_FILES, MOST_SEEN, LARGEST = 4000, 200, 100_000, 64 << 10
MOST_CHARACTERS, _COLLECTED, _ENTRY = 1 << 20, 8 << 20, 64
"""The most characters of all values that are redacted, and of those that are collected from files, each counted
with so many more."""
_ORDINARY, _PIECE = 512, 4096
"""The characters of a value that is chosen before longer ones, and of a piece of a long value."""
_SIGNS = 16
"""The most signs of one word after each of which a value may begin."""
_PART, _BROKEN = 256 << 10, 1024
"""Characters of a text that are searched at once, and for the breaks in a value that lines split."""
_SKIPPED = {".git", ".venv", "node_modules"}
_OWN = {"state", "system", ".pandora"}


class Redactor:
    """Replaces every known secret value, and its common encodings, with `[the value of NAME]`.

    Of too many values, the longest ordinary ones are known.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        chosen, left = list[str](), MOST_CHARACTERS
        for value in sorted(values, key=lambda value: (len(value) > _ORDINARY, -len(value)))[:MOST_VALUES]:
            left -= len(value)
            if left >= 0:
                chosen.append(value)
        longest_first = sorted(chosen, key=len, reverse=True)
        self._named: dict[str, str] = {}
        for value in longest_first:
            for form in encodings_of(value):
                self._named.setdefault(form, values[value])
        self._overlap = 2 * max(map(len, self._named), default=0) + _BROKEN
        self._step = max(_PART, 4 * self._overlap)

    def __call__(self, text: str) -> str:
        """Return `text` with every secret replaced."""
        out, place = [], 0
        for start, end, name in self._places(text):
            if start >= place:
                out += [text[place:start], f"[the value of {name}]"]
            place = max(place, end)
        return "".join((*out, text[place:])) if out else text

    def names_in(self, text: str) -> set[str]:
        """Return the names of the secrets whose values occur in `text`."""
        return {name for _, _, name in self._places(text)}

    def found_in(self, data: bytes) -> set[str]:
        """Return the names of the secrets whose values occur in the text that `data` holds."""
        names: set[str] = set()
        for start in range(0, len(data), self._step) if self._named else ():
            part = data[start : start + self._step + 4 * self._overlap]  # a character has four bytes at most
            names |= self.names_in(part.decode("utf-8", "ignore"))
        return names

    def _places(self, text: str) -> list[tuple[int, int, str]]:
        """Return (start, end, name) of each value in `text`, sorted by start, the longest first.

        A value that line breaks split is found, too. A long text is searched part by part, so that what is
        remembered of it does not grow with it.
        """
        spans: set[tuple[int, int, str]] = set()
        for begun in range(0, len(text), self._step) if self._named else ():
            part = text[begun : begun + self._step + self._overlap]
            spans.update((begun + start, begun + end, name) for start, end, name in self._places_in_part(part))
        return sorted(spans, key=lambda place: (place[0], -place[1]))

    def _places_in_part(self, text: str) -> list[tuple[int, int, str]]:
        spans = self._in(text)
        breaks = [match.span() for match in _BREAK.finditer(text)]
        if breaks:
            kept = [0, *(end for _, end in breaks)]
            parts = [
                text[start:end]
                for start, end in zip(
                    kept, [*(start_of_break for start_of_break, _ in breaks), len(text)], strict=True
                )
            ]
            begun = list(itertools.accumulate(map(len, parts), initial=0))
            for start, end, name in self._in("".join(parts)):
                first, last = bisect_right(begun, start) - 1, bisect_right(begun, end - 1) - 1
                if first != last:  # else it was found above
                    spans.append((kept[first] + start - begun[first], kept[last] + end - begun[last], name))
        return spans

    def _in(self, text: str) -> list[tuple[int, int, str]]:
        places: list[tuple[int, int, str]] = []
        for form, name in self._named.items():
            at, start, end = text.find(form), -1, -1
            while at >= 0:
                if at >= end:
                    places += [(start, end, name)] if end >= 0 else []
                    start = at
                end = at + len(form)  # a value that overlaps itself is one place
                at = text.find(form, at + 1)
            places += [(start, end, name)] if end >= 0 else []
        return places


def encodings_of(value: str) -> list[str]:
    """Return the value and its common encodings: quoted, escaped, in hexadecimal and in base64.

    In base64 (RFC 4648) the letters of a value depend on its offset, for example after `user:`. Of each
    offset only the letters that depend on the value alone are returned. Short encodings are left out.
    """
    import base64  # every command imports this module, and few have a secret to look for
    import html
    import json
    import shlex
    from urllib.parse import quote, quote_plus

    data = value.encode("utf-8", "surrogatepass")
    quoted = [quote(data, safe=""), quote(data), quote_plus(data)]
    digits = [data.hex(), data.hex(":"), data.hex(" ")]
    if _HEX.fullmatch(value):
        digits.append(value)
    spellings = [
        value, *quoted, *(_PERCENT.sub(lambda match: match[0].lower(), text) for text in quoted),
        json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], repr(value)[1:-1],
        html.escape(value), shlex.quote(value).strip("'"),
        *(text.lower() for text in digits), *(text.upper() for text in digits),
    ]  # fmt: skip
    for offset in range(3):
        text = base64.b64encode(bytes(offset) + data).decode()
        text = text[(offset * 8 + 5) // 6 : (offset + len(data)) * 8 // 6]
        spellings += [text, text.replace("+", "-").replace("/", "_")]
    return [spelling for spelling in dict.fromkeys(spellings) if len(spelling) >= SHORTEST]


def workspace_redactor(root: Path, hides: Callable[[str], bool]) -> Redactor:
    """Return a Redactor for secret environment variables and for the values in files that `hides` hides."""
    return Redactor({**secrets_of_files(root, hides), **secrets_of_environment()})


def secrets_of_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return value → name for variables with names of secrets, and for passwords in URLs of any variable."""
    values: dict[str, str] = {}
    for name, value in environment.items():
        if _is_secret(name) and len(value.strip()) >= SHORTEST:
            values[value.strip()] = name
            lines = value.split("\n") if "\n" in value.strip() else ()  # a key: each line of it is secret
            values |= dict.fromkeys((line for line in map(str.strip, lines) if len(line) >= LINE), name)
        if "://" in value:
            values |= dict.fromkeys(_IN_URL.findall(value), name)
    return values


@functools.lru_cache(maxsize=512)
def _is_secret(name: str) -> bool:
    """Return whether a variable's name says that its value is secret."""
    return _NAMES.search(name) is not None


def secrets_of_files(root: Path, hides: Callable[[str], bool]) -> dict[str, str]:
    """Return value → path: the text after each `=` or `:`, and each long word, in hidden files."""
    values, left = dict[str, str](), _COLLECTED
    for path in _hidden(root, hides):
        try:
            data, _ = read_regular(path, LARGEST, inside=root)
        except OSError:
            continue
        text = data.decode("utf-8", "ignore")
        quoted = [value for _, value in _QUOTED.findall(text)]
        plain = (pattern.findall(text) for pattern in (_NAMED, _IN_URL, _BARE))
        for value in (*quoted, *_assigned(text), *itertools.chain.from_iterable(plain)):
            for piece in _pieces(value):
                if piece not in values:
                    left -= len(piece) + _ENTRY
                    if left < 0:
                        return values
                    values[piece] = path
    return values


def _assigned(text: str) -> Iterator[str]:
    """Yield what follows each `=` or `:` up to a blank or a quotation mark: `a:b=c` gives `b=c` and `c`."""
    for word in _WORD.finditer(text):
        before = text[max(0, word.start() - _SIGNS) : word.start()]
        before = before[:-1] if before[-1:] in ("'", '"') else before
        if before.rstrip()[-1:] in ("=", ":") and len(word[0]) >= SHORTEST:
            yield word[0]
        for sign in itertools.islice(_SIGN.finditer(word[0]), _SIGNS):
            if len(word[0]) - sign.end() >= SHORTEST:
                yield word[0][sign.end() :]


def _pieces(value: str) -> Iterator[str]:
    """Yield a value, or the pieces of a long one; a last piece that is too short is part of the one before."""
    while len(value) > _PIECE + SHORTEST:
        yield value[:_PIECE]
        value = value[_PIECE:]
    yield value


def _hidden(root: Path, hides: Callable[[str], bool]) -> Iterator[str]:
    """Yield the paths of hidden files, at most MOST_FILES; the engine's own folders are not searched."""
    left, count, base = MOST_FILES, 0, str(root)
    for folder, folders, files in os.walk(base):
        inside = folder[len(base) :].strip(os.sep).replace(os.sep, "/")
        skipped = _SKIPPED if inside else _SKIPPED | _OWN
        folders[:] = sorted(name_of_folder for name_of_folder in folders if name_of_folder not in skipped)
        count += len(files)
        for name in sorted(files):
            path = f"{inside}/{name}" if inside else name
            if hides(path) and not os.path.islink(root / path):
                yield path
                left -= 1
                if left <= 0:
                    return
        if count > MOST_SEEN:
            return


def without_secrets(text: str, root: Path | None = None, hides: Callable[[str], bool] | None = None) -> str:
    """Return `text` without the secrets of the environment and of the files below `root` that are hidden."""
    files = secrets_of_files(root, hides) if root is not None and hides is not None else {}
    return Redactor({**files, **secrets_of_environment()})(text)
