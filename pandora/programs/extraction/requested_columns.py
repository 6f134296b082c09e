"""The columns of a table that a request asks for: what names them, and the labels that ask a model for each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pandora.programs.language.locale_words import joining_words
from pandora.programs.texts.sentences import row, words

MOST_COLUMNS = 12
"""The most columns of a table that is read out of texts."""
_RESERVED = frozenset("intent result confined output held calls changes kept".split())  # noqa: SIM905
"""Labels that §3 uses for the result of a try."""
_WORD = r"[^\W\d_][\w'’-]*"
_ITEM = rf"{_WORD}(?: {_WORD}){{0,2}}"
_LIST = re.compile(rf"(?<![\w'’-]){_ITEM}(?:[,;] {_ITEM})+")
_TIGHT_LIST = re.compile(r"(?<![\w./,;-])[^\W\d_][\w-]*(?:[,;][^\W\d_][\w-]*){2,}(?![\w/]|[,;]\S|\.\w)")
"""Three names or more with nothing but commas between them, as in the first line of a table."""
_BRACKETS = re.compile(r"\([^()]*\)")
_EXAMPLE = re.compile(r"\([^()]*(?:\d|YYYY|[,;])[^()]*\)")
"""Brackets that show how a value is to be written, as in `date (like 2025-07-04)`, or tell of several columns.

They are no part of a column's name, and a small model copies such a value.
"""
_CLAUSE = re.compile(r"[.!?:]\s+|\n|\s[-–—]\s")
_ASIDE = re.compile(r"\s[-–—]\s")
"""What stands before words about a column, as in `total - date as YYYY-MM-DD`."""
_PATH = re.compile(r"[\w-]+\.[A-Za-z]\w{0,5}(?!\w)|\w/")
_WITH = frozenset({"with", "mit", "avec", "con", "com", "met", "z", "ze"})
"""The words for `with` in eight languages, behind which a list of columns begins."""
_SHORT_WORD = 3
"""The most letters of a word that is left out before a longer one, as `the` in `the number`."""
_LONGEST_NAME = 8
"""The most words of an item of a list that names a column."""
RISING, FALLING = "rising", "falling"
_ORDER = re.compile(rf"^(?P<columns>.*?); by (?P<by>[^;,]+), (?P<way>{RISING}|{FALLING})$", re.S)


@dataclass(frozen=True)
class RowOrder:
    """The order of a table's rows: by the values of a `column`, the smallest or the earliest first, or last."""

    column: str
    falling: bool = False


def columns_in(written: str, request: str) -> list[str]:
    """Return the columns that a model wrote, with commas between, without those that the request does not say.

    A column is said where its words stand in the request one after another, in any case of letters. How its
    values are to be written, in brackets, is no part of its name.
    """
    said = f" {' '.join(words(request))} "
    columns: dict[str, str] = {}
    for item in re.split(r"[,;|\n]", _EXAMPLE.sub(" ", written)):
        name = " ".join(_ASIDE.split(item)[0].split()).strip("\"'“”„«»`*.: ")
        if words(name) and f" {' '.join(words(name))} " in said:
            columns.setdefault(name.casefold(), name)
    return _with_rest_of_list(list(columns.values()), request)[:MOST_COLUMNS]


def _with_rest_of_list(columns: Sequence[str], request: str) -> list[str]:
    """Add what the request lists beside the columns, which a model left out.

    A list ends with the item behind its last conjunction; where it stands behind a colon, it begins there. What
    stands in brackets belongs to its item. Two columns that a model made of one item are this item. Names with
    commas and no blanks between them are a list by themselves.
    """
    for tight in _TIGHT_LIST.findall(request):
        names = re.split(r"[,;]", tight)
        if {*map(str.casefold, columns)} & {*map(str.casefold, names)}:
            return list(dict.fromkeys(names))
    for clause in _CLAUSE.split(_BRACKETS.sub(" ", request)):
        items, last = _items(clause, joining_words(request))
        inside = [[column for column in columns if row(column) in row(item)] for item in items]
        named = [
            (_as_name(item) if len(parts) > 1 else "") or next(iter(parts), "")
            for item, parts in zip(items, inside, strict=True)
        ]
        places = [place for place, column in enumerate(named) if column]
        if not places or len({column for parts in inside for column in parts}) < len(columns):
            continue
        first = 0 if _follows_colon(clause, request) else places[0]
        span = range(first, max(last, places[-1]) + 1)
        names = [named[place] or _as_name(items[place]) for place in span]
        if all(names):
            return list(dict.fromkeys([*_behind_with(items[first - 1] if first else ""), *names]))
    return list(columns)


def _behind_with(item: str) -> list[str]:
    """The word with which the item before the first named one ends, where a word for `with` is before it."""
    *_, before, name = ["", "", *item.split()]
    return [name] if before.casefold() in _WITH and _as_name(name) == name else []


def _items(clause: str, conjunctions: Iterable[str]) -> tuple[list[str], int]:
    """The items of a clause, parted by commas and conjunctions, and where the last behind a conjunction is."""
    joining = "|".join(sorted(map(re.escape, conjunctions), key=len, reverse=True))
    parts = re.split(rf"(,\s+(?:(?:{joining})\s+)?|;\s+|\s+(?:{joining})\s+)", clause)
    items, marks = parts[::2], parts[1::2]
    joined = [place for place, mark in enumerate(marks, 1) if words(mark)]
    return items, joined[-1] if joined else -1


def _follows_colon(clause: str, request: str) -> bool:
    bare = _BRACKETS.sub(" ", request)
    return bare[: max(0, bare.find(clause))].rstrip().endswith(":")


def _as_name(item: str) -> str:
    """An item of a list as the name of a column: without a short word before it; "" for what names none."""
    name = " ".join(item.split()).strip("\"'“”„«»`*.: ")
    first, _, rest = name.partition(" ")
    if first.islower() and len(first) <= _SHORT_WORD < len(rest.partition(" ")[0]):
        name = rest
    return name if 0 < len(words(name)) <= _LONGEST_NAME and not _PATH.search(name) else ""


def row_order(by: str, falling: bool, columns: Sequence[str], request: str) -> RowOrder | None:
    """Return the order that a model wrote; None where the request names that column in its list alone."""
    column = next((name for name in columns if words(name) == words(by)), "")
    if not column or row(request).count(row(column).rstrip()) < 2:
        return None
    return RowOrder(column, falling)


def lists_names(request: str) -> bool:
    """True where a request lists three or more names with commas, as those of columns; in any language."""
    if _TIGHT_LIST.search(request):
        return True
    lists = (re.split(r"[,;] ", match[0]) for match in _LIST.finditer(request))
    return any(len(items) > 2 or joining_words(request) & set(items[-1].split()[1:-1]) for items in lists)


def labels_of(columns: Sequence[str]) -> list[str]:
    """Return the label by which a form asks for each column: letters and figures only, and all different."""
    labels: list[str] = []
    for number, column in enumerate(columns, 1):
        plain = unicodedata.normalize("NFC", column)
        label = " ".join(re.sub(r"[^\w '/-]|_", " ", plain).split())
        if not re.match(r"[^\W\d_]", label):
            label = f"Column {label}".strip()
        taken = {other.casefold() for other in labels} | _RESERVED
        labels.append(f"{label} {number}" if label.casefold() in taken else label)
    return labels


def step_text(columns: Sequence[str], order: RowOrder | None = None) -> str:
    """Return the text of a step that makes a table: `name, date; by date, rising`."""
    way = f"; by {order.column}, {FALLING if order.falling else RISING}" if order else ""
    return ", ".join(columns) + way


def columns_of_step(text: str, path: str) -> list[str]:
    """Return the columns that the text of a step names: `name, date`, after `path: ` where it has a path."""
    names = text.removeprefix(f"{path}: ") if path else text
    match = _ORDER.match(names)
    return [name.strip() for name in (match["columns"] if match else names).split(",") if name.strip()]


def order_of_step(text: str) -> RowOrder | None:
    """Return the order of rows that the text of a step names, as `step_text` wrote it; None for none."""
    match = _ORDER.match(text)
    return RowOrder(match["by"].strip(), match["way"] == FALLING) if match else None
