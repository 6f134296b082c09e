"""How many parameters a model has, as far as its name tells, and whether it needs the scaffold of patterns."""

from __future__ import annotations

import re

from pandora.models.catalogue import STRONG_ABOVE

_SIZE = re.compile(
    r"(?<![A-Za-z0-9.])(?:(?P<experts>\d\d?)x)?(?P<size>\d{1,4}(?:\.\d+)?)(?P<unit>[bm])(?![a-z0-9])",
    re.I,
)
_UNITS = {"b": 1e9, "m": 1e6}


def parameters_in_name(name: str) -> int | None:
    """Return the parameters that a name such as `qwen3:30b` or `Mixtral-8x7B` tells; None where it tells none.

    Of several sizes, as in `30B-A3B`, it is the largest: what is active at once is less than what is known.
    """
    sizes = [
        int(match["experts"] or 1) * float(match["size"]) * _UNITS[match["unit"].lower()]
        for match in _SIZE.finditer(name)
    ]
    return round(max(sizes)) if sizes else None


def needs_scaffold(setting: str, parameters: int | None) -> bool:
    """True where the setting `scaffold` says so; with `auto`, for models that are not known to be strong."""
    return setting == "on" or (setting != "off" and (parameters is None or parameters <= STRONG_ABOVE))
