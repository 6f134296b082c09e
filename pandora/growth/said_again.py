"""Whether a sentence that a model wrote says a line of instructions again: its demands, and its prohibition."""

from __future__ import annotations

import re

COPIED = 5
"""So many words in a row are a copy."""
KEPT = 0.5
"""The sentence has at least this share of the line's words that demand something, in any of their forms."""
ALIKE = 4
"""Words whose first letters are the same, so many of them, are forms of one word: `solve` and `solving`."""
_FORBIDS = re.compile(
    r"\b(not|no|never|nothing|none|nobody|without|avoid\w*|refrain\w*|\w+n['’]t|forbid\w*)\b", re.I
)
_EXACT = re.compile(r"§\d+|\d+|`[^`]+`")
_SMALL = (
    "and are can for from has have how into its may must not that the their them then there these they this "
    "those what when where which who will with you your"
)
"""Words that demand nothing on their own."""


def wrong_with(sentence: str, line: str, asked: str) -> list[str]:
    """What is wrong with a sentence of a model that was `asked` to say `line` again; [] where nothing is.

    A small model copies what it is asked or shown, goes on until its tokens are used up, and says something
    else. Every word may be another one, so only these are held: numbers and signs, the prohibition, and half of
    the words that demand something, in any of their forms.
    """
    words = _words(sentence)
    if not words:
        return ["the instruction is empty"]
    if words == _words(line):
        return ["the instruction is the line itself; say it in a sentence of your own"]
    if _rows(words) & (_rows(_words(asked)) - _rows(_words(line))):
        return ["the instruction copies the request; say what the line demands"]
    if sentence.rstrip()[-1].isalnum():
        return ["the instruction breaks off; write a shorter one, and end it with a full stop"]
    lost = [sign for sign in _EXACT.findall(line) if sign not in _EXACT.findall(sentence)]
    small = set(_SMALL.split())
    wanted = list(dict.fromkeys(word for word in _words(line) if len(word) > 2 and word not in small))
    missing = [word for word in wanted if not any(_alike(word, own) for own in words)]
    if len(missing) > (1 - KEPT) * len(wanted):
        lost += missing
    if lost:
        return [f"the instruction leaves out what the line demands: {', '.join(lost[:8])}"]
    if _FORBIDS.search(line) and not _FORBIDS.search(sentence):
        return ["the instruction leaves out what the line forbids; say it, too"]
    return []


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _rows(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[place : place + COPIED]) for place in range(len(words) - COPIED + 1)}


def _alike(one: str, other: str) -> bool:
    """True where two words are forms of one word: they begin alike, or one begins the other."""
    return one[:ALIKE] == other[:ALIKE] or (min(len(one), len(other)) > 2 and _begins(one, other))


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)
