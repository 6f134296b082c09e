"""Answers from texts: the passages that carry each sentence, and the numbers and names that none carries.

Likeness of words alone is not enough, since a sentence with a changed number is very like.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pandora.document.figures import normal_number, numbers
from pandora.programs.month_names import day_numbers
from pandora.programs.number_words import with_digits
from pandora.programs.sentences import SENTENCE, TOKEN, capitals_within, row, words
from pandora.programs.text_language import language_of
from pandora.programs.worked_out_numbers import worked_out, worked_out_of_sentences

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
MOST_CARRIERS, FEWEST_SHARED = 3, 2
"""The most passages that one sentence rests on, and the fewest words that each adds to what they say of it."""
_CLAUSE = re.compile(r"[,;:.?!]\s+")
FEWEST_PASSAGES, STANDS_OUT = 4, 1.5
"""Of so many passages one stands out where it has so many times as much of a part as the next."""
MOST_COPIED = 0.6
"""The share of its sources' words that an answer may have in whole paragraphs."""
_YEAR = 4
"""The digits of a year."""
LONGER = 4
"""The fewest letters of a word by which a text is about the same."""
LEAST_SHARED = 0.4
"""The least share of words that two answers without a figure or a name have in common where they agree."""
MOST_MORE = 6
"""The most further figures and names that one of two agreeing answers has."""
MAIN_SHARE, FEWEST_MAIN = 0.5, 4
"""A passage is the main one from this share of the weight of the request's words, and from so many words."""


@dataclass(frozen=True)
class Passage:
    """A paragraph of a file, and the line on which it begins."""

    path: str
    line: int
    text: str


def passages(path: str, text: str) -> list[Passage]:
    """Return the paragraphs of a text."""
    found, line = [], 1
    for part in _PARAGRAPH.split(text):
        if part.strip():
            found.append(Passage(path, line + part[: len(part) - len(part.lstrip())].count("\n"), part.strip()))
        line += part.count("\n") + 2
    return found


def carriers(
    answer: str, request: str, sources: Sequence[Passage], context: str = ""
) -> tuple[list[Passage], list[str]]:
    """Return the passages that the answer rests on, and the numbers and names of it that stand apart from them.

    For each sentence these are the passages that share the most of its words: MOST_CARRIERS at most. What the
    request or the context says needs no passage.
    """
    rests: list[Passage] = []
    apart: list[str] = []
    texts = [source.text for source in sources]
    for sentence in filter(str.strip, SENTENCE.split(answer)):
        said = set(words(sentence)) - set(words(request))
        new = max(1, len(said))
        chosen: list[Passage] = []
        while len(chosen) < MOST_CARRIERS:
            best = max(sources, key=lambda source: len(said & set(words(source.text))), default=None)
            shared = said & set(words(best.text)) if best else set()
            if best is None or len(shared) < min(FEWEST_SHARED, new):
                break
            chosen.append(best)
            said -= shared
        said_here = [source.text for source in chosen]
        apart += [
            number
            for number in uncarried(sentence, (*said_here, request, context), answer)
            if not (number in day_numbers(sentence) and len(number) == _YEAR and _has(number, texts))
            and not _beside(number, sentence, texts)
            and not worked_out_of_sentences(number, said_here or _about(f"{request} {sentence}", texts), texts)
        ]
        apart += strange_names(sentence, (*said_here[:1], request, context), texts)
        rests += chosen
    return list(dict.fromkeys(rests)), list(dict.fromkeys(apart))


def _has(number: str, texts: Sequence[str]) -> bool:
    """True where a text has a year, wherever that is: the dates below it may leave it out."""
    return any(number in numbers(text) for text in texts)


def _beside(number: str, sentence: str, texts: Sequence[str]) -> bool:
    """True where a sentence of a text has the number and FEWEST_SHARED longer words of the given sentence."""
    longer = _longer(sentence)
    wanted = normal_number(number)
    for part in (part for text in texts if number in text for part in SENTENCE.split(text)):
        if wanted in map(normal_number, numbers(part)) and len(longer & set(words(part))) >= FEWEST_SHARED:
            return True
    return False


def _about(sentence: str, texts: Sequence[str]) -> list[str]:
    """The texts that have a longer word of a sentence."""
    longer = _longer(sentence)
    return [text for text in texts if longer & set(words(text))]


def copied_share(answer: str, sources: Sequence[Passage]) -> float:
    """Return the share of the sources' words that an answer has in whole paragraphs, from 0 to 1."""
    said = row(answer)
    sizes = {source: len(words(source.text)) for source in sources}
    copied = sum(size for source, size in sizes.items() if row(source.text) in said)
    return copied / max(1, sum(sizes.values()))


def parts_of(request: str) -> list[str]:
    """Return what a request asks in turn: its clauses that have enough longer words to be told by."""
    clauses = [clause for clause in _CLAUSE.split(request) if clause.strip()]
    return [clause for clause in clauses if len(_longer(clause)) >= FEWEST_SHARED]


def asked_passages(request: str, sources: Sequence[Passage]) -> list[Passage]:
    """Return for each part of a request the passage that has by far the most of its longer words."""
    found = []
    texts = [set(words(source.text)) for source in sources]
    times = Counter(word for text in texts for word in text)
    for part in parts_of(request) if len(sources) >= FEWEST_PASSAGES else ():
        weights = {word: math.log(len(sources) / times[word]) for word in _longer(part) if word in times}
        scores = [sum(weights[word] for word in text & set(weights)) for text in texts]
        best, *others = sorted(range(len(sources)), key=scores.__getitem__, reverse=True)
        enough = scores[best] >= MAIN_SHARE * sum(weights.values()) > 0
        if (
            enough
            and len(texts[best] & set(weights)) >= FEWEST_SHARED
            and scores[best] >= STANDS_OUT * scores[others[0]]
        ):
            found.append(sources[best])
    return list(dict.fromkeys(found))


def _longer(text: str) -> set[str]:
    return {word for word in words(text) if len(word) >= LONGER and word.isalpha()}


def main_passage(request: str, sources: Sequence[Passage]) -> Passage | None:
    """Return the passage that has the greater part of the request's words; None where no passage stands out.

    A word counts for more the fewer passages have it. A heading, or a question that is answered below it, says
    hardly more than the request, and is none.
    """
    asked = set(words(request))
    texts = [set(words(source.text)) for source in sources]
    times = Counter(word for text in texts for word in text)
    weights = {word: math.log(len(sources) / times[word]) for word in asked if word in times}
    scores = [
        sum(weights[word] for word in text & set(weights)) if len(text - asked) >= FEWEST_MAIN else 0.0
        for text in texts
    ]
    best = max(range(len(sources)), key=scores.__getitem__, default=None)
    if best is None or len(texts[best] & set(weights)) < FEWEST_MAIN:
        return None
    return sources[best] if scores[best] >= MAIN_SHARE * sum(weights.values()) > 0 else None


def uncarried(answer: str, carriers: Sequence[str], whole: str = "") -> list[str]:
    """Return the numbers of two digits and more in the answer that none of `carriers` holds.

    One that is worked out needs no carrier where the `whole` answer, by default `answer`, also has what it is
    worked out from (see `worked_out`).
    """
    given = (text for carrier in carriers for text in (carrier, with_digits(carrier)))
    known = {normal_number(number) for text in given for number in numbers(text)}
    shown = [number for number in known if number in {normal_number(said) for said in numbers(whole or answer)}]
    return [
        number
        for number in numbers(answer)
        if len(number) > 1
        and number.strip("0")
        and normal_number(number) not in known
        and not worked_out(number, shown)
    ]


def strange_names(answer: str, carriers: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Return the names of the answer that stand in `texts` and in none of `carriers`.

    A name is a word that the texts write with a capital only. One is known where it stands beside a name that
    is, here and in a text: the surname of somebody who is called by the first name.
    """
    within = names_of(texts)
    carried = {word for carrier in carriers for word in words(carrier)}
    rows = [row(text) for text in texts]
    said = TOKEN.findall(answer)
    strange = []
    for place, name in enumerate(said):
        if name not in within or name.casefold() in carried:
            continue
        beside = [said[place - 1 : place + 1], said[place : place + 2]]
        full = (pair for pair in beside if len(pair) == 2 and {word.casefold() for word in pair} & carried)
        if not any(f" {' '.join(pair).casefold()} " in row for pair in full for row in rows):
            strange.append(name)
    return list(dict.fromkeys(strange))


def names_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that the texts write with a capital only, and not just where a sentence begins."""
    texts = list(texts)
    tokens = Counter(word for text in texts for word in TOKEN.findall(text))
    within = {word for text in texts for word in capitals_within(text)}
    within |= {word for word, times in tokens.items() if times > 1 and word[0].isupper()}
    small = {word for word in tokens if word[0].islower()}
    return frozenset(word for word in within if word.casefold() not in small)


def answer_facts(answer: str, request: str) -> frozenset[str]:
    """Return the numbers and the capital words of an answer that the request does not have."""
    given = {*words(request), *(normal_number(number) for number in numbers(request))}
    figures = {normal_number(number) for number in numbers(answer)}
    names = {word.casefold() for word in capitals_within(answer)}
    return frozenset(fact for fact in figures | names if fact not in given)


def answers_agree(one: str, other: str, request: str, sources: Sequence[str] = ()) -> bool:
    """True where two answers give the same numbers and names, or one all that the other gives and some more.

    Where there are `sources`, a number that none of them has must be in both, and so must a name of theirs, but
    one beside a name that is. Answers without numbers and names agree where they have enough words in common.
    """
    facts = [answer_facts(answer, request) for answer in (one, other)]
    # German writes all nouns with a capital, so its names are not told.
    if sources and language_of("\n".join(sources)) != "de":
        names = names_of(sources)
        if _other_names(one, other, request, names):
            return False
        own = {name.casefold() for name in names}
        figures = [frozenset(fact for fact in each if fact not in own) for each in facts]
        facts = figures if all(figures) else facts
    short, long = sorted(facts, key=len)
    if sources and uncarried(" ".join(short ^ long), sources):
        return False
    if short:
        return short <= long and len(long) - len(short) <= MOST_MORE
    said, also = set(words(one)), set(words(other))
    return len(said & also) >= LEAST_SHARED * max(1, len(said | also))


def _other_names(one: str, other: str, request: str, names: frozenset[str]) -> bool:
    """True where one of two answers has a name of the sources that the other has not, nor one beside it."""
    asked = set(words(request))
    for own, theirs in ((one, other), (other, one)):
        known, said = {*words(theirs)} | asked, TOKEN.findall(own)
        for place, name in enumerate(said):
            beside = {word.casefold() for word in said[max(0, place - 1) : place + 2] if word in names}
            if name in names and not beside & known:
                return True
    return False
