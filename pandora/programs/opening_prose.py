"""How a program about a text begins: its lines or words as a list, with one of them to see its form."""

from __future__ import annotations

import re

from pandora.programs.mentions import PATH, QUOTED
from pandora.programs.wording_rules import ignores_case, letters_only, whole_words

WIDE = 120
_LINES = re.compile(r"\b(?:lines?|entry|entries|rows?)\b", re.I)
_WORDS = re.compile(r"\bwords?\b", re.I)
_ONE = re.compile(r"\b(?:longest|shortest|most\s+(?:common|frequent|often)|commonest)\b.{0,30}\bwords?\b", re.I)
_COUNTED = re.compile(r"\b(?:how\s+(?:many|often)|number\s+of|count|words?|letters?|longest|shortest)\b", re.I)
"""What is asked of a whole text, where a line would lead astray."""
_FACT = re.compile(
    r"^\s*(?:how\s+(?:much|long|far|old)|when|where|who|what\s+(?:is|was|are|were|does|do|did))\b", re.I
)
_EVERY = "all_words = words({!r})  # every word in lower case, without punctuation"
_LONG = re.compile(r"[^\W\d_]{4,}")
_SHOUTED = re.compile(r"\b[A-Z]{3,}\b")


def prose_lines(request: str, name: str, path: str, text: str) -> list[str]:
    """A line that takes `name`, the variable that holds the text of `path`, apart; [] where none is asked for.

    The line that is shown is the first that holds what the request names: its form says where to cut it.
    """
    bare = PATH.sub(" ", request)
    if _LINES.search(bare) and (rows := text.splitlines()):
        shown = _first_with([*QUOTED.findall(bare), *_SHOUTED.findall(bare)], rows)
        return [f"all_lines = {name}.splitlines()  # list of {len(rows)} like {shown[:WIDE]!r}"]
    quoted = QUOTED.findall(bare)
    if quoted and all(map(str.isalpha, quoted)) and ignores_case(bare) and whole_words(bare):
        return [_EVERY.format(path)]
    said = ignores_case(bare) or letters_only(bare) or _ONE.search(bare)
    if said and _WORDS.search(bare) and not quoted:
        if letters_only(bare):
            told = "every word of letters only, in lower case"
            return [f"all_words = [word for word in words({path!r}) if word.isalpha()]  # {told}"]
        return [_EVERY.format(path)]
    rows, counted = text.splitlines(), _COUNTED.search(bare) or quoted
    if len(rows) > 1 and _FACT.search(bare) and not counted and (word := _rarest(bare, rows)):
        found = [row for row in rows if word in row.lower()]
        told = f"list of {len(found)} like {found[0][:WIDE]!r}"
        return [f"found = [line for line in {name}.splitlines() if {word!r} in line.lower()]  # {told}"]
    return []


def _rarest(request: str, rows: list[str]) -> str:
    """The word of the request that stands in the fewest lines, the first of equals; "" where none does."""
    asked = dict.fromkeys(word.lower() for word in _LONG.findall(QUOTED.sub(" ", request)))
    often = {word: sum(word in row.lower() for row in rows) for word in asked}
    return min((word for word in asked if often[word]), key=lambda word: often[word], default="")


def _first_with(named: list[str], rows: list[str]) -> str:
    for word in named:
        for row in rows:
            if word in row:
                return row
    return next((row for row in rows if row.strip()), "")
