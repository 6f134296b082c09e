"""The shape of a JSON value: its keys, kinds and examples, three levels deep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pandora.programs.column_profile import clip, profile

_DEPTH = 3
_KEYS = 12
_SAME = 3


def sketch(value: Any, count: str = "") -> list[str]:
    """The value in lines: what it is, and indented under it what its parts are.

    `count` says how many parts a list has, where the value is a sample of a longer one.
    """
    return _list(value, 1, count) if isinstance(value, list) else _sketch(value, 1)


def signature(value: Any) -> str:
    """The same text for values of the same kind and keys."""
    if isinstance(value, dict):
        return f"an object with the keys {', '.join(clip(key) for key in sorted(map(str, value)))}"
    if isinstance(value, list):
        first = f" of {signature(value[0])}" if value else ""
        return f"a list{first}"
    return type(value).__name__


def _sketch(value: Any, depth: int) -> list[str]:
    if isinstance(value, dict):
        return _object(value, depth)
    if isinstance(value, list):
        return _list(value, depth)
    return [profile([value])]


def _object(value: Mapping[str, Any], depth: int) -> list[str]:
    if not value:
        return ["an empty object"]
    if _is_dictionary(value):
        names = ", ".join(clip(key) for key in list(value)[:_SAME])
        kind, *inner = _rows(list(value.values()), depth)
        return [f"an object of {len(value)} keys such as {names}; each value is {kind}", *inner]
    head = f"an object with {len(value)} key{'' if len(value) == 1 else 's'}"
    return [head, *_members({key: [part] for key, part in value.items()}, depth)]


def _list(value: Sequence[Any], depth: int, count: str = "") -> list[str]:
    if not value:
        return ["an empty list"]
    count = count or str(len(value))
    if all(isinstance(row, dict) for row in value):
        kind, *inner = _rows(value, depth)
        return [f"a list of {count}, each {kind}", *inner]
    if any(isinstance(row, (dict, list)) for row in value):
        first, *inner = _sketch(value[0], depth + 1) if depth < _DEPTH else ["…"]
        return [f"a list of {count}; the first is {first}", *inner]
    return [f"a list of {count}: {profile(value)}"]


def _rows(rows: Sequence[Mapping[str, Any]], depth: int) -> list[str]:
    """Many objects as one, each key with the values that it has in all of them."""
    gathered: dict[str, list[Any]] = {}
    for row in rows:
        for key in row:
            gathered.setdefault(key, [])
    for key, values in gathered.items():
        values += [row.get(key) for row in rows]
    return ["an object", *_members(gathered, depth)]


def _members(gathered: Mapping[str, Sequence[Any]], depth: int) -> list[str]:
    if depth > _DEPTH:
        return []
    told: list[str] = []
    for key, values in list(gathered.items())[:_KEYS]:
        present = [value for value in values if value is not None]
        if present and all(isinstance(value, dict) for value in present):
            head, *inner = _object(present[0], depth + 1) if len(present) == 1 else _rows(present, depth + 1)
        elif present and all(isinstance(value, list) for value in present):
            head, *inner = _list([part for value in present for part in value], depth + 1)
            head = head if len(present) == 1 else f"a list; all together {head}"
        else:
            head, inner = profile(values), []
        told += [f"- {clip(key)}: {head}", *(f"  {line}" for line in inner)]
    if len(gathered) > _KEYS:
        told.append(f"- and {len(gathered) - _KEYS} more keys")
    return told


def _is_dictionary(value: Mapping[str, Any]) -> bool:
    """Whether the keys are data rather than names: several objects with the same keys."""
    parts = list(value.values())
    if len(parts) < _SAME or not all(isinstance(part, dict) and part for part in parts):
        return False
    return all(set(part) == set(parts[0]) for part in parts)
