"""The line of a program that splits a text into the lines or words that a request asks about."""

from __future__ import annotations

import re

from pandora.programs.language.english_words import ignores_case, letters_only, whole_words
from pandora.programs.language.function_words import is_function_word
from pandora.programs.request.request_text import PATH, QUOTED

_LINE_WIDTH = 120
_ASKS_LINES = re.compile(r"\b(?:lines?|entry|entries|rows?)\b", re.I)
_ASKS_WORDS = re.compile(r"\bwords?\b", re.I)
_ASKS_ONE_WORD = re.compile(
    r"\b(?:longest|shortest|most\s+(?:common|frequent|often)|commonest)\b.{0,30}\bwords?\b", re.I
)
_ASKS_COUNT = re.compile(
    r"\b(?:how\s+(?:many|often)|number\s+of|count|words?|letters?|longest|shortest)\b", re.I
)
"""Matches requests about a whole text, for which single lines would mislead the model."""
_ASKS_FACT = re.compile(
    r"^\s*(?:how\s+(?:much|long|far|old)|when|where|who|what\s+(?:is|was|are|were|does|do|did))\b", re.I
)
_EVERY_WORD = "all_words = words({!r})  # every word in lower case, without punctuation"
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


def prose_lines(request: str, name: str, path: str, text: str) -> list[str]:
    """Return a line that splits the text of `path` (in the variable `name`) into lines or words, or [].

    Its comment shows the first line of the text that holds a name from the request, so that the model sees
    the form of such lines.
    """
    bare = PATH.sub(" ", request)
    if _ASKS_LINES.search(bare) and (rows := text.splitlines()):
        shown = _example_line([*QUOTED.findall(bare), *_CAPITALS.findall(bare)], rows)
        return [f"all_lines = {name}.splitlines()  # list of {len(rows)} like {shown[:_LINE_WIDTH]!r}"]
    quoted = QUOTED.findall(bare)
    if quoted and all(map(str.isalpha, quoted)) and ignores_case(bare) and whole_words(bare):
        return [_EVERY_WORD.format(path)]
    asks_words = ignores_case(bare) or letters_only(bare) or _ASKS_ONE_WORD.search(bare)
    if asks_words and _ASKS_WORDS.search(bare) and not quoted:
        if letters_only(bare):
            comment = "every word of letters only, in lower case"
            return [f"all_words = [word for word in words({path!r}) if word.isalpha()]  # {comment}"]
        return [_EVERY_WORD.format(path)]
    rows, counted = text.splitlines(), _ASKS_COUNT.search(bare) or quoted
    if len(rows) > 1 and _ASKS_FACT.search(bare) and not counted and (word := _rarest_word(bare, rows)):
        matching = [row for row in rows if word in row.lower()]
        comment = f"list of {len(matching)} like {matching[0][:_LINE_WIDTH]!r}"
        return [f"found = [line for line in {name}.splitlines() if {word!r} in line.lower()]  # {comment}"]
    return []


def _rarest_word(request: str, rows: list[str]) -> str:
    """Return the telling word of the request that the fewest lines have, but at least one; else ""."""
    words = map(str.lower, _LONG_WORD.findall(QUOTED.sub(" ", request)))
    asked = dict.fromkeys(word for word in words if not is_function_word(word))
    often = {word: sum(word in row.lower() for row in rows) for word in asked}
    return min((word for word in asked if often[word]), key=lambda word: often[word], default="")


def _example_line(named: list[str], rows: list[str]) -> str:
    for word in named:
        for row in rows:
            if word in row:
                return row
    return next((row for row in rows if row.strip()), "")
