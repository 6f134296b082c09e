"""The parts of file names that a request means together: `payslip` and `2022` of `the payslips from 2022`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import pairwise

from pandora.programs.language.locale_words import joining_words
from pandora.programs.language.negations import negates
from pandora.programs.language.text_language import possible_languages
from pandora.programs.request.request_text import PATH

_PARTS_OF_NAME = re.compile(r"[^\W_]+")
_COMPARING = re.compile(
    r"\b(?:than|before|after|until|since|als|vor|nach|bis|ab|seit|avant|après|depuis|antes|después|desde|hasta"
    r"|prima|dopo|fino|depois|até|voor|sinds|tot|przed|od)\b"
)
"""Words before a year by which others than this one are meant, in eight languages."""
_PLURALS = ("s", "es", "n", "en", "e")
"""Endings of several: `payslips`, `Rechnungen`, `facturas`."""


def parts_of_name(path: str) -> set[str]:
    """Return the words and numbers of a file's name, in small letters."""
    return set(_PARTS_OF_NAME.findall(os.path.basename(path).casefold()))


def parts_together(request: str, paths: Iterable[str]) -> list[str]:
    """Return the parts of names that some files have all of, and others one of; [] where a request has none.

    What is listed with marks or a word for `and`, as in `the invoices and all of 2022`, is not meant together,
    nor what words between leave out or compare with: `the invoices but not 2022`, `drafts older than 2023`.
    """
    names = [parts_of_name(path) for path in paths]
    known = {part for name in names for part in name if len(part) > 1}
    asked = PATH.sub(" ", request).casefold()
    places: dict[str, tuple[int, int]] = {}
    for word in _PARTS_OF_NAME.finditer(asked):
        for form in (word[0], *(word[0].removesuffix(end) for end in _PLURALS)):
            if form in known:
                places.setdefault(form, word.span())
    counts = {form: sum(form in name for name in names) for form in places}
    parts = [part for part, count in counts.items() if count < len(names)]
    for one, other in pairwise(parts):
        between = asked[places[one][1] : places[other][0]]
        if re.search(r"[,;:.!?]", between) or joining_words(request) & set(between.split()):
            return []
        if _COMPARING.search(between) or negates(between, possible_languages(request)):
            return []
    fitting = sum(set(parts) <= name for name in names)
    alone = min((counts[part] for part in parts), default=0)
    return parts if len(parts) > 1 and 0 < fitting < alone else []
