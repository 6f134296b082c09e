"""Tests of the English words in a request or a result, such as whether it asks for a total.

They know one language. So they only begin programs, and tell an empty output; a test lists the modules that
use them. What holds in any language stands in `request_text`.
"""

from __future__ import annotations

import re

NUMBER_WORDS = {
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}
_EMPTY_WORDS = {
    *("none", "null", "nan", "not", "found", "no", "nothing", "empty", "0", "unknown"),
    *("match", "matches", "matching", "matched", "n", "a", "error", "such"),
}
_SAYS_NO = re.compile(r"\bno\b|\bnothing\b|\bnot found\b", re.I)


def nothing_found(text: str) -> bool:
    """True where an output is empty or only says that nothing was found."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return all(word in _EMPTY_WORDS for word in words)


def says_nothing_found(text: str) -> bool:
    """True where an output says in words that there is nothing."""
    return _SAYS_NO.search(text) is not None
