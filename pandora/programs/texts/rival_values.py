"""The day, name or amount that an answer gives, and the others of its kind beside it in the text.

A small model copies a value that stands near the right words. Asked of each value whether the text says it, it
is surest of the right one, also where it wrote another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pandora.document.figures import normal_number
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import calendar_words
from pandora.programs.language.month_names import days_named
from pandora.programs.language.text_language import language_of
from pandora.programs.texts.passages import Passage, closest_passages, names_of
from pandora.programs.texts.sentences import words

MOST_RIVALS, MOST_CLAIMS = 4, 4
"""The most other values that one is compared with, and the most values of one answer."""
MOST_WORDS = 300
"""The most words of the passages in which a value has rivals."""
_RUN = re.compile(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)*")
_AMOUNT = re.compile(
    r"(?<![\w.,:/-])(\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?)(?![\w:/-]|[.,]\d)\s?([€$£%]|[^\W\d_]*)"
)
_LISTED = re.compile(r"^[^\S\n]{0,40}\d+[.)]\s", re.M)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class Claim:
    """A value that an answer gives to a question, and other values of its kind in `text`."""

    question: str
    said: str
    value: str
    rivals: tuple[str, ...]
    text: str

    def statement(self, value: str) -> str:
        """The question with what is said to it, with this value in the place of its own."""
        return f"{self.question.rstrip('?:. ')}: {self.said.replace(self.value, value)}"


def claims(parts: Sequence[tuple[str, str]], sources: Sequence[Passage]) -> list[Claim]:
    """Return the values of an answer that could be others; `parts` are questions, each with what is said to it.

    A value stands in the passages that share the most with its question, else in those that share the most with
    the answer, too, else anywhere in a short text. It has others of its kind there: days, names, or numbers of
    the same unit. What is worked out stands nowhere, and is none.
    """
    names = names_of([source.text for source in sources])
    if language_of("\n".join(source.text for source in sources)) == "de":
        names = frozenset()  # all nouns have a capital there
    whole = "\n\n".join(source.text for source in sources)
    found: list[Claim] = []
    for question, said in parts:
        said = _SPACES.sub(" ", said).strip()
        around = _passages_about(question, sources), _passages_about(f"{question} {said}", sources)
        for text in (*around, *([whole] if len(whole.split()) <= MOST_WORDS else ())):
            if values := [*_values(question, said, text, names)]:
                found += [
                    Claim(question, said, value, tuple(others[:MOST_RIVALS]), text) for value, others in values
                ]
                break
    return found[:MOST_CLAIMS]


def _passages_about(question: str, sources: Sequence[Passage]) -> str:
    """The passages that share the most with a question, in their order, up to MOST_WORDS."""
    chosen: list[Passage] = []
    room = MOST_WORDS
    for passage in closest_passages(question, sources):
        room -= len(passage.text.split())
        if chosen and room < 0:
            break
        chosen.append(passage)
    return "\n\n".join(source.text for source in sources if source in chosen)


def _values(question: str, said: str, text: str, names: frozenset[str]) -> Iterator[tuple[str, list[str]]]:
    """Each value of what is said that has others of its kind in the text, with these."""
    asked, days = days_named(question), days_named(text)
    for day, written in days_named(said).items():
        others = [other for known, other in days.items() if known != day and known not in asked]
        if day in days and others and written in said:
            yield written, others
    dated = [*days.values(), *days_named(said).values()]
    given = {normal_number(number) for number, _ in _amounts(question, ())}
    amounts = dict(_amounts(text, dated))
    for number, _ in dict(_amounts(said, dated)).items():
        alike = [other for other in amounts if normal_number(other) == normal_number(number)]
        units = {amounts[other] for other in alike}
        others = [
            other
            for other, unit in amounts.items()
            if other not in alike
            and normal_number(other) not in given
            and (unit in units or not unit or "" in units)
        ]
        if alike and others and normal_number(number) not in given:
            yield number, others
    people = _names_in(text, names, {*words(question)})
    for name in _names_in(said, names, {*words(question)}):
        own = {*words(name)}
        others = [other for other in people if own.isdisjoint(words(other))]
        if len(others) < len(people) and others:
            yield name, others


def _amounts(text: str, dated: Sequence[str]) -> list[tuple[str, str]]:
    """The numbers of a text that are no part of a date, a time or a list's numbering, each with its unit."""
    for written in dated:
        text = text.replace(written, " ")
    text = _LISTED.sub(" ", text)
    amounts = [(match[1], match[2].casefold()) for match in _AMOUNT.finditer(text) if len(match[1]) > 1]
    return [(number, unit) for number, unit in amounts if unit or not _YEAR.fullmatch(number)]


def _names_in(text: str, names: frozenset[str], asked: set[str]) -> list[str]:
    """The names of a text, words with capitals side by side as one; none that the question has."""
    found: dict[str, None] = {}
    for match in _RUN.finditer(text):
        run: list[str] = []
        for word in [*match[0].split(" "), ""]:
            bare = re.sub(r"['’]s$", "", word)
            if bare[:1].isupper() and bare.casefold() not in asked and not _is_plain(bare):
                run.append(bare)
                continue
            if not names.isdisjoint(run):  # else one word with a capital, where a sentence begins
                found.setdefault(" ".join(run))
            run = []
    return [name for name in found if not any(name != other and f" {name} " in f" {other} " for other in found)]


def _is_plain(word: str) -> bool:
    """True for a word that is no part of a name: that of a month or a day of the week, or a function word."""
    return word.casefold() in calendar_words() or is_function_word(word.casefold())
