"""The operation `set`: change values of a structured file in place, so that every other byte stays."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from pandora.operations.fields import TRIES
from pandora.programs.file_difference import differences
from pandora.programs.structured.asked_values import unasked_entry, unasked_key, unset_values
from pandora.programs.structured.key_listing import NEW_KEY
from pandora.programs.structured.structured_edit import LARGEST, Setting, with_values
from pandora.programs.structured.unlisted_keys import new_keys
from pandora.programs.structured.value_span import EditError
from pandora.programs.structured.value_units import as_the_file_counts, counted_numbers, in_numbers_of_file
from pandora.workspace import file_head
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import printable_path, resolve


def set_values(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the change that gives keys of the file `path` new values.

    Each line of `values` is `key = value`, or `(new key) = key = value` for one that is not there. The result
    is a failure where a value is of another type than before and does not stand in `request`, where nothing
    would change, where a value that the request gives arrives nowhere, and where a value cannot be changed
    without another one. A value that this try lacks is taken from an earlier one, and `45 minutes` are 2700
    where the file counts in seconds. Raises RefusedError for a path that may not be written.
    """
    given = arguments.get("path", "").strip()
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    if not real.exists():
        return Result(False, f"there is no {printable_path(given)}; choose a file that is there", 1)
    old = file_head.head(real, LARGEST + 1, context.workspace)
    new = new_keys(path, old.raw, arguments.get("request", ""))
    settings = [replace(one, new=one.new or one.key in new) for one in settings_in(arguments.get("values", ""))]
    numbers = counted_numbers(path, old.raw)
    settings, counted = as_the_file_counts(settings, arguments.get("request", ""), numbers)
    set_to = {one.key: one.value for one in settings}
    request = in_numbers_of_file(arguments.get("request", ""), numbers, set_to)
    try:
        if not settings:
            raise EditError("no change is given; write a line `key = value` for each")
        content = with_values(path, old.raw, settings, request)
    except EditError as error:
        return Result(False, f"{path}: {error}", 1)
    before, after = (raw.decode("utf-8-sig") for raw in (old.raw, content))
    left = unset_values(request, before, after)
    if left and (more := _of_earlier_tries(arguments, settings, left)):
        settings = [*settings, *more]
        with suppress(EditError):
            content = with_values(path, old.raw, settings, request)
        after = content.decode("utf-8-sig")
        left = unset_values(request, before, after)
    if left:
        return Result(False, f"{path}: nothing is {', '.join(left)} now, which the task gives; set that too", 1)
    if other := unasked_key(settings, request, before):
        return Result(False, f"{path}: the task does not name {other}, and it changes; leave it as it is", 1)
    if entry := unasked_entry(path, old.raw, content, request):
        return Result(False, f"{path}: the task does not name {entry}; leave it out", 1)
    change = Change(path, hashlib.sha256(old.raw).hexdigest(), content)
    return Result(True, f"{path}: {differences(path, old.raw, content)}", changes=(change,), held=counted)


def _of_earlier_tries(
    arguments: Mapping[str, str], settings: Sequence[Setting], missing: Sequence[str]
) -> list[Setting]:
    """Return what earlier tries gave of the values that this one lacks, for keys that it does not set.

    A small model that mends one line of several loses another; so a later try need only mend.
    """
    earlier = json.loads(arguments.get(TRIES) or "{}").get("earlier", [])
    taken = {setting.key for setting in settings}
    more: dict[str, Setting] = {}
    for attempt in reversed(earlier):
        for setting in settings_in(attempt.get("values", "")):
            if setting.key not in taken and any(value in setting.value for value in missing):
                more.setdefault(setting.key, setting)
    return list(more.values())


def written_settings(settings: Sequence[Setting]) -> str:
    """Return settings as lines of a form: what `settings_in` reads."""
    return "\n".join(f"{f'{NEW_KEY} = ' if one.new else ''}{one.key} = {one.value}" for one in settings)


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
