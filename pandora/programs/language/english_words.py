"""Tests of the English words in a request or a result, such as whether it asks for a total.

They know one language. So they only begin programs, and tell an empty output; a test lists the modules that
use them. What holds in any language stands in `request_text`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBER_WORDS = {
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}
_EMPTY_WORDS = {
    *("none", "null", "nan", "not", "found", "no", "nothing", "empty", "0", "unknown"),
    *("match", "matches", "matching", "matched", "n", "a", "error", "such"),
}
_SAYS_NO = re.compile(r"\bno\b|\bnothing\b|\bnot found\b", re.I)
_JUST_COLUMNS = re.compile(r"\b(?:just|only)\s+the\s+columns?\s+([^.;:\n]+)", re.I)
_CASE = re.compile(
    r"\bignor\w+\s+(?:\w+\s+and\s+)?(?:the\s+|its\s+|upper\s+and\s+lower\s+)?case\b"
    r"|\bany\s+case\b|\bcase[- ]insensitiv|\bregardless\s+of\s+case\b|\bwhatever\s+(?:the|its)\s+case\b",
    re.I,
)
_WHOLE_WORDS = re.compile(r"\b(?:whole|entire|full|exact)\s+words?\b|\bas\s+a\s+(?:whole\s+)?word\b", re.I)
_LETTERS_ONLY = re.compile(
    r"\bletters\s+only\b|\bonly\s+(?:of\s+)?letters\b|\bonly\s+count\w*\s+letters\b", re.I
)
TOTAL = re.compile(r"\b(?:in total|total|altogether|sum|combined|together|added up)\b", re.I)


def ignores_case(request: str) -> bool:
    """True where the request asks to ignore the case of letters."""
    return _CASE.search(request) is not None


def letters_only(request: str) -> bool:
    """True where the request wants words without digits and signs."""
    return _LETTERS_ONLY.search(request) is not None


def whole_words(request: str) -> bool:
    """True where the request asks to match whole words only."""
    return _WHOLE_WORDS.search(request) is not None


def just_columns(request: str, columns: Sequence[str]) -> list[str]:
    """Return the columns after "just" or "only" in the request, in its order; [] where it has neither word."""
    if not (asked := _JUST_COLUMNS.search(request)):
        return []
    mentions = [
        (match.start(), column)
        for column in columns
        if (match := re.search(rf"\b{re.escape(column)}\b", asked[1], re.I))
    ]
    return [column for _, column in sorted(mentions)]


def nothing_found(text: str) -> bool:
    """True where an output is empty or only says that nothing was found."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return all(word in _EMPTY_WORDS for word in words)


def says_nothing_found(text: str) -> bool:
    """True where an output says in words that there is nothing."""
    return _SAYS_NO.search(text) is not None
