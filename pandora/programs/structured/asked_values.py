"""The values that a request gives for a structured file, held to what the file has before and after."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from pandora.document.figures import normal_number, numbers
from pandora.programs.file_difference import changed_beside, changed_values, kind_of_value
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.language.locale_words import SHORT, month_numbers, weekday_numbers
from pandora.programs.language.month_names import day_numbers
from pandora.programs.language.spoken_times import SpokenTime, spoken_times
from pandora.programs.request.request_text import gives_value, has_word, names_column
from pandora.programs.structured.exchanged_settings import exchanged_settings
from pandora.programs.structured.numbers_aside import numbers_aside
from pandora.programs.structured.structured_edit import Setting, dotted, entries
from pandora.programs.structured.value_span import EditError
from pandora.programs.structured.value_units import counted_numbers, in_numbers_of_file
from pandora.programs.texts.sentences import words
from pandora.programs.texts.text_notation import value_of
from pandora.workspace.named_files import KINDS
from pandora.workspace.paths import SOURCE_CODE

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{1,60})[\"”“»]")
_HOST = re.compile(r"(?<![\w@.-])(?:[a-z\d-]+\.){2,}[a-z]{2,}(?![\w-]|\.\w)")
_TIME = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?![\d:])")
_NOON = re.compile(r"\b\d+\s?[ap]\.?m\b", re.I)
_TO_THE_MINUTE = re.compile(r"\d[:.h][0-5]\d", re.I)
_FIGURES = re.compile(r"\d(?:[\d,.'’\u00a0\u202f]*\d)?")
_ROW = re.compile(r"(?<!\w)(?=\w*\d)\w+(?:[ \u00a0/.-]{1,2}(?=\w*\d)\w+){2,}")
"""Digits in three groups and more, as of a telephone number or an account."""
_MARKS = re.compile(r"[^\w\n]")
_OF_CODE = frozenset(ending.removeprefix(".") for ending in SOURCE_CODE)
_SIZES = (7, 12, 24, 60, 100, 3600, 86_400, 1000, 1000**2, 1000**3, 1024, 1024**2, 1024**3)
"""How many of a smaller unit make one of time, money or memory."""
_EXACT, _ROUNDED = 1e-9, 0.0051
_HINTS = 4000
"""So many characters of a text tell whether its dates begin with the day or the month."""
_PART = re.compile(r"[^\W_]+")
_BLANKS_AND_QUOTES = re.compile(r"[\s\"']+")
_FEWEST_DIGITS, _YEAR = 2, 4
OR = " or "
_BEGINNING = 3
"""A word of the request that begins with as many letters of an entry may mean it: `Friday` means `Fri`."""


def are_just_asked(path: str, before: bytes, after: bytes, request: str) -> bool:
    """True where each new value of a structured file stands in the request, and each value of it in the file.

    The request must also name each key that differs, and nothing may speak for another one: a value of another
    kind than before, a key that is new and gets what another one gets, values that two keys have of each other,
    or lines that are gone. A yes or a no counts as asked for: a request says it in many words.
    """
    changes = changed_values(path, before, after)
    said = in_numbers_of_file(request, counted_numbers(path, before), _by_dotted_key(changes))
    if not changes or not all(gives_value(said, value) for value in changes.values()):
        return False
    if not all(any(names_column(word, said) for word in _PART.findall(key[-1])) for key in changes):
        return False
    texts = [raw.decode("utf-8", "replace") for raw in (before, after)]
    if unset_values(said, *texts, leave_out_aside=False):
        return False
    old, values = changed_values(path, after, before), [*map(repr, changes.values())]
    for key, value in changes.items():
        is_new = old.get(key) is None
        if values.count(repr(value)) > 1 if is_new else kind_of_value(old[key]) is not kind_of_value(value):
            return False
    if exchanged_settings(changes, said) or changed_beside(path, before, after, request):
        return False
    return path.casefold().endswith(".json") or _lines_gone(*texts) <= len(changes)


def _lines_gone(before: str, after: str) -> int:
    """How many filled lines of a text, comments among them, are not as they were, but for blanks and quotes."""
    old, new = (
        Counter(filter(None, (_BLANKS_AND_QUOTES.sub("", line) for line in text.splitlines())))
        for text in (before, after)
    )
    return (old - new).total()


def ungiven_number(path: str, before: bytes, after: bytes, given: str) -> str:
    """Return a number that a structured file gets and that stands nowhere in `given`; "" for none."""
    changes = changed_values(path, before, after)
    given = in_numbers_of_file(given, counted_numbers(path, before), _by_dotted_key(changes))
    known = {normal_number(number) for number in numbers(given)}
    values = changes.values()
    new = [str(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    return next((number for number in new if normal_number(number) not in known), "")


def _by_dotted_key(changes: Mapping[tuple[str, ...], object]) -> dict[str, object]:
    return {dotted(keys): value for keys, value in changes.items()}


def unasked_entry(path: str, before: bytes, after: bytes, request: str) -> str:
    """Return a word that a list of a structured file gets and that no word of the request means; "" for none.

    A small model goes on with a list, with what stands elsewhere in the file. Where the request may say an
    entry in another language (`AT` for Austria), it is asked for unless it stands in the file already, or
    the request has another entry that the list gets.
    """
    old, new = (Counter(_listed_words(path, content)) for content in (before, after))
    added = []
    for (key, entry), count in (new - old).items():
        moved = sum(number for (_, other), number in (old - new).items() if other == entry)
        added += [(key, entry)] if count > moved else []
    said = {listed for listed in added if _begins_a_word(listed[1], request) or has_word(request, listed[1])}
    known = before.decode("utf-8", "replace")
    for key, entry in added:
        day = _is_meant_day(entry, request)
        beside = any(other == key for other, _ in said)
        if (key, entry) not in said and (beside or has_word(known, entry) if day is None else not day):
            return f"{entry} in {key}"
    return ""


def _begins_a_word(entry: str, request: str) -> bool:
    begin = entry.casefold()[:_BEGINNING]
    return any(word.startswith(begin) for word in words(request))


def _is_meant_day(entry: str, request: str) -> bool | None:
    """Whether a request may mean a day of the week or a month, in whatever language; None for other words.

    One that names a single other day means no further one; of two it may mean those between, and it may speak
    of days in other words, as of the weekend.
    """
    months = {name: frozenset((number,)) for name, number in month_numbers(SHORT).items()}
    for short, names in ((weekday_numbers(SHORT), weekday_numbers()), (months, month_numbers())):
        if own := short.get(entry.casefold()):
            named = [
                short[name]
                for word in words(request)
                for name in (word, *(whole for whole in names if word.startswith(whole)))
                if name in short and (name in names or name != word or len(name) > 2)
            ]
            days = frozenset[int]().union(*named)
            return len(days) != 1 or not own.isdisjoint(days)
    return None


def _listed_words(path: str, content: bytes) -> Iterator[tuple[str, str]]:
    """Each entry that is one word of each list of a structured file, after the list's key."""
    try:
        there = entries(path, content)
    except EditError:
        return
    for entry in there:
        key, _, place = entry.key.rpartition(".")
        value = entry.shown.strip("\"'")
        if key and place.isdigit() and value.isalpha():
            yield key, value


def unasked_key(settings: Sequence[Setting], request: str, before: str) -> str:
    """Return a key that is set to the new value of another, and that the request names less fully; "" for none.

    `DB_DEBUG` is one where `DEBUG` is set alike and the request says `set DEBUG to false`: it names the whole
    of the other, and nothing else of this one. A value is new where the file does not have the line.
    """
    new = [setting for setting in settings if not _has_line(before, setting)]
    parts = {setting.key: set(_PART.findall(setting.key.casefold())) for setting in new}
    said = {part for own in parts.values() for part in own if _is_said(part, request)}
    for one in new:
        for other in new:
            named = one.value == other.value and parts[other.key] <= said
            if named and not parts[one.key] <= said and parts[one.key] & said <= parts[other.key]:
                return one.key
    return ""


def _is_said(part: str, request: str) -> bool:
    """True for a part of a key that is a word of the request; of three letters and more, or begins one."""
    return has_word(request, part) or (len(part) >= _BEGINNING and names_column(part, request))


def _has_line(text: str, setting: Setting) -> bool:
    last = re.escape(setting.key.rsplit(".", 1)[-1])
    return re.search(rf"\b{last}\b[\"']?\s*[=:]\s*[\"']?{re.escape(setting.value)}(?!\w)", text) is not None


def unset_values(request: str, before: str, after: str, *, leave_out_aside: bool = True) -> list[str]:
    """Return the values of a request that the file had nowhere and has nowhere now.

    These are times of day, also in words (half past eight in the evening), numbers with a fraction, names of
    hosts, what stands in quotes, and whole numbers from 10 on that are no year and no day of a month. A time
    that may be one of two has both, with OR between them. A day, a time and a row of digits may stand in the
    file in another notation, and a number may be what another one changed by (`10 percent more`). Those that
    are no values of the file (see `numbers_aside`) are left out, unless told otherwise.
    """
    had = f"{before}\n{after}"
    known = {normal_number(number) for number in numbers(had)}
    dated = day_numbers(request)
    quoted = [match[1].strip() for match in _QUOTED.finditer(request)]
    rest = _QUOTED.sub(" ", request)
    hosts = [host for host in _HOST.findall(rest) if host.rpartition(".")[2] not in KINDS | _OF_CODE]
    rest = _without_what_stands(_HOST.sub(" ", rest), had, known)
    left = [given for given in quoted if given not in had and not _is_escaped_in(had, given)]
    left += [host for host in hosts if host not in had]
    left += [time for time in _TIME.findall(rest) if time not in had and time.lstrip("0") not in had]
    rest = _TIME.sub(" ", rest)
    replaced = list(_replaced_numbers(before, after))
    aside = numbers_aside(rest, before, after) if leave_out_aside else ()
    for number in numbers(rest):
        whole = number.isdigit()
        small = whole and (len(number.lstrip("0")) < _FEWEST_DIGITS or len(number) == _YEAR or number in dated)
        if (
            small
            or number in aside
            or normal_number(number) in known
            or _NOON.search(request, request.find(number))
        ):
            continue
        if not _explains(number, rest, replaced):
            left.append(number)
    spoken = [said for said in spoken_times(request) if said.in_words and not _has_time(had, known, said)]
    left += [OR.join(said.times) for said in spoken]
    return list(dict.fromkeys(left))


def _without_what_stands(request: str, had: str, known: set[str]) -> str:
    """The request without the days, the times and the rows of digits that a text has in whatever notation."""
    for entry in reversed(dates_in(request)):
        if entry.day and _has_day(had, entry.day):
            request = f"{request[: entry.start]} {request[entry.end :]}"
    for said in spoken_times(request):
        exact = said.in_words or _TO_THE_MINUTE.search(said.words)
        if exact and _has_time(had, known, said):
            request = request.replace(said.words, " ", 1)
    squeezed = _MARKS.sub("", had)
    return _ROW.sub(lambda row: " " if _MARKS.sub("", row[0]) in squeezed else row[0], request)


def _has_day(text: str, day: date) -> bool:
    """True where a text has a day in whatever notation."""
    parts = (f"{day.year % 100:02}", str(day.day))
    lines = (line for line in text.splitlines() if all(part in line for part in parts))
    return any(entry.day == day for line in lines for entry in dates_in(line, text[:_HINTS]))


def _replaced_numbers(before: str, after: str) -> Iterator[tuple[float, float]]:
    """The numbers of the lines that differ, each with the one that stands in its place now."""
    lines = [text.splitlines() for text in (before, after)]
    known = [set(own) for own in lines]
    old, new = (
        [line for line in own if line not in other] for own, other in zip(lines, known[::-1], strict=True)
    )
    for one, other in zip(old, new, strict=False) if len(old) == len(new) else ():
        pairs = [_FIGURES.findall(line) for line in (one, other)]
        for was, now in zip(*pairs, strict=False) if len(pairs[0]) == len(pairs[1]) else ():
            values = value_of(was), value_of(now)
            if values[0] is not None and values[1] is not None and values[0] != values[1]:
                yield values[0], values[1]


def _explains(number: str, request: str, replaced: Sequence[tuple[float, float]]) -> bool:
    """True where a number says how others changed, or is one of them in another unit.

    A value went up or down by it or by so many percent, or came to so many percent of what it was.
    Where a word or a sign stands right behind it, a value may be as much in a unit of the file's own.
    """
    amount = value_of(number)
    if amount is None or not amount:
        return False
    measured = re.search(rf"(?<![\d.,]){re.escape(number)}\s?(?:[^\W\d_]|[%€$£¥])", request)
    for was, now in replaced:
        parts = (was * (1 + amount / 100), was * (1 - amount / 100), was * amount / 100)
        if abs(abs(now - was) - amount) < _EXACT or any(abs(now - part) <= _ROUNDED for part in parts):
            return True
        other_units = (way for size in _SIZES for way in (amount * size, amount / size))
        if measured and any(abs(now - way) < _EXACT for way in other_units):
            return True
    return False


def _has_time(text: str, known: set[str], said: SpokenTime) -> bool:
    """True where a text has a time of day, or its hour and minutes as the numbers that it has."""
    for time in said.times:
        hour, minute = map(int, time.split(":"))
        if re.search(rf"(?<!\d)0?{hour}[:.h]{minute:02}(?!\d)", text):
            return True
        parts = {normal_number(str(hour)), *([normal_number(str(minute))] if minute else [])}
        if parts <= known or normal_number(str(hour + minute / 60)) in known:
            return True
    return False


def _is_escaped_in(text: str, given: str) -> bool:
    """True where a text has words as JSON and the quotes of other formats write them."""
    doubled = given.replace("'", "''")  # as YAML has them between single quotes
    return doubled in text or any(
        json.dumps(given, ensure_ascii=escaped)[1:-1] in text for escaped in (True, False)
    )
