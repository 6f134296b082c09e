"""When two facts are the same, and when one contradicts the other, as far as code can see it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pandora.document.figures import normal_number, numbers
from pandora.document.quote_match import tokens
from pandora.document.statement_relation import SAME_STATEMENT, visible_relation
from pandora.document.text_similarity import words
from pandora.programs.texts.passages import answer_facts
from pandora.programs.texts.sentences import TOKEN, capitals_within

ANSWER = "answer"
"""The kind of a fact that answers a question of its own; what it is about may stand in the question alone."""
SAME_MEASURE = 0.5
"""The least share of the words beside the figures that two answers with other figures have in common."""
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
"""A number that says when; two statements about different years do not contradict each other."""
_NUMBERS = re.compile(r"\d[\d.,]*")


class Statement(Protocol):
    """A fact as it is compared: its kind, its text, and the question that it answers or ""."""

    @property
    def kind(self) -> str:
        """The kind: `answer` or another."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def question(self) -> str:
        """The question that it answers, or ""."""


@dataclass(frozen=True)
class Clash:
    """Two facts, by their places in a sequence, of which one contradicts the other, and in what."""

    one: int
    other: int
    reason: str


def same_question(one: str, other: str) -> bool:
    """True where two questions have the same words, whatever their case and punctuation."""
    return tokens(one).row == tokens(other).row


def is_same(one: Statement, other: Statement) -> bool:
    """True where two facts say the same: the same words, or to one question the same figures and names.

    A clause may stand at the end instead of at the beginning ("In 2020 it grew by 5%"). Other words for the
    same are another fact, since code cannot tell them from a fact that differs in a word.
    """
    if one.kind != other.kind:
        return False
    if one.kind == ANSWER:
        if not same_question(one.question, other.question):
            return False
        figures = [_figures(fact.text) for fact in (one, other)]
        facts = [answer_facts(fact.text, fact.question) for fact in (one, other)]
        if figures[0] and figures[0] == figures[1] and facts[0] == facts[1] and not _clash(one, other):
            return True
    return _turned(tokens(one.text).words, tokens(other.text).words)


def _turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """True where two sequences are equal, or one is the other begun at another place."""
    if len(one) != len(other) or Counter(one) != Counter(other):
        return False
    return not one or any([*one[start:], *one[:start]] == list(other) for start in range(len(one)))


def clashes(facts: Sequence[Statement]) -> Iterator[Clash]:
    """The pairs of facts that contradict each other, in the order of the facts."""
    for one, other in sorted(_pairs(facts)):
        if reason := _clash(facts[one], facts[other]):
            yield Clash(one, other, reason)


def _clash(one: Statement, other: Statement) -> str:
    """How one fact contradicts the other; "" where it does not, or code cannot tell."""
    if one.kind != other.kind:
        return ""
    dated = [{number for number in numbers(fact.text) if _YEAR.fullmatch(number)} for fact in (one, other)]
    other_years = all(dated) and dated[0].isdisjoint(dated[1])
    figures = [_figures(fact.text) for fact in (one, other)]
    if one.kind == ANSWER and same_question(one.question, other.question):
        about = bool(capitals_within(one.question)) or bool(numbers(one.question))
        bare = [words(_NUMBERS.sub(" ", fact.text)) for fact in (one, other)]
        shorter = min(map(len, bare))
        alike = not shorter or len(bare[0] & bare[1]) >= SAME_MEASURE * shorter
        # Where the years differ and nothing else does, the year is the answer.
        apart = figures[0] == figures[1] if other_years else all(figures) and figures[0].isdisjoint(figures[1])
        if about and alike and apart:
            return f"to “{one.question}”: {_shown(one.text)} and {_shown(other.text)}"
    if other_years:
        return ""
    if not _same_names(one.text, other.text):
        return ""
    if all(figures) and figures[0] == figures[1]:
        return visible_relation("contradict", _without(one.text), _without(other.text))
    return visible_relation("contradict", one.text, other.text)


def _same_names(one: str, other: str) -> bool:
    """True where no word that only one of two texts has is written with a capital."""
    said = [Counter(TOKEN.findall(text)) for text in (one, other)]
    return not any(word[0].isupper() for word in (said[0] - said[1]) + (said[1] - said[0]))


def _without(text: str) -> str:
    return _NUMBERS.sub(" ", text)


def _shown(text: str) -> str:
    return f"“{text}”"


def _figures(text: str) -> frozenset[str]:
    """The numbers of a text without their notation and without years."""
    return frozenset(normal_number(number) for number in numbers(text) if not _YEAR.fullmatch(number))


def _pairs(facts: Sequence[Statement]) -> set[tuple[int, int]]:
    """The pairs of facts that may contradict each other: answers to one question, and texts that are alike.

    Texts of which a share of SAME_STATEMENT of the words is the same have one of their rarest words in common.
    So only such pairs are compared, and a thousand facts do not take half a million comparisons.
    """
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    bare = [words(_NUMBERS.sub(" ", fact.text)) for fact in facts]
    times = Counter(word for known in bare for word in known)
    for number, fact in enumerate(facts):
        if fact.kind == ANSWER:
            groups["question", tokens(fact.question).row].append(number)
        rarest = sorted(bare[number], key=lambda word: (times[word], word))
        for word in rarest[: len(rarest) - int(SAME_STATEMENT * len(rarest)) + 1]:
            groups["word", word].append(number)
    return {
        (one, other)
        for group in groups.values()
        for place, one in enumerate(group)
        for other in group[place + 1 :]
    }
