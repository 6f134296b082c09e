"""The rows of a chat, a log or other messages that share the most words with a request.

Nobody knows beforehand how a message says what is asked for; a small model guesses an author or a day instead.
A row that has several rare words of the request is shown to it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pandora.programs.inside.text_folding import folded
from pandora.programs.language.function_words import is_function_word
from pandora.programs.request.request_text import PATH, WORD

FEWEST_ROWS = 20
"""Of fewer rows a model sees enough."""
MOST_TELLING = 3
"""Where more rows share as much with the request, they are what is counted, and none is shown."""
_FEWEST_WORDS, _SHARE_OF_BEST = 2, 0.75
"""The fewest words of the request that a row has, and the least weight of them beside the best row's."""
_RARE = 0.1
"""The largest share of the rows in which a word stands that tells something."""
_MEAN_WORDS, _ENDING, _SHOWN = 3.0, 2, 160
"""The fewest words that messages have on average, the longest ending of a word, and the characters shown."""
_TOKEN = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class TellingRow:
    """A message, its column, and the words of the request that it has."""

    column: str
    text: str
    words: tuple[str, ...]

    @property
    def comment(self) -> str:
        """The row in one line."""
        words = ", ".join(map(repr, self.words))
        return f"{words} stand together in the {self.column} {self.shown!r}"

    @property
    def words_alone(self) -> str:
        """The words of the row without its text, which a query would look for as a whole."""
        return f"{', '.join(map(repr, self.words))} stand together in the {self.column} of one row."

    @property
    def shown(self) -> str:
        """The message, cut where it is long."""
        line = " ".join(self.text.split())
        return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


def telling_rows(request: str, rows: Sequence[Mapping[str, Any]]) -> list[TellingRow]:
    """Return the few rows that have several words of a request which are rare in the messages; else []."""
    column = _message_column(rows)
    if not column:
        return []
    said = WORD.findall(PATH.sub(" ", request))
    asked = list(dict.fromkeys(word for word in map(folded, said) if not is_function_word(word)))
    texts = [str(row.get(column) or "") for row in rows]
    tokens = [frozenset(_TOKEN.findall(folded(text))) for text in texts]
    known = {token for own in tokens for token in own}
    forms = {word: {token for token in known if _same(word, token)} for word in asked}
    counts = {word: sum(not own.isdisjoint(forms[word]) for own in tokens) for word in asked}
    rare = {
        word: math.log(len(rows) / count) for word, count in counts.items() if 0 < count <= _RARE * len(rows)
    }
    scored = []
    for text, own in zip(texts, tokens, strict=True):
        words = tuple(word for word in rare if not own.isdisjoint(forms[word]))
        if len(words) >= _FEWEST_WORDS:
            scored.append((sum(rare[word] for word in words), TellingRow(column, text, words)))
    best = max((score for score, _ in scored), default=0.0)
    found = [row for score, row in sorted(scored, key=lambda one: -one[0]) if score >= _SHARE_OF_BEST * best]
    return found if len(found) <= MOST_TELLING else []


def _message_column(rows: Sequence[Mapping[str, Any]]) -> str:
    """The column of the longest texts of several words; "" where there is none, or too few rows."""
    if len(rows) < FEWEST_ROWS:
        return ""
    words = {
        str(column): sum(len(str(row.get(column) or "").split()) for row in rows) / len(rows)
        for column, value in rows[0].items()
        if isinstance(value, str)
    }
    column = max(words, key=lambda one: words[one], default="")
    return column if column and words[column] >= _MEAN_WORDS else ""


def _same(word: str, token: str) -> bool:
    """True for the same word, or one that is it with a short ending."""
    short, long = sorted((word, token), key=len)
    return long == short or (len(short) > 3 and long.startswith(short) and len(long) - len(short) <= _ENDING)
