"""Front matter's entries as the engine writes them, and what is read back from them."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"^[A-Za-z_][A-Za-z0-9_./ -]*$")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_UNSAFE = re.compile("[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What YAML would read as an end of a line, or not at all."""
_TEXTS = frozenset((str,))
_json = json.JSONEncoder(ensure_ascii=False).encode
_RESERVED = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def flow(value: Any) -> str:
    """A value on one line, as the engine writes it: `{calls: 3, seconds: 11.8}`."""
    if type(value) is str:
        return _scalar(value)
    if type(value) is int:
        return str(value)
    if isinstance(value, (dict, Mapping)):  # the first saves the second's look at every base class
        if _TEXTS.issuperset(map(type, value)) and _TEXTS.issuperset(map(type, value.values())):
            return _texts(tuple(value.items()))
        inner = [f"{_key(str(key))}: {flow(each)}" for key, each in value.items()]
        return "{" + ", ".join(inner) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([flow(each) for each in value]) + "]"
    if isinstance(value, bool) or value is None or isinstance(value, (int, float)):
        return _json(value)
    return _scalar(str(value))


@functools.lru_cache(maxsize=512)
def _texts(items: tuple[tuple[str, str], ...]) -> str:
    """A mapping of texts on one line: a section's record stands there save after save."""
    return "{" + ", ".join([f"{_key(key)}: {_scalar(each)}" for key, each in items]) + "}"


@functools.lru_cache(maxsize=512)
def _key(text: str) -> str:
    """A section's or a step's number is a plain one as a key; the same digits as a value are text."""
    return text if _NUMBER.fullmatch(text) else _scalar(text)


@functools.lru_cache(maxsize=512)
def _scalar(text: str) -> str:
    if _PLAIN.match(text) and text == text.strip() and text.lower() not in _RESERVED:
        return text
    written = _json(text)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def entry(key: str, value: Any) -> str:
    """The lines of one key, ending in a newline; a mapping of mappings takes a line an entry."""
    if (
        isinstance(value, (dict, Mapping))
        and value
        and all(isinstance(each, (dict, Mapping)) for each in value.values())
    ):
        inner = "".join([f"  {_key(str(name))}: {flow(each)}\n" for name, each in value.items()])
        return f"{key}:\n{inner}"
    return f"{key}: {flow(value)}\n"


def said(value: Any) -> Any:
    """What is read back where `flow` wrote `value`; TypeError where only reading it can tell."""
    if type(value) is str or (type(value) is int and abs(value) < 10**15):
        return value
    if isinstance(value, (dict, Mapping)):
        return {_read_key(str(name)): each if type(each) is str else said(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [said(each) for each in value]
    if isinstance(value, (bool, str)) or value is None:
        return value if value is None or isinstance(value, bool) else str(value)
    if isinstance(value, float) and (1e-4 <= abs(value) < 1e15 or str(value) == "0.0"):
        return value
    raise TypeError(value)


@functools.lru_cache(maxsize=512)
def _read_key(text: str) -> str | int:
    return int(text) if _NUMBER.fullmatch(text) else text
