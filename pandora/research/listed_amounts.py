"""Lists of amounts in a sentence: code compares them, since a small model cannot.

`Laos (423 km), China (416 km) and Mexico (9 km)`: which of them is the longest, a model that has to read the
numbers mostly gets wrong. So it is told which is the largest and which the smallest, and says what is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pandora.document.figures import normal_number
from pandora.programs.language.locale_words import conjunctions
from pandora.workspace.full_text import terms

_AMOUNT = re.compile(
    r"(?P<open>\()?(?P<money>[$€£¥] ?)?(?P<number>\d(?:[\d,.'’\u00a0\u202f]*\d)?)"
    r"(?: ?(?P<unit>%|[^\W\d_]+))?(?(open)\))"
)
MOST_WORDS = 5
"""The most words of a name."""
_CONNECTOR = 3
"""The most letters of a small word within a name, as in `Bosnia and Herzegovina`."""
_WORD = re.compile(r"[^\W_][\w'’-]*")
_SEPARATOR = re.compile(r"\s*[,;]\s*")
_UNNAMED = re.compile(r"[^\w\s'’&/-]|[\d_]")
"""What stands in no name: marks of code and of sentences, digits."""


@dataclass(frozen=True)
class Amount:
    """An entry of a list: what it is about, and its amount as it is written, with its unit."""

    name: str
    written: str
    value: float
    unit: str


def extremes(sentence: str, question: str = "") -> str:
    """Say which entry of a sentence's list of amounts is the largest and which the smallest; "" without a list.

    A list has three entries of one unit, or two whose amounts stand in brackets, each with another name. Where
    the sentence has an amount of that unit that belongs to no entry, the list may not be whole: then "", too.
    So it is where just one entry is what the `question` names: then the list is about something else.
    """
    return "\n".join(
        f"Of these {count}, the largest is {largest.name} ({largest.written}), and the smallest "
        f"is {smallest.name} ({smallest.written})."
        for count, largest, smallest in _ends(sentence, question)
    )


def ends(sentence: str, question: str = "") -> tuple[str, ...]:
    """The names of the entries that `extremes` says to be the largest and the smallest."""
    return tuple(end.name for _, *both in _ends(sentence, question) for end in both)


def _ends(sentence: str, question: str) -> Iterator[tuple[int, Amount, Amount]]:
    asked = set(_WORD.findall(question.casefold()))
    for amounts in _lists(sentence):
        named = [amount for amount in amounts if asked.issuperset(_WORD.findall(amount.name.casefold()))]
        if len(named) == 1:
            continue
        largest = max(amounts, key=lambda amount: amount.value)
        smallest = min(amounts, key=lambda amount: amount.value)
        ties = sum(amount.value in (largest.value, smallest.value) for amount in amounts)
        if ties == len({largest, smallest}) == 2:
            yield len(amounts), largest, smallest


def _lists(sentence: str) -> list[Sequence[Amount]]:
    """The lists of a sentence: runs of entries with one unit, one behind the other."""
    runs: list[list[Amount]] = [[]]
    brackets = set[int]()
    last = 0
    for match in _AMOUNT.finditer(sentence):
        between = sentence[last : match.start()]
        entry = _entry(between, match, follows=bool(runs[-1]))
        if entry is None:
            runs.append([])
        else:
            if runs[-1] and _listed_name(between) is None:
                runs.append([])
            if match["open"]:
                brackets.add(len(runs) - 1)
            runs[-1].append(entry)
        last = match.end()
    units = Counter(_unit(match) for match in _AMOUNT.finditer(sentence))
    lists: list[Sequence[Amount]] = []
    for number, run in enumerate(runs):
        for unit, group in groupby(run, key=lambda amount: amount.unit):
            amounts = list(group)
            several = (
                len({amount.name for amount in amounts}) == len(amounts) >= (2 if number in brackets else 3)
            )
            if unit and several and units[unit] == len(amounts):
                lists.append(amounts)
    return lists


def _entry(before: str, match: re.Match[str], follows: bool) -> Amount | None:
    """The entry with an amount, whose name ends the text before it; None where nothing is named there."""
    name = _listed_name(before) if follows else None
    name = (_last_name(before) if name is None else name).strip(" :=–-\n\t")
    if not terms(name) or len(_WORD.findall(name)) > MOST_WORDS or _UNNAMED.search(name):
        return None
    value = _value(match["number"])
    return None if value is None else Amount(name, match[0].strip("()"), value, _unit(match))


def _unit(match: re.Match[str]) -> str:
    return (match["money"] or "").strip() + (match["unit"] or "")


def _listed_name(between: str) -> str | None:
    """What stands between two amounts, without the comma or `and` before it; None where neither is there."""
    separator = _SEPARATOR.match(between)
    rest = between[separator.end() :] if separator else between.lstrip()
    first, _, more = rest.strip().partition(" ")
    if first.casefold() in conjunctions(("standard",)):
        return more
    return rest if separator else None


def _value(number: str) -> float | None:
    try:
        return float(normal_number(number))
    except ValueError:  # a date or a version
        return None


def _last_name(before: str) -> str:
    """The name at the end of a text: words with capitals, and small ones between them; else the last word."""
    before = re.split(r"[^\w\s'’&/-]", before.rstrip(" :=(–"))[-1]
    words = list(_WORD.finditer(before))
    first = len(words)
    while first > 0 and words[first - 1][0][0].isupper():
        first -= 1
        inner = first
        while inner > 0 and words[inner - 1][0][0].islower() and len(words[inner - 1][0]) <= _CONNECTOR:
            inner -= 1
        if 0 < inner < first and words[inner - 1][0][0].isupper():
            first = inner
    first = min(first, len(words) - 1)
    return before[words[first].start() :] if words else ""
