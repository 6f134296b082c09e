"""The single notes of a text that is a list of them, and the text without some of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import pairwise

from pandora.programs.texts.request_clauses import word_beginnings

FEWEST_NOTES, MOST_NOTES = 4, 16
"""A text is a list of notes from the first number on; each of at most the second is looked at."""
_LONGEST = 240
"""The most characters of a note: what is longer is a paragraph."""
_LONGEST_LINE, _MEAN_LINE = 120, 64
"""The most characters of a line of notes without marks, and of all of them in the mean: lines of a text that
goes on from one to the next are longer."""
_NARROWEST, _RAGGED, _FEWEST_WRAPPED, _MOSTLY_WRAPPED = 50, 3, 5, 0.6
"""The fewest characters of a margin, how far lines may stay behind it, and how many lines of a paragraph, and
which share of them, are broken at it at the least."""
_MARK = re.compile(r"[-*+•–·]\s+|\d{1,2}[.)]\s+")
_LABEL = re.compile(r"\s*([^\W\d][\w .-]{0,24}):\s")
"""What stands before a colon; two lines with the same are of mails, records or speakers."""
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_LEAST_GAP, _LEAST_KEPT = 0.9, 1 / 3
"""How much likelier, in log odds, the least likely note that is asked for must be than the next one, and the
share of the notes that are asked for at least.

Of twelve requests with 67 notes, ten of them made up for it, ten have such a gap. No note that the text must
have stands below it, and 13 of the 21 that it must not have do; above it the order is right in ten. Sentences
of a long text go over into one another.
"""
_OWN_WORDS = 2
"""A text has a note where it has so many words that no other note and not the request has."""


def notes_in(text: str) -> list[str]:
    """Return the notes of a text, each with the lines that go on with it; [] where it is no list of notes.

    A note begins with a mark of a list. Other lines, as headings, are no notes. A text of nothing but short
    lines, none of which goes on in the next or begins as another does up to a colon, has one on each; so has
    one of whole sentences on lines of their own, without blank lines between them.
    """
    if lines := _plain_notes(text) or _told_notes(text):
        return lines
    notes: list[list[str]] = []
    others = 0
    open_note = False
    for line in text.splitlines():
        if not line.strip():
            open_note = False
        elif _MARK.match(line.lstrip()):
            notes.append([line])
            open_note = True
        elif open_note and line[:1].isspace():
            notes[-1].append(line)
        else:
            others, open_note = others + 1, False
    joined = ["\n".join(lines) for lines in notes]
    is_list = FEWEST_NOTES <= len(joined) <= MOST_NOTES and others < len(joined)
    return joined if is_list and all(len(note) <= _LONGEST for note in joined) else []


def _plain_notes(text: str) -> list[str]:
    """The lines of a text without marks that has a note on each; [] of any other."""
    text = _without_title(text)
    lines = [line for line in text.splitlines() if line.strip()]
    if not FEWEST_NOTES <= len(lines) <= MOST_NOTES or any(_MARK.match(line.lstrip()) for line in lines):
        return []
    lengths = [len(line) for line in lines]
    goes_on = any(later[:1].islower() and line.rstrip()[-1:] in ",-" for line, later in pairwise(lines))
    told = sum(line.rstrip()[-1:] in ".!?" for line in lines)
    short = max(lengths) <= _LONGEST_LINE and sum(lengths) <= _MEAN_LINE * len(lines)
    labels = [match[1].casefold() for line in lines if (match := _LABEL.match(line))]
    alike = len(set(labels)) < len(labels)
    goes_on = goes_on or _is_wrapped(text)
    return lines if short and not goes_on and not alike and 2 * told <= len(lines) else []


def _without_title(text: str) -> str:
    """A text without a first line that stands apart from all others, or is the only one without a label."""
    title, gap, rest = text.strip().partition("\n\n")
    lines = [line for line in rest.splitlines() if line.strip()]
    if not gap or "\n" in title or _LABEL.match(title) or title.rstrip()[-1:] in ".!?,;":
        return text
    labelled = len(lines) >= FEWEST_NOTES and all(map(_LABEL.match, lines))
    return rest if labelled or not _BLANK_LINE.search(rest) else text


def _is_wrapped(text: str) -> bool:
    """True for paragraphs whose lines are broken at a margin: the next line's first word had no room.

    Such a line ends no sentence, or the next one begins with a small letter.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    width = max(map(len, lines), default=0) - _RAGGED
    pairs = [(one, next_) for one, next_ in pairwise(lines) if one and next_.strip()]
    full = [
        len(one) + 1 + len(next_.split()[0]) > width and (next_[:1].islower() or one[-1] not in ".!?:;")
        for one, next_ in pairs
    ]
    wide = width >= _NARROWEST and len(full) >= _FEWEST_WRAPPED
    return wide and sum(full) >= _MOSTLY_WRAPPED * len(full)


def _told_notes(text: str) -> list[str]:
    """The lines of the longest block of a text where each of them ends a sentence; [] of any other text."""
    blocks = [[line for line in block.splitlines() if line.strip()] for block in _BLANK_LINE.split(text)]
    lines = max(blocks, key=len)
    told = all(line.rstrip()[-1:] in ".!?" and len(line) <= _LONGEST for line in lines)
    marked = any(_MARK.match(line.lstrip()) for line in lines)
    return lines if told and not marked and FEWEST_NOTES <= len(lines) <= MOST_NOTES else []


def said_in(note: str) -> str:
    """Return what a note says, in one line and without its mark."""
    return " ".join(_MARK.sub("", note.strip(), count=1).split())


def not_asked_for(odds: Mapping[str, float]) -> list[str]:
    """Return the notes that a request does not ask for, by the log odds that it does; [] where that is unsure.

    They stand below the widest gap between two neighbours.
    """
    ranked = sorted(odds, key=lambda note: -odds[note])
    gaps = [odds[one] - odds[other] for one, other in pairwise(ranked)]
    widest = max(range(len(gaps)), key=lambda at: gaps[at], default=-1)
    enough = widest + 1 >= _LEAST_KEPT * len(ranked) if gaps else False
    return ranked[widest + 1 :] if enough and gaps[widest] >= _LEAST_GAP else []


def without_notes(shown: str, notes: Collection[str]) -> str:
    """Return a text of a prompt, whose lines may be indented, without the lines of some notes."""
    left_out = {line.strip() for note in notes for line in note.splitlines()}
    return "\n".join(line for line in shown.splitlines() if line.strip() not in left_out)


def untold_notes(text: str, request: str, notes: Collection[str]) -> list[str]:
    """Return the notes of which a text has none of the words that only they have, two at least.

    [] where it has such words of fewer than half of the notes: it may be in another language.
    """
    there = word_beginnings(text)
    own: dict[str, set[str]] = {}
    for note in notes:
        others = [said_in(other) for other in notes if other != note]
        words = word_beginnings(said_in(note)) - word_beginnings("\n".join((request, *others)))
        if len(words) >= _OWN_WORDS:
            own[note] = words
    untold = [note for note, words in own.items() if not words & there]
    return untold if 2 * len(untold) <= len(own) else []


def carried_notes(text: str, request: str, notes: Collection[str], others: Collection[str]) -> list[str]:
    """Return those of some notes of which a text has words that neither the other notes nor the request has."""
    known = word_beginnings("\n".join((request, *others)))
    there = word_beginnings(text)
    carried = []
    for note in notes:
        own = word_beginnings(said_in(note)) - known
        if len(own & there) >= min(_OWN_WORDS, max(1, len(own))) and own:
            carried.append(note)
    return carried
