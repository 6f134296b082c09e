"""Read front matter that anybody may have edited: a value of another type than it should have is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Meta = Mapping[str, Any]


def mapping(meta: Meta, key: str) -> Mapping[Any, Any]:
    """The mapping that a key holds, or an empty one."""
    value = meta.get(key)
    return value if isinstance(value, Mapping) else {}


def mappings(meta: Meta, key: str) -> dict[str, dict[str, Any]]:
    """The mappings in the mapping that a key holds, by name; other entries are left out."""
    entries = mapping(meta, key).items()
    return {str(name): dict(entry) for name, entry in entries if isinstance(entry, Mapping)}


def listed(meta: Meta, key: str) -> list[str]:
    """The texts in the list that a key holds, or none."""
    value = meta.get(key)
    return [str(entry) for entry in value] if isinstance(value, Sequence) and not isinstance(value, str) else []


def whole_number(value: object, otherwise: int = 0) -> int:
    """A whole number that is not negative, or `otherwise`."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else otherwise


def attempt_of(meta: Meta) -> int:
    """The number of a document's attempt; 1 where the front matter has no such number."""
    return whole_number(meta.get("attempt"), 1) or 1
