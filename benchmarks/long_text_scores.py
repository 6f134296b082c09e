"""Exact scores of answers to questions over long texts: 0 to 1, by code alone."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

from benchmarks.long_texts import LongQuestion

CLOSENESS = 0.75
"""What a count that is off by one gets; off by two it gets the square, and so on (as in OOLONG)."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?![\w]|\.\d)")
_WORD = re.compile(r"\w+")


def score(question: LongQuestion, answer: str) -> float:
    """The score of an answer: closeness of a number, equality of a text, F1 of pairs."""
    if isinstance(question.answer, int):
        return _number_score(question.answer, answer)
    if isinstance(question.answer, list):
        return _pairs_score({frozenset(pair) for pair in question.answer}, answer)
    return float(_says_only(str(question.answer), answer, _others(question)))


def _number_score(right: int, answer: str) -> float:
    """An answer with several different numbers says none of them."""
    said = {int(number.replace(",", "")) for number in _NUMBER.findall(answer)}
    return CLOSENESS ** abs(right - said.pop()) if len(said) == 1 else 0.0


def _others(question: LongQuestion) -> list[str]:
    """What else a text answer could have been: an answer that names these, too, says nothing."""
    if question.kind == "counting":
        return ["positive", "negative", "neutral"]
    if question.answer.isdigit():
        return re.findall(r"opens with (\d+)\.", question.text)
    return re.findall(r"^(\w+) keeps", question.text, re.MULTILINE)


def _says_only(right: str, answer: str, others: list[str]) -> bool:
    words = {word.casefold() for word in _WORD.findall(answer)}
    wrong = {other.casefold() for other in others} - {right.casefold()}
    return right.casefold() in words and not words & wrong


def _pairs_score(right: set[frozenset[str]], answer: str) -> float:
    said = _pairs_in(answer)
    if not right and not said:
        return 1.0
    hits = len(right & said)
    return 2 * hits / (len(right) + len(said)) if hits else 0.0


def _pairs_in(answer: str) -> set[frozenset[str]]:
    """The pairs of an answer: of a JSON list of pairs, or of the lines that have two names."""
    try:
        value: Any = json.loads(answer)
    except ValueError:
        value = None
    if isinstance(value, list):
        rows = [row for row in value if isinstance(row, list) and len(row) == 2]
        return {frozenset(map(str, row)) for row in rows}
    rows = [re.findall(r"\b[A-Z]\w+\b", line) for line in answer.splitlines()]
    return {frozenset(pair) for row in rows if len(row) == 2 for pair in combinations(row, 2)}
