"""The sentences of sources that may answer a question, ranked by its words.

A sentence has the words that stand above it: the headings of its section, or the first row of its table. A
heading, a first row and most fields of a mail's header are no sentences that answer.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pandora.document.fill import one_line
from pandora.document.text_segments import segments
from pandora.research.source_files import Headings, SourceText, heading_at, headings_of
from pandora.research.windows import Window
from pandora.workspace.full_text import TABLES, terms

STEM = 5
"""Words are the same where so many of their first letters are."""
_ENDS, _FEWEST = ("es", "s", "e"), 3
"""The endings that make no other word, and the fewest letters that stay without one."""
_NEAR, _REACH = 0.4, 3
"""What a sentence gains by the words of another: this share for each step between them, up to so many steps."""
_ABOVE, _HEADING = 0.4, 0.3
"""What a sentence gains by the words above it, and what a heading's own words count: few state an answer."""
_LONG = 250
"""A sentence with so many characters counts for half of a short one with the same words."""
_WORD = re.compile(r"[^\W_]+")
_FIELD = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9-]*):[ \t]+(?P<value>\S.*(?:\n[ \t]+.*)*)")
_FIELDS = ("from", "date", "to", "cc")
"""The fields of a mail's header that say something of the mail, and not of how it came."""
_STRAIGHT = ("from", "date")
"""Those of them that say of each mail whose and when it is: its subject's words are theirs."""


@dataclass(frozen=True)
class Sentence:
    """A sentence on one line, and what stands above it in its source, or "".

    What it gains by the words above is the share `gain`; `own` is what its own words count. A field of a
    header is `of_all`: it gains as much as the question has of all these words, since it says something of the
    mail, and a question that has few of them asks for something in the mail.
    """

    text: str
    above: str = ""
    gain: float = _ABOVE
    own: float = 1.0
    of_all: bool = False


Row = list[Sentence]
"""Sentences in the order of a text; those of other texts are no neighbours."""


def sentences_in(text: SourceText, windows: Sequence[Window]) -> list[Row]:
    """The sentences in the windows of a source, a row for each window."""
    source = text.source
    if source.path.lower().endswith(TABLES):
        first = one_line(text.text.lstrip("\n").partition("\n")[0])
        return [list(_table_rows(window, first)) for window in windows]
    if source.kind == "markdown":
        headings = headings_of(text.text)
        return [list(_sections(window, headings, source.title)) for window in windows]
    if source.kind == "mail":
        header, _, _ = text.text.partition("\n\n")
        rows = [list(_header(header, source.title))]
        last = header.count("\n") + 1
        return [*rows, *(list(_below(window, last, source.title)) for window in windows)]
    return [plain_sentences(window.text) for window in windows]


def plain_sentences(text: str, above: str = "") -> Row:
    """The sentences of a text without sections."""
    return [Sentence(one_line(segment.text), above) for segment in segments(text)]


def _table_rows(window: Window, first: str) -> Iterator[Sentence]:
    """The rows of a table, each under its first row."""
    for line in window.text.split("\n"):
        if (row := one_line(line)) and row != first and _WORD.search(row):
            yield Sentence(row, first)


def named_cells(first: str, row: str) -> str:
    """A row of a table as `month: June, sold: 5388`, by its first row; "" where that is none."""
    mark = max(",;\t", key=first.count)
    names, cells = (next(csv.reader([line], delimiter=mark), []) for line in (first, row))
    if mark not in first or len(names) != len(cells):
        return ""
    return ", ".join(f"{name.strip()}: {cell.strip()}" for name, cell in zip(names, cells, strict=True))


def _sections(window: Window, headings: Mapping[int, Headings], title: str) -> Iterator[Sentence]:
    """The sentences of a window, each under its headings; the title stands above all of them anyway."""
    before = [line for line in headings if line < window.first]
    above = headings[max(before)] if before else ()
    lines: list[str] = []
    for line in window.text.split("\n"):
        if (now := heading_at(line, above)) is above:
            lines.append(line)
            continue
        yield from plain_sentences("\n".join(lines), _chain(above, title))
        lines, above = [], now
        yield Sentence(one_line(above[-1][1]), gain=0.0, own=_HEADING)
    yield from plain_sentences("\n".join(lines), _chain(above, title))


def _chain(headings: Headings, title: str) -> str:
    return ", ".join(one_line(words) for _, words in headings if one_line(words) != title)


def _header(header: str, subject: str) -> Iterator[Sentence]:
    """The fields of a mail's header that say something of it, each on one line."""
    for match in _FIELD.finditer(header):
        if (name := match["name"].lower()) in _FIELDS:
            yield Sentence(one_line(match[0]), subject, 1.0 if name in _STRAIGHT else _ABOVE, of_all=True)


def _below(window: Window, header: int, subject: str) -> Iterator[Sentence]:
    """The sentences of a window of a mail that stand below its header."""
    lines = window.text.split("\n")[max(0, header - window.first + 1) :]
    yield from plain_sentences("\n".join(lines), subject)


def likeliest(rows: Sequence[Row], question: str, count: int) -> list[Sentence]:
    """The sentences that share most with a question, at most `count`, in the order of the texts.

    Words that few sentences have count for more. A sentence gains by the words above it and by those of its
    neighbours: what it is about often stands in the sentence before. Each stands once, one that is whole in
    another stands there, and one that neither has nor gains a word of the question is left out where others do.
    """
    asked = {stem(word) for word in terms(question)}
    known = [[asked & stems_of(sentence.text) for sentence in row] for row in rows]
    times = Counter(stem for row in known for stems in row for stem in stems)
    total = sum(map(len, rows))
    weight = {stem: math.log(1 + (total + 0.5) / (times[stem] + 0.5)) for stem in asked}
    scores: dict[str, float] = {}
    first: dict[str, Sentence] = {}
    for row, row_stems in zip(rows, known, strict=True):
        own = [
            sum(weight[stem] for stem in stems) / (1 + len(sentence.text) / _LONG)
            for sentence, stems in zip(row, row_stems, strict=True)
        ]
        for place, sentence in enumerate(row):
            reach = range(max(0, place - _REACH), min(len(own), place + _REACH + 1))
            near = max(
                (own[other] * _NEAR ** abs(other - place) for other in reach if other != place), default=0.0
            )
            above = sentence.gain * sum(weight[stem] for stem in asked & stems_of(sentence.above))
            if sentence.of_all:
                own_words = {stem(word) for word in terms(sentence.above)}
                near, above = 0.0, above * len(asked & own_words) / max(1, len(own_words))
            gained = max(near, above) if sentence.gain else 0.0
            first.setdefault(sentence.text, sentence)
            scores[sentence.text] = max(scores.get(sentence.text, 0.0), sentence.own * own[place] + gained)
    least = 0.0 if any(scores.values()) else -1.0
    best: list[str] = []
    for text in sorted(scores, key=lambda text: -scores[text]):
        if len(best) == count or scores[text] <= least:
            break
        if not any(_within(text, other) for other in best):
            best = [*(other for other in best if not _within(other, text)), text]
    return [sentence for text, sentence in first.items() if text in best]


def _within(text: str, other: str) -> bool:
    """True where another sentence has this one whole: the windows of a source may cut one at different ends."""
    return f" {text} " in f" {other} "


def stem(word: str) -> str:
    """The beginning by which a word is the same in another form: `dish` for `dishes`, `hous` for `house`.

    An ending `es`, `s` or `e` does not count, as long as three letters stay.
    """
    word = word.casefold()
    end = next((end for end in _ENDS if word.endswith(end) and len(word) - len(end) >= _FEWEST), "")
    return word[: len(word) - len(end)][:STEM]


def stems_of(text: str) -> set[str]:
    """The beginnings of all words of a text, however long it is."""
    return {stem(word) for word in _WORD.findall(text)}
