"""A summary of a text out of its own sentences: those that a request asks for most, in the order of the text.

Such a summary says nothing that the text does not say (Luhn 1958). How likely a sentence is, the caller knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pandora.programs.language.number_words import with_digits
from pandora.programs.texts.note_lines import notes_in
from pandora.programs.texts.sentences import words
from pandora.programs.texts.shortened_texts import SENTENCE_END
from pandora.programs.texts.written_texts import words_over

FEWEST, MOST = 8, 48
"""A text has from so many sentences on to be summed up, and at most so many to be looked at."""
DEFAULT_WORDS = 120
"""The most words of a summary whose request names no length."""
_MOST_PARTS = 12
"""The most sentences or points that a request may name: `three to five`."""
_FEWEST_WORDS, _LONGEST_HEADING = 4, 8
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_ITEM = re.compile(r"\A[ \t]*(?:[-*+•–·]|\d{1,2}[.)])[ \t]+")
_HEAD = re.compile(r"[^\W\d_][\w -]{0,20}: \S")
_RANGE = re.compile(r"(?<![\d.,:/-])(\d{1,2})\s?(?:[-–]|[^\W\d_]{1,3}\s)\s?(\d{1,2})(?![\d.,:/-]*\d)")


@dataclass(frozen=True)
class TextSentence:
    """A sentence of a text, and the heading that it stands under, or ""."""

    text: str
    heading: str = ""


def sentences_under_headings(text: str) -> list[TextSentence]:
    """Return the sentences of a text with lines of any length; [] for what is no prose.

    Notes, mails with their heads, tables and texts of too few or too many sentences are none.
    """
    heading, found, heads = "", list[TextSentence](), 0
    for block in _BLANK_LINE.split(text.replace("\r", "")):
        lines = [line for line in block.splitlines() if line.strip()]
        if len(lines) > 1 and all(_HEAD.match(line) for line in lines[:2]):
            heads += 1
            continue
        for unit in _units(lines):
            bare = _ITEM.sub("", unit, count=1).strip(" *_#")
            if len(words(bare)) <= _LONGEST_HEADING and not bare.endswith((".", "!", "?", ",")):
                heading = bare.rstrip(":")
                continue
            found += [
                TextSentence(part.strip(), heading)
                for part in SENTENCE_END.split(bare)
                if len(words(part)) >= _FEWEST_WORDS and part.rstrip(" \"”')*_").endswith((".", "!", "?"))
            ]
    is_prose = FEWEST <= len(found) <= MOST and heads < 2 and not notes_in(text)
    return found if is_prose and len({one.text for one in found}) == len(found) else []


def _units(lines: Sequence[str]) -> list[str]:
    """The lines of a paragraph joined where one goes on with the other: a heading and an item begin anew."""
    units: list[str] = []
    for line in lines:
        last = units[-1] if units else ""
        short = len(words(last)) <= _LONGEST_HEADING and not last.rstrip().endswith((".", "!", "?", ":"))
        is_heading = last.startswith("#") or (short and _ITEM.match(last) is not None)
        if not units or _ITEM.match(line) or line.startswith("#") or is_heading:
            units.append(line.strip())
        else:
            units[-1] = f"{units[-1]} {line.strip()}"
    return units


def most_parts(request: str) -> int:
    """Return how many sentences or points a request allows at most, as `three to five`; 0 for no such words."""
    spans = [(int(one), int(other)) for one, other in _RANGE.findall(with_digits(request))]
    return max((other for one, other in spans if 1 < one < other <= _MOST_PARTS), default=0)


def names_length(request: str) -> bool:
    """True where a request says how long a text may be, in words, sentences or points."""
    return bool(most_parts(request) or words_over("word " * 10_000, request)[1])


def extracted(sentences: Sequence[TextSentence], odds: Mapping[str, float], request: str) -> str:
    """Return a text of the sentences that are the likeliest by `odds`, within what the request allows.

    Those under one heading stand in one item of a list behind it; without headings it is one paragraph.
    """
    most_words = words_over("word " * 10_000, request)[1] or DEFAULT_WORDS
    most = most_parts(request) or len(sentences)
    kept: list[TextSentence] = []
    for one in sorted(sentences, key=lambda sentence: -odds[sentence.text]):
        whole = [other for other in sentences if other in kept or other is one]
        if len(whole) <= most and len(words(_shown(whole))) <= most_words:
            kept.append(one)
    return _shown([one for one in sentences if one in kept])


def _shown(sentences: Sequence[TextSentence]) -> str:
    groups: dict[str, list[str]] = {}
    for one in sentences:
        groups.setdefault(one.heading, []).append(one.text)
    if len(groups) < 2:
        return " ".join(one.text for one in sentences)
    return "\n".join(
        f"- {f'{heading}: ' if heading else ''}{' '.join(parts)}" for heading, parts in groups.items()
    )
