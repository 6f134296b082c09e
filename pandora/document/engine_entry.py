"""Reads a line of front matter in the form that the engine writes it, without a YAML parser.

It reads only what the strict YAML loader reads in the same way, and leaves everything else to that loader,
which takes a hundred times as long.
"""

from __future__ import annotations

import json
import re
from typing import Any

LONGEST_KEY = 128
"""The most characters of a key that is read; YAML refuses one of more than 1,024."""
DEEPEST = 8
"""The most levels of brackets in brackets that are read."""
_INDENTED_KEY = re.compile(r"(?:  )?(?P<key>[A-Za-z_][A-Za-z0-9_]*|0|[1-9][0-9]{0,17}):(?: (?=\S)|\Z)")
_TEXT = re.compile(
    '"((?:[^"\\\\\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\uffff]'
    r'|\\["\\bfnrt]|\\u(?![dD][89a-fA-F])[0-9a-fA-F]{4})*)"'
)
"""A text in quotes, with the escapes of JSON that name one whole character."""
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*(?: +[A-Za-z0-9_./-]+)*")
_NUMBER = re.compile(r"(?P<whole>-?(?:0|[1-9][0-9]{0,17}))(?P<rest>(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,3})?)")
_WORDS = {"true": True, "false": False, "null": None}
_NO_KEYS = frozenset(_WORDS)


class _OtherFormError(ValueError):
    """The text has a form that the engine does not write."""


def read_entry(line: str) -> tuple[str | int, Any] | None:
    """The key and the value of a line, which may be indented by two spaces; None where YAML has to read it.

    A line that ends after its key has the value None.
    """
    key = _INDENTED_KEY.match(line)
    if key is None or key["key"] in _NO_KEYS or len(key["key"]) > LONGEST_KEY:
        return None
    name: str | int = int(key["key"]) if key["key"][0].isdigit() else key["key"]
    if key.end() == len(line):
        return (name, None) if line.endswith(":") else None
    try:
        value, end = _value(line, key.end(), 0)
    except _OtherFormError:
        return None
    return (name, value) if end == len(line) else None


def _value(line: str, at: int, depth: int) -> tuple[Any, int]:
    """The value that begins at `at`, and where it ends."""
    first = line[at : at + 1]
    if first == '"':
        return _text(line, at)
    if first == "{" and depth < DEEPEST:
        return _mapping(line, at + 1, depth + 1)
    if first == "[" and depth < DEEPEST:
        return _list(line, at + 1, depth + 1)
    if plain := _PLAIN.match(line, at):
        return _WORDS.get(plain[0], plain[0]), plain.end()
    if (number := _NUMBER.match(line, at)) and line[number.end() : number.end() + 1] in ("", ",", "}", "]"):
        return (float(number[0]) if number["rest"] else int(number[0])), number.end()
    raise _OtherFormError


def _text(line: str, at: int) -> tuple[str, int]:
    text = _TEXT.match(line, at)
    if text is None:
        raise _OtherFormError
    return (json.loads(text[0]) if "\\" in text[1] else text[1]), text.end()


def _mapping(line: str, at: int, depth: int) -> tuple[dict[str | int, Any], int]:
    values: dict[str | int, Any] = {}
    names: set[str] = set()
    if line[at : at + 1] == "}":
        return values, at + 1
    while True:
        key, at = _key(line, at)
        if line[at : at + 2] != ": " or str(key) in names:
            raise _OtherFormError
        names.add(str(key))
        values[key], at = _value(line, at + 2, depth)
        if line[at : at + 1] == "}":
            return values, at + 1
        if line[at : at + 2] != ", ":
            raise _OtherFormError
        at += 2


def _key(line: str, at: int) -> tuple[str | int, int]:
    key, end = _value(line, at, DEEPEST)
    if not isinstance(key, str | int) or isinstance(key, bool) or end - at > LONGEST_KEY:
        raise _OtherFormError
    return key, end


def _list(line: str, at: int, depth: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    if line[at : at + 1] == "]":
        return items, at + 1
    while True:
        item, at = _value(line, at, depth)
        items.append(item)
        if line[at : at + 1] == "]":
            return items, at + 1
        if line[at : at + 2] != ", ":
            raise _OtherFormError
        at += 2
