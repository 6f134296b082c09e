"""A value that was set at a key where the request names another one: code puts it there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pandora.operations.set_values import settings_in, written_settings
from pandora.programs.file_difference import NAMES_OTHER

_OBJECTED = re.compile(rf"(?P<key>[\w.-]+) \({NAMES_OTHER} (?P<other>[\w.-]+)\)")


def with_named_keys(arguments: Mapping[str, str], refused: str) -> tuple[Mapping[str, str], list[str]]:
    """Return what a try sets, each value at the key that the request names, and why; [] where nothing moves.

    `refused` is what was said of the try, as `day.volume (the task names night.volume)`: told so, a small model
    sets the same again. A key without its table is in the table of the other one.
    """
    settings, reasons = settings_in(arguments.get("values", "")), list[str]()
    taken = {setting.key for setting in settings}
    for match in _OBJECTED.finditer(refused):
        key, other = match["key"], match["other"]
        if "." in key and "." not in other:
            other = f"{key.rpartition('.')[0]}.{other}"
        if key in taken and other not in taken:
            settings = [replace(one, key=other) if one.key == key else one for one in settings]
            reasons.append(f"{other} is set and not {key}")
    return ({**arguments, "values": written_settings(settings)} if reasons else arguments), reasons
