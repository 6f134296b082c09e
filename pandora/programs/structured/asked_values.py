"""The values that a request gives for a structured file, held to what the file has before and after."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pandora.document.figures import normal_number, numbers
from pandora.programs.file_difference import changed_values
from pandora.programs.language.month_names import day_numbers
from pandora.programs.language.spoken_times import SpokenTime, spoken_times
from pandora.programs.request.request_text import gives_value, has_word, names_column
from pandora.programs.structured.structured_edit import Setting, dotted, entries
from pandora.programs.structured.value_span import EditError
from pandora.programs.structured.value_units import counted_numbers, in_numbers_of_file
from pandora.programs.texts.sentences import words

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{1,60})[\"”“»]")
_HOST = re.compile(r"(?<![\w@.-])(?:[a-z\d-]+\.){2,}[a-z]{2,}(?![\w-]|\.\w)")
_TIME = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?![\d:])")
_NOON = re.compile(r"\b\d+\s?[ap]\.?m\b", re.I)
_PART = re.compile(r"[^\W_]+")
_SMALLEST, _YEAR = 10, 4
OR = " or "
_BEGINNING = 3
"""A word of the request that begins with as many letters of an entry may mean it: `Friday` means `Fri`."""


def are_just_asked(path: str, before: bytes, after: bytes, request: str) -> bool:
    """True where each new value of a structured file stands in the request, and each value of it in the file.

    The request must also name each key that differs. A yes or a no counts as asked for: a request says it in
    many words.
    """
    changes = changed_values(path, before, after)
    request = in_numbers_of_file(request, counted_numbers(path, before), _by_dotted_key(changes))
    if not changes or not all(gives_value(request, value) for value in changes.values()):
        return False
    if not all(any(names_column(word, request) for word in _PART.findall(key[-1])) for key in changes):
        return False
    return not unset_values(request, *(raw.decode("utf-8", "replace") for raw in (before, after)))


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
    """Return a word that a list of a structured file gets and that no word of the request begins like.

    A small model goes on with a list, with what stands elsewhere in the file. "" for none.
    """
    old, new = (Counter(_listed_words(path, content)) for content in (before, after))
    said = words(request)
    for (key, entry), count in (new - old).items():
        begin = entry.casefold()[:_BEGINNING]
        moved = sum(number for (_, other), number in (old - new).items() if other == entry)
        if count > moved and not any(word.startswith(begin) for word in said) and not has_word(request, entry):
            return f"{entry} in {key}"
    return ""


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
    said = set(words(request))
    new = [setting for setting in settings if not _has_line(before, setting)]
    parts = {setting.key: set(_PART.findall(setting.key.casefold())) for setting in new}
    for one in new:
        for other in new:
            named = one.value == other.value and parts[other.key] <= said
            if named and not parts[one.key] <= said and parts[one.key] & said <= parts[other.key]:
                return one.key
    return ""


def _has_line(text: str, setting: Setting) -> bool:
    last = re.escape(setting.key.rsplit(".", 1)[-1])
    return re.search(rf"\b{last}\b[\"']?\s*[=:]\s*[\"']?{re.escape(setting.value)}(?!\w)", text) is not None


def unset_values(request: str, before: str, after: str) -> list[str]:
    """Return the values of a request that the file had nowhere and has nowhere now.

    These are times of day, also in words (half past eight in the evening), numbers with a fraction, names of
    hosts, what stands in quotes, and whole numbers from 10 on that are no year and no day of a month. A time
    that may be one of two has both, with OR between them.
    """
    had = f"{before}\n{after}"
    known = {normal_number(number) for number in numbers(had)}
    dated = day_numbers(request)
    rest = _HOST.sub(" ", _QUOTED.sub(" ", request))
    quoted = [match[1].strip() for match in _QUOTED.finditer(request)]
    left = [given for given in quoted if given not in had and not _is_escaped_in(had, given)]
    left += [host for host in _HOST.findall(_QUOTED.sub(" ", request)) if host not in had]
    left += [time for time in _TIME.findall(rest) if time not in had and time.lstrip("0") not in had]
    for number in numbers(_TIME.sub(" ", rest)):
        whole = number.isdigit()
        small = whole and (int(number) < _SMALLEST or len(number) == _YEAR or number in dated)
        if not small and normal_number(number) not in known and not _NOON.search(request, request.find(number)):
            left.append(number)
    spoken = [said for said in spoken_times(request) if said.in_words and not _has_time(had, known, said)]
    left += [OR.join(said.times) for said in spoken]
    return list(dict.fromkeys(left))


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
    return any(json.dumps(given, ensure_ascii=escaped)[1:-1] in text for escaped in (True, False))
