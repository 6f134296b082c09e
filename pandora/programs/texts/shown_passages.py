"""The passages of long texts that a prompt has room for: those that share the most with what is asked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pandora.programs.language.function_words import is_function_word
from pandora.programs.request.request_text import PATH
from pandora.programs.texts.passages import passages
from pandora.programs.texts.sentences import SENTENCE, words

LEFT_OUT = "[…]"
"""The line that stands for what is left out between two passages."""
_LONGEST = 1200
"""A paragraph of more characters is read by parts, at the ends of its lines or sentences."""
_BEGINNING = 5
"""So many letters of two words are alike where the words count as one."""
_SHORTEST = 3
_FEWEST, _LEAST_SHARE = 6, 0.5
"""So many passages are shown where they share anything; further ones from this share of the best score on."""
_ONCE, _OFTEN, _BESIDE = 1.0, 0.3, 0.25
"""The weights of a sentence that comes once, of one that comes often, and of the rest of its passage."""


@dataclass(frozen=True)
class _Part:
    """A part of a text: its file, its first line (from 1), and its text."""

    path: str
    line: int
    text: str
    heading: bool = False


def shown_passages(texts: Mapping[str, str], request: str, room: int) -> str:
    """Return the passages of texts that share the most with a request, in about `room` characters.

    `texts` are by path. The passages stand in their order, each file below its path, with LEFT_OUT between
    them. What counts is the best sentence of a passage: the words that it shares with the request, the rarer
    the more, and less where the same sentence comes again elsewhere, as in a diary or a log. Passages of less
    than half of the best score are shown only where there are few others. A heading goes with the passage below
    it. "" where nothing is shared.
    """
    parts = [part for path, text in texts.items() for part in _parts_of(path, text)]
    scores = _scores(parts, PATH.sub(" ", request))
    if not any(scores):
        return ""
    taken: set[int] = set()
    size = 0
    best = max(scores)
    for number, place in enumerate(sorted(range(len(parts)), key=lambda place: -scores[place])):
        if not scores[place] or (number >= _FEWEST and scores[place] < _LEAST_SHARE * best):
            break
        if place in taken:
            continue
        new = {place, *_headings_of(parts, place)} - taken
        more = sum(len(parts[one].text) for one in new)
        if taken and size + more > room:
            break
        taken |= new
        size += more
    lines: list[str] = []
    for path in texts:
        own = [place for place in sorted(taken) if parts[place].path == path]
        if own:
            lines += [f"{path}:", *_with_gaps(parts, own)]
    return "\n".join(lines)


def _with_gaps(parts: Sequence[_Part], own: Sequence[int]) -> list[str]:
    lines: list[str] = []
    before = -1 if parts[own[0]].line > 1 else own[0] - 1
    for place in own:
        if place != before + 1:
            lines.append(f"  {LEFT_OUT}")
        lines += [f"  {line}" for line in parts[place].text.splitlines()]
        before = place
    last = before + 1 == len(parts) or parts[before + 1].path != parts[before].path
    return lines if last else [*lines, f"  {LEFT_OUT}"]


def _headings_of(parts: Sequence[_Part], place: int) -> list[int]:
    """The heading right above a part, if there is one before another heading's text begins."""
    for above in range(place - 1, -1, -1):
        if parts[above].path != parts[place].path:
            break
        if parts[above].heading:
            return [above]
    return []


def _parts_of(path: str, text: str) -> list[_Part]:
    parts = []
    for passage in passages(path, text):
        if len(passage.text) <= _LONGEST:
            parts.append(_Part(path, passage.line, passage.text, passage.is_heading))
            continue
        line, held = passage.line, list[str]()
        for number, row in enumerate(passage.text.splitlines()):
            pieces = [row] if len(row) <= _LONGEST else SENTENCE.split(row)
            for piece in pieces:
                if held and sum(map(len, held)) + len(piece) > _LONGEST // 2:
                    parts.append(_Part(path, line, "\n".join(held)))
                    held, line = [], passage.line + number
                held.append(piece)
        parts.append(_Part(path, line, "\n".join(held)))
    return parts


def _scores(parts: Sequence[_Part], request: str) -> list[float]:
    asked = {
        word[:_BEGINNING] for word in words(request) if len(word) >= _SHORTEST and not is_function_word(word)
    }
    sentences = [
        [sentence for row in part.text.splitlines() for sentence in SENTENCE.split(row) if sentence.strip()]
        for part in parts
    ]
    times = Counter(sentence.strip() for own in sentences for sentence in own)
    shared = [[asked & {word[:_BEGINNING] for word in words(one)} for one in own] for own in sentences]
    found = Counter(word for own in shared for word in set().union(*own))
    weight = {word: math.log(1 + len(parts) / count) for word, count in found.items()}
    scores = []
    for own, known in zip(sentences, shared, strict=True):
        each = [sum(weight[word] for word in sorted(one)) for one in known]
        best = max(
            (
                score * (_ONCE if times[sentence.strip()] == 1 else _OFTEN)
                for score, sentence in zip(each, own, strict=True)
            ),
            default=0.0,
        )
        beside = sum(weight[word] for word in sorted(set().union(*known)))
        scores.append(best + _BESIDE * beside if best else 0.0)
    return scores
