"""The sentences of sources that may answer a question, ranked by its words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from pandora.document.fill import one_line
from pandora.document.text_segments import segments
from pandora.workspace.full_text import terms

STEM = 5
"""Words are the same where so many of their first letters are."""
_NEAR, _REACH = 0.4, 3
"""What a sentence gains by the words of another: this share for each step between them, up to so many steps."""
_LONG = 250
"""A sentence with so many characters counts for half of a short one with the same words."""
_WORD = re.compile(r"[^\W_]+")


def likeliest(texts: Sequence[str], question: str, count: int) -> list[str]:
    """The sentences of `texts` that share most with a question, at most `count`, in the order of the texts.

    Words that few sentences have count for more. A sentence gains by the words of its neighbours: what it is
    about often stands in the sentence before. Each sentence is on one line, and stands once.
    """
    pool = [[one_line(segment.text) for segment in segments(text)] for text in texts]
    asked = {word[:STEM] for word in terms(question)}
    known = [[asked & stems_of(sentence) for sentence in row] for row in pool]
    times = Counter(stem for row in known for stems in row for stem in stems)
    total = sum(map(len, pool))
    weight = {stem: math.log(1 + (total + 0.5) / (times[stem] + 0.5)) for stem in asked}
    scores: dict[str, float] = {}
    for row, row_stems in zip(pool, known, strict=True):
        own = [
            sum(weight[stem] for stem in stems) / (1 + len(sentence) / _LONG)
            for sentence, stems in zip(row, row_stems, strict=True)
        ]
        for place, sentence in enumerate(row):
            reach = range(max(0, place - _REACH), min(len(own), place + _REACH + 1))
            near = max(
                (own[other] * _NEAR ** abs(other - place) for other in reach if other != place), default=0.0
            )
            scores[sentence] = max(scores.get(sentence, 0.0), own[place] + near)
    best = set(sorted(scores, key=lambda sentence: -scores[sentence])[:count])
    return [sentence for sentence in scores if sentence in best]


def stems_of(text: str) -> set[str]:
    """The beginnings of all words of a text, however long it is."""
    return {word[:STEM] for word in _WORD.findall(text.casefold())}
