"""The operation `set`: change values of a structured file in place, so that every other byte stays."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence

from pandora.document.figures import normal_number, numbers
from pandora.programs.file_difference import differences
from pandora.programs.month_names import day_numbers
from pandora.programs.sentences import words
from pandora.programs.structured.key_listing import NEW_KEY
from pandora.programs.structured.structured_edit import LARGEST, Setting, with_values
from pandora.programs.structured.value_span import EditError
from pandora.workspace import file_head
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import printable_path, resolve

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{1,60})[\"”“»]")
_HOST = re.compile(r"(?<![\w@.-])(?:[a-z\d-]+\.){2,}[a-z]{2,}(?![\w-]|\.\w)")
_TIME = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?![\d:])")
_NOON = re.compile(r"\b\d+\s?[ap]\.?m\b", re.I)
_PART = re.compile(r"[^\W_]+")
_SMALLEST, _YEAR = 10, 4


def set_values(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the change that gives keys of the file `path` new values.

    Each line of `values` is `key = value`, or `(new key) = key = value` for one that is not there. The result
    is a failure where a value is of another type than before and does not stand in `request`, where nothing
    would change, where a value that the request gives arrives nowhere, and where a value cannot be changed
    without another one. Raises RefusedError for a path
    that may not be written.
    """
    given = arguments.get("path", "").strip()
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    if not real.exists():
        return Result(False, f"there is no {printable_path(given)}; choose a file that is there", 1)
    old = file_head.head(real, LARGEST + 1, context.workspace)
    settings = settings_in(arguments.get("values", ""))
    try:
        if not settings:
            raise EditError("no change is given; write a line `key = value` for each")
        content = with_values(path, old.raw, settings, arguments.get("request", ""))
    except EditError as error:
        return Result(False, f"{path}: {error}", 1)
    before, after = (raw.decode("utf-8-sig") for raw in (old.raw, content))
    if left := unset_values(arguments.get("request", ""), before, after):
        return Result(False, f"{path}: nothing is {', '.join(left)} now, which the task gives; set that too", 1)
    if other := unasked_key(settings, arguments.get("request", ""), before):
        return Result(False, f"{path}: the task does not name {other}, and it changes; leave it as it is", 1)
    change = Change(path, hashlib.sha256(old.raw).hexdigest(), content)
    return Result(True, f"{path}: {differences(path, old.raw, content)}", changes=(change,))


def unasked_key(settings: Sequence[Setting], request: str, before: str) -> str:
    """Return a key that is set to the new value of another, and that the request names less fully; "" for none.

    `DB_DEBUG` is one where `DEBUG` is set alike and the request says `set DEBUG to false`. A value is new where
    the file does not have the line.
    """
    said = set(words(request))

    def is_named(key: str) -> bool:
        return set(_PART.findall(key.casefold())) <= said

    new = [setting for setting in settings if not _has_line(before, setting)]
    values = {setting.value for setting in new if is_named(setting.key)}
    return next((one.key for one in new if one.value in values and not is_named(one.key)), "")


def _has_line(text: str, setting: Setting) -> bool:
    last = re.escape(setting.key.rsplit(".", 1)[-1])
    return re.search(rf"\b{last}\b[\"']?\s*[=:]\s*[\"']?{re.escape(setting.value)}(?!\w)", text) is not None


def unset_values(request: str, before: str, after: str) -> list[str]:
    """Return the values of a request that the file had nowhere and has nowhere now.

    These are times of day, numbers with a fraction, names of hosts, what stands in quotes, and whole numbers
    from 10 on that are no year and no day of a month.
    """
    had = f"{before}\n{after}"
    known = {normal_number(number) for number in numbers(had)}
    dated = day_numbers(request)
    rest = _HOST.sub(" ", _QUOTED.sub(" ", request))
    left = [given for match in _QUOTED.finditer(request) if (given := match[1].strip()) not in had]
    left += [host for host in _HOST.findall(_QUOTED.sub(" ", request)) if host not in had]
    left += [time for time in _TIME.findall(rest) if time not in had and time.lstrip("0") not in had]
    for number in numbers(_TIME.sub(" ", rest)):
        whole = number.isdigit()
        small = whole and (int(number) < _SMALLEST or len(number) == _YEAR or number in dated)
        if not small and normal_number(number) not in known and not _NOON.search(request, request.find(number)):
            left.append(number)
    return list(dict.fromkeys(left))


def settings_in(lines: str) -> list[Setting]:
    """Return the settings that the lines of a form give."""
    settings = []
    for line in lines.splitlines():
        key, _, value = line.partition("=")
        new = key.strip() == NEW_KEY
        if new:
            key, _, value = value.partition("=")
        if key.strip():
            settings.append(Setting(key.strip(), value.strip(), new))
    return settings
