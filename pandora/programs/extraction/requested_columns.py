"""The columns of a table that a request asks for: what names them, and the labels that ask a model for each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pandora.programs.locale_words import conjunctions
from pandora.programs.sentences import words

MOST_COLUMNS = 12
"""The most columns of a table that is read out of texts."""
_RESERVED = frozenset("intent result confined output held calls changes kept".split())  # noqa: SIM905
"""Labels that §3 uses for the result of a try."""
_WORD = r"[^\W\d_][\w'’-]*"
_ITEM = rf"{_WORD}(?: {_WORD}){{0,2}}"
_LIST = re.compile(rf"(?<![\w'’-]){_ITEM}(?:[,;] {_ITEM})+")


def columns_in(written: str, request: str) -> list[str]:
    """Return the columns that a model wrote, with commas between, without those that the request does not say.

    A column is said where its words stand in the request one after another, in any case of letters.
    """
    said = f" {' '.join(words(request))} "
    columns: dict[str, str] = {}
    for name in re.split(r"[,;|\n]", written):
        name = " ".join(name.split()).strip("\"'“”„«»`*.: ")
        if words(name) and f" {' '.join(words(name))} " in said:
            columns.setdefault(name.casefold(), name)
    return list(columns.values())[:MOST_COLUMNS]


def lists_names(request: str) -> bool:
    """True where a request lists three or more names with commas, as those of columns; in any language."""
    lists = (re.split(r"[,;] ", match[0]) for match in _LIST.finditer(request))
    return any(len(items) > 2 or conjunctions(("standard",)) & set(items[-1].split()[1:-1]) for items in lists)


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


def columns_of_step(text: str, path: str) -> list[str]:
    """Return the columns that the text of a step names: `name, date`, after `path: ` where it has a path."""
    names = text.removeprefix(f"{path}: ") if path else text
    return [name.strip() for name in names.split(",") if name.strip()]
