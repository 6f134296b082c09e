"""How a changed file differs from the file before it: the lines, and where it is structured, the keys."""

from __future__ import annotations

import difflib
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import OF_KEYS, decoded, kind_of
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import joining_words
from pandora.programs.request.request_text import has_word, names_column
from pandora.programs.structured.value_places import places_of_value, words_around

LISTED, CLIPPED = 6, 80
"""The most differences that a statement lists, and the most characters of each."""
NAMES_OTHER = "the task names"
"""What is said behind a changed key, before the one that the request is about."""
_SHORT_KEY = 2
"""The characters of a key such as `km`, which is said as a whole word only."""
_BEGINNING = 7
"""So many letters of two longer words are alike where the words count as one."""
_NEAR = 200
"""Among how many removed entries of a list the one is looked for that a new entry was."""
FEW = 4
"""A file of so few lines may lose any of them."""


def differences(path: str, before: bytes, after: bytes) -> str:
    """What differs, in one line for people; "" where nothing does.

    Of a structured file these are the keys with both values, of any other text the lines that went and came.
    """
    if parts := key_changes(path, before, after):
        return _listed(parts)
    return _listed(list(_line_changes(decoded(before).splitlines(), decoded(after).splitlines())))


def _line_changes(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Each filled line that went (`-`) or came (`+`), those that stand at one place beside each other."""
    for tag, first, last, start, end in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if tag != "equal":
            for gone, come in itertools.zip_longest(old[first:last], new[start:end], fillvalue=""):
                yield from (
                    f"{mark}{line.strip()}" for mark, line in (("-", gone), ("+", come)) if line.strip()
                )


def key_changes(path: str, before: bytes, after: bytes) -> list[str]:
    """Each key of a structured file whose value differs, with both values; [] for any other file."""
    old, new = _parsed(path, before), _parsed(path, after)
    if type(old) is not type(new) or not isinstance(old, dict | list):
        return []
    changes = _changes(old, new, (), by_entry=True)
    return [f"{'.'.join(place)}{': ' if '→' in said else ' '}{said}" for place, said in changes if place]


def new_values(path: str, before: bytes, after: bytes) -> list[str]:
    """Each key of a structured file whose value differs, with what it is now; of a text, its new lines.

    [] for any other file.
    """
    if kind_of(path) == "text":
        there = set(decoded(before).splitlines())
        return [line.strip() for line in decoded(after).splitlines() if line not in there]
    old, new = _values(path, before), _values(path, after)
    if old is None or new is None:
        return []
    values = []
    for place, said in _changes(old, new, ()):
        value: Any = new
        for key in place:
            if said == "removed" or not isinstance(value, dict | list):
                value = said
            else:
                value = value.get(key) if isinstance(value, dict) else value[int(key)]
        values.append(f"{'.'.join(place)} {value}")
    return values


def changed_values(path: str, before: bytes, after: bytes) -> dict[tuple[str, ...], Any]:
    """The new value of each key of a structured file whose value differs, None for one that is gone.

    An entry of a list whose value differs goes under the key of the list.
    """
    old, new = _values(path, before), _values(path, after)
    if old is None or new is None:
        return {}
    changes: dict[tuple[str, ...], Any] = {}
    for place, _ in _changes(old, new, ()):
        key = place
        while len(key) > 1 and key[-1].isdigit():
            key = key[:-1]
        changes[key if key not in changes else place] = _value_at(new, place)
    return changes


def _value_at(value: Any, place: Sequence[str]) -> Any:
    for key in place:
        value = value.get(key) if isinstance(value, dict) else value[int(key)]
    return value


def changed_beside(path: str, before: bytes, after: bytes, request: str) -> list[str]:
    """The changed keys of a structured file whose namesakes elsewhere fit the request's words better.

    Where a request is about `port` of `web`, `web.port` fits it better than `metrics.port`. An entry of a
    list is one where the request names another entry by a text that this holds.
    """
    old, new = _values(path, before), _values(path, after)
    if old is None or new is None:
        return []
    words = {word for word in re.findall(r"\w+", request.casefold()) if not word.isdigit()}  # 4 is no entry
    changed = [place for place, _ in _changes(old, new, ())]
    fits = {place: sum(part.casefold() in words for part in place) for place in changed}
    best: dict[str, int] = {}
    for place in changed:
        best[place[-1]] = max(best.get(place[-1], 0), fits[place])
    beside = [".".join(place) for place in changed if fits[place] < best[place[-1]]]
    beside += _instead_of_namesakes(old, changed, words)
    beside += _other_siblings(old, new, changed, request)
    return beside + list(_other_entries(old, new, request, ()))


def lost_keys(path: str, before: bytes, after: bytes) -> list[str]:
    """The keys of a structured file that was an object and is another value now: they are lost as a whole."""
    old, new = _values(path, before), _parsed(path, after)
    return [] if old is None or new is None or isinstance(new, dict) else list(map(str, old))


def lost_sections(path: str, before: bytes, after: bytes, request: str) -> list[str]:
    """The sections of a structured file that are gone, and not under another name; none that is named."""
    old, new = _values(path, before), _values(path, after)
    if old is None or new is None:
        return []
    kept = [value for key, value in new.items() if key not in old]
    gone = (key for key, value in old.items() if isinstance(value, dict) and value and key not in new)
    return [key for key in gone if old[key] not in kept and not has_word(request, str(key))]


def _instead_of_namesakes(old: Any, changed: Sequence[tuple[str, ...]], words: set[str]) -> list[str]:
    """The changed keys with a namesake that stays, whose table the request names, and no other change is in it.

    A request for `time` of `garden` is not about `lawn.time`.
    """
    tables = {part for place in changed for part in place[:-1]}
    namesakes: dict[str, list[tuple[str, ...]]] = {}
    for place in _leaves(old, ()):
        namesakes.setdefault(place[-1], []).append(place)
    instead = []
    for place in changed:
        said = {part for part in place[:-1] if part.casefold() in words}
        for other in namesakes.get(place[-1], ()):
            own = {part for part in other[:-1] if part.casefold() in words} - {*place[:-1]}
            if not said and own and not own & tables:
                instead.append(f"{'.'.join(place)} ({NAMES_OTHER} {'.'.join(other)})")
                break
    return instead


def _leaves(value: Any, place: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The path of each value in nested tables."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*place, str(key)))
    elif place:
        yield place


def _other_siblings(old: Any, new: Any, changed: Sequence[tuple[str, ...]], request: str) -> list[str]:
    """The changed keys that a request does not name, where it names as many beside them that stay as they are.

    Where a request gives a price for a colour copy, `colour` is meant and not the `black` beside it. A key that
    the request names with its present value, as `the shift that starts at 8:00`, is no such one: it is to stay.
    Nor is one that it names in another part of a sentence than the new value.
    """
    others = []
    for parent in dict.fromkeys(place[:-1] for place in changed):
        before, after = (_value_at(tree, parent) for tree in (old, new))
        if not isinstance(before, dict) or not isinstance(after, dict):
            continue
        keys = {place[-1] for place in changed if place[:-1] == parent}
        unnamed = [key for key in keys if key in before and key in after and not _is_said(key, request)]
        staying = [key for key in before if str(key) not in keys and _is_said(str(key), request)]
        kinds = {kind_of_value(before[one]) for one in unnamed}
        alike = [
            key
            for key in staying
            if kind_of_value(before[key]) in kinds
            and not has_word(request, str(before[key]))
            and _is_said_with(str(key), [after[one] for one in unnamed], request)
        ]
        if unnamed and len(unnamed) == len(alike):
            named = f" ({NAMES_OTHER} {', '.join(map(str, alike))})"
            others += [f"{'.'.join((*parent, key))}{named}" for key in sorted(unnamed)]
    return others


def _is_said(key: str, request: str) -> bool:
    """True where a request has a word of a key's name, as a whole one or as the beginning of one.

    So it has one that begins as a longer word of it does: `aufbewahrt` is `aufbewahrung`.
    """
    if len(key) == _SHORT_KEY:
        return has_word(request, key) and not is_function_word(key)
    parts = [part for part in re.findall(r"[^\W_]+", key) if len(part) > 2 and not is_function_word(part)]
    begun = {word[:_BEGINNING] for word in re.findall(r"[^\W\d_]+", request.casefold())}
    return any(
        names_column(part, request) or (len(part) > _BEGINNING and part.casefold()[:_BEGINNING] in begun)
        for part in parts
    )


def _is_said_with(key: str, values: Sequence[object], request: str) -> bool:
    """True where a request has a key's name beside one of the values, or none of these anywhere."""
    places = [place for value in values for place in places_of_value(value, request)]
    joining = joining_words(request) if places else ()
    return not places or any(
        _is_said(key, " ".join(words_around(request, *place, joining))) for place in places
    )


def kind_of_value(value: object) -> type:
    """The type of a value, one for all numbers."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return float if number else type(value)


def _other_entries(old: Any, new: Any, request: str, place: tuple[str, ...]) -> Iterator[str]:
    """The changed entries of each list where the request names as many others by a text that they hold.

    So are those that got what the named one got, beside it. Of two entries one may be changed because the
    request names the other as the one that stays.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            yield from _other_entries(old[key], new.get(key), request, (*place, str(key)))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) > 2:
        changed = {number for number, entry in enumerate(old) if entry != new[number]}
        named = {
            number
            for number, entry in enumerate(old)
            if isinstance(entry, dict) and any(_is_named(value, request) for value in entry.values())
        }
        others = changed - named
        if named and named < changed:
            own = [_new_items(old[number], new[number]) for number in named]
            others = {number for number in others if _new_items(old[number], new[number]) & set().union(*own)}
        elif len(changed) != len(named) or changed & named:
            others = set()
        yield from (".".join((*place, str(number))) for number in sorted(others))


def _new_items(old: Any, new: Any) -> set[str]:
    """The keys of an entry whose values differ, each with what it is now."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return set()
    return {f"{key}={value!r}" for key, value in new.items() if old.get(key) != value}


def _is_named(value: object, request: str) -> bool:
    name = isinstance(value, str) and 2 < len(value) <= CLIPPED and any(map(str.isalpha, value))
    return name and has_word(request, str(value))


def lost_lines(before: bytes, after: bytes) -> int:
    """How many filled lines of a text have neither stayed nor been replaced by others."""
    old, new = (
        [line.strip() for line in decoded(content).splitlines() if line.strip()] for content in (before, after)
    )
    return max(0, len(old) - len(new)) if len(old) > FEW else 0


def _values(path: str, content: bytes) -> dict[str, Any] | None:
    value = _parsed(path, content)
    return value if isinstance(value, dict) else None


def _parsed(path: str, content: bytes) -> Any:
    """The value of a structured file; None for any other file and for one that cannot be parsed."""
    if kind_of(path) not in OF_KEYS:
        return None
    try:
        return parse_content(path, content)
    except ValueError:
        return None


def _changes(
    old: Any, new: Any, place: tuple[str, ...], by_entry: bool = False
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The path and a description of each key below `place` whose value differs.

    A list that got longer or shorter is one value, unless it is told `by_entry`, as entries that have keys
    themselves are.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            below = (*place, str(key))
            if key not in new:
                yield below, "removed"
            elif key not in old:
                yield below, f"= {_shown(new[key])} added"
            else:
                yield from _changes(old[key], new[key], below, by_entry)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, value in enumerate(old):
            yield from _changes(value, new[number], (*place, str(number)), by_entry)
    elif by_entry and _has_keys(old) and _has_keys(new):
        yield from _entry_changes(old, new, place)
    elif old != new:
        yield place, f"{_shown(old)} → {_shown(new)}"


def _has_keys(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict | list) for entry in value)


def _entry_changes(
    old: list[Any], new: list[Any], place: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What differs between two lists of other lengths; a removed entry has its old number, others the new."""
    before, after = list(map(_shown, old)), list(map(_shown, new))
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal":
            continue
        rest = list(range(first, last))
        for number in range(start, end):
            like = max(rest[:_NEAR], key=lambda other: _alike(old[other], new[number]), default=None)
            if like is None or not _alike(old[like], new[number]):
                yield (*place, str(number)), f"= {_shown(new[number])} added"
                continue
            rest.remove(like)
            yield from _changes(old[like], new[number], (*place, str(number)), True)
        for number in rest:
            yield (*place, str(number)), "removed"


def _alike(one: Any, other: Any) -> int:
    """How many keys two entries of a list share with their values."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return 0
    return sum(key in other and other[key] == value for key, value in one.items())


def _shown(value: Any) -> str:
    """A value as JSON has it, whatever the kind of the file."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _listed(parts: list[str]) -> str:
    shown = [part if len(part) <= CLIPPED else f"{part[:CLIPPED]}…" for part in parts[:LISTED]]
    more = [f"and {len(parts) - LISTED} more"] if len(parts) > LISTED else []
    return "; ".join((*shown, *more))
