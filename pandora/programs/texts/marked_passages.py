"""The passages that a text marks with a label which a request asks for: `DECIDED: …` for decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandora.document.figures import normal_number, numbers
from pandora.programs.texts.sentences import capitals_within, words

FEWEST = 2
"""So often at least a label comes again by which a text marks passages; else it is one line of a form."""
_LABELLED = re.compile(r"^\W*(?P<label>[^\W\d_][^\W_]{4,20}):[ \t]+(?P<said>\S.*)$")
_ALIKE = 4
"""So many letters begin both a label and the word for it, as `DECIDED` and `decisions`."""
_YEAR = re.compile(r"(?:19|20)\d\d")


def marked_passages(request: str, text: str) -> list[str]:
    """Return the passages behind the labels of a text that a word of a request is like; [] for none.

    A passage ends where its line ends a sentence, else with the next line.
    """
    asked = {word[:_ALIKE] for word in words(request) if len(word) > _ALIKE}
    lines = text.splitlines()
    found: dict[str, list[str]] = {}
    for place, line in enumerate(lines):
        match = _LABELLED.match(line)
        if match and match["label"].casefold()[:_ALIKE] in asked:
            found.setdefault(match["label"].casefold(), []).append(
                " ".join(_whole(match["said"], lines[place + 1 :]))
            )
    return [passage for passages in found.values() if len(passages) >= FEWEST for passage in passages]


def _whole(said: str, behind: list[str]) -> Iterator[str]:
    yield said.strip()
    for line in behind:
        if said.rstrip().endswith((".", "!", "?")) or not line.strip() or _LABELLED.match(line):
            return
        yield line.strip()
        said = line


def lacking_passages(passages: list[str], written: str) -> list[str]:
    """Return the passages of which a text lacks a number, or, of one without numbers, each name.

    A year is no such number, nor is a single digit.
    """
    has = {normal_number(number) for number in numbers(written)}
    said = {*words(written)}
    return [passage for passage in passages if _is_lacking(passage, has, said)]


def _is_lacking(passage: str, has: set[str], said: set[str]) -> bool:
    given = {normal_number(number) for number in numbers(passage)}
    told = {number for number in given if len(number) > 1 and not _YEAR.fullmatch(number)}
    names = {name.casefold() for name in capitals_within(passage)} | _first_name(passage)
    return bool(told - has) if told else bool(names) and names.isdisjoint(said)


def _first_name(passage: str) -> set[str]:
    """The first word of a passage where a name goes on with it: `Priya Nambiar is`."""
    both = re.match(r"([^\W\d_]{2,}) ([^\W\d_])", passage)
    return {both[1].casefold()} if both and both[1][0].isupper() and both[2].isupper() else set()
