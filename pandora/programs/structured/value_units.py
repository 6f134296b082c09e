"""Quantities of a request in the units in which a structured file counts: 45 minutes are 2700 in seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pandora.programs.language.unit_words import units
from pandora.programs.structured.structured_edit import Setting, entries
from pandora.programs.structured.value_span import EditError
from pandora.programs.texts.text_notation import Quantity, quantities, value_of

Unit = tuple[str, float]
"""What is measured, and the size of the unit: ("time", 60) for minutes."""
_COMMENT = re.compile(r"[^\S\n]*(?:#|;|//)(.*)")
_LETTERS = re.compile(r"[^\W\d_]+")
_KEY_WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])")
_TIME = "time"
_LEAST_ALONE = 4
"""The fewest letters of a key that is just the name of its unit, as `days`: `h` and `min` may be anything."""


@dataclass(frozen=True)
class Counted:
    """A number of a structured file: its text, and the units that key and comments name, surest first."""

    shown: str
    units: tuple[Unit, ...]

    def number_for(self, quantity: Quantity) -> str:
        """The quantity as the file counts it, whole where the file has a whole number; "" for none."""
        for measured, size in self.units:
            number = round(quantity.number * quantity.size / size, 6)
            if measured == quantity.measured and (number == int(number) or "." in self.shown):
                return f"{number:.10g}"
        return ""


def counted_numbers(path: str, content: bytes) -> dict[str, Counted]:
    """The numbers of a structured file by their dotted keys, where the file tells in what they are counted.

    The key may be the unit (`days`) or end in it (`timeout_s`); a comment above it may name one, or the one
    behind it, which may also say the old number in another (`1800  # 30 minutes`). A comment with two units
    tells nothing.
    """
    try:
        there = entries(path, content)
    except EditError:
        return {}
    text = content.decode("utf-8-sig")
    found = {}
    for entry in there:
        if (number := value_of(entry.shown)) is not None:
            named = tuple(_units_of(entry.key, number, *_comments(text, entry.start, entry.end)))
            found[entry.key] = Counted(entry.shown, named)
    return {key: counted for key, counted in found.items() if counted.units}


def as_the_file_counts(
    settings: Sequence[Setting], request: str, numbers: Mapping[str, Counted]
) -> tuple[list[Setting], tuple[str, ...]]:
    """Return settings with what the request gives in another unit as the file counts it, and what code did."""
    said = [*quantities(request)]
    changed, done = [], list[str]()
    for setting in settings:
        counted, given = numbers.get(setting.key), value_of(setting.value)
        same = [quantity for quantity in said if quantity.number == given and quantity.measured == _TIME]
        if counted and len({quantity.amount for quantity in same}) == 1:
            number = counted.number_for(same[0])
            if number and value_of(number) != given:
                written = request[same[0].start : same[0].end]
                done.append(f"code wrote {written} as {number}, in the unit of {setting.key}")
                setting = replace(setting, value=number)
        changed.append(setting)
    return changed, tuple(done)


def in_numbers_of_file(request: str, numbers: Mapping[str, Counted], values: Mapping[str, object]) -> str:
    """Return the request with the numbers that keys got: `2700` for `45 minutes` where one is 2700."""
    for quantity in reversed([*quantities(request)]):
        ways = {counted.number_for(quantity) for key, counted in numbers.items() if key in values}
        got = [
            way for way in ways if way and value_of(way) in {value_of(str(value)) for value in values.values()}
        ]
        if quantity.measured == _TIME and got and value_of(got[0]) != quantity.number:
            request = f"{request[: quantity.start]}{got[0]}{request[quantity.end :]}"
    return request


def _comments(text: str, start: int, end: int) -> tuple[str, str]:
    """The comment in the lines right above a value, and the one behind it."""
    lines = text[:start].split("\n")[:-1]
    above: list[str] = []
    while lines and (comment := _COMMENT.fullmatch(lines.pop())):
        above.append(comment[1])
    behind = re.compile(r"[\"',]*[^\S\n]+(?:#|;|//)(.*)").match(text, end)
    return "\n".join(reversed(above)), behind[1] if behind else ""


def _units_of(key: str, number: float, above: str, behind: str) -> Iterator[Unit]:
    words = _KEY_WORD.findall(key.rsplit(".", 1)[-1])
    whole = len(words) > 1 or len(words[0]) >= _LEAST_ALONE if words else False
    yield from _only_unit(words[-1:] if whole else [])
    for quantity in quantities(behind):
        if number and quantity.measured == _TIME:
            yield quantity.measured, quantity.amount[1] / number
    yield from _only_unit(_LETTERS.findall(above))
    yield from _only_unit(_LETTERS.findall(behind))


def _only_unit(words: Sequence[str]) -> Iterator[Unit]:
    """The unit of time that words name, where it is one."""
    known = {unit for word in words if (unit := units().get(word.casefold())) and unit[0] == _TIME}
    if len(known) == 1:
        yield from known
