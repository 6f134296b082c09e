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

_TOKEN = re.compile(r"\w+(?:[.,:]\d+)*|%")
_SENTENCE = re.compile(r"[.!?:;]\s+|\n")
_LINE = re.compile(r"\n")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LETTER = re.compile(r"[^\W\d_]")
_GERMAN = frozenset(
    "der die das den dem des und ein eine einen ist mit für von zu ich nicht auf im".split()  # noqa: SIM905
)
"""Words by which German is told: it writes common nouns with a capital, so that a capital shows no name."""
MOST_CARRIERS, FEWEST_SHARED = 3, 2
"""The most passages that one sentence rests on, and the fewest words that each adds to what they say of it."""
MOST_GERMAN = 0.1
"""The share of such words above which a text counts as German."""
RUN, MOST_REPEATED = 4, 0.7
"""The share of an answer's runs of so many words that may stand in the request."""
MOST_WORDS_REPEATED = 14
"""The most words in a row that a text may have from the request that asks for it."""
_GIVEN = re.compile(r"[\"“„«‹][^\"”“»›\n]+[\"”“»›]|`[^`\n]+`|:\s.*", re.S)
"""Words that a request gives in quotes, and all that follows a colon."""
LEAST_SHARED = 0.4
"""The least share of words that two answers without a figure or a name have in common where they agree."""
MOST_MORE = 6
"""The most further figures and names that one of two agreeing answers has."""
MOST_TIMES = 12
"""The largest factor that a text gives in words, such as three times or a dozen."""
LEAST_CENT, LEAST_WORKED_OUT = 0.005, 100
MOST_PAIRED = 12
"""Of more numbers than so many, two give almost any other by chance."""
SHORTEST_LIMIT, MOST_OVER = 20, 1.5
"""A number of the request from here on may be a length in words, which a text may miss by so much."""
_ISO_DATE = re.compile(r"(?<!\d)(\d{4})-\d\d-(\d\d)(?!\d)")
_DOTTED_DATE = re.compile(r"(?<![\d.,])(\d{1,2})\.(?:0?[1-9]|1[0-2])\.(?:(\d{4})|\d\d)?(?!\d)")
_SLASHED_DATE = re.compile(
    r"(?<![\d/])(?:(?:0?[1-9]|1[0-2])/)?(\d{1,2})/(?:(?:0?[1-9]|1[0-2])/)?(\d{4})(?![\d/])"
)
_AFTERNOON = re.compile(r"(?<![\d:])(1[3-9]|2[0-3])(?=:[0-5]\d(?!\d))")
MAIN_SHARE, FEWEST_MAIN = 0.5, 4
"""A passage is the main one from this share of the weight of the request's words, and from so many words."""
_LAST_WORDS = 12
"""Within so many words from its end, a text names who writes it."""
_GREETING = 8
"""The words with which a text begins, where it names who reads it."""


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
    for sentence in filter(str.strip, _SENTENCE.split(answer)):
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
        apart += uncarried(sentence, (*said_here, request, context), answer)
        apart += strange_names(sentence, (*said_here[:1], request, context), texts)
        rests += chosen
    return list(dict.fromkeys(rests)), list(dict.fromkeys(apart))


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


def _row(text: str) -> str:
    """The words of a text in lower case, each between two blanks."""
    return f" {' '.join(words(text))} "


def words(text: str) -> list[str]:
    """The words and numbers of a text in order, in lower case."""
    return [word.casefold() for word in _TOKEN.findall(text)]


def says_back(answer: str, request: str) -> bool:
    """True where an answer only repeats words of the request, in its order."""
    said = words(answer)
    runs = [_row(" ".join(said[place : place + RUN])) for place in range(len(said) - RUN + 1)]
    asked = _row(request)
    return len(runs) > 1 and sum(run in asked for run in runs) >= MOST_REPEATED * len(runs)


def longest_repeated(text: str, request: str) -> str:
    """Return the words that a text has from the request in one row, if they are more than MOST_WORDS_REPEATED.

    What the request puts in quotes or behind a colon is given to be taken over. "" for fewer.
    """
    said, longest = f" {' '.join(words(text))} ", ""
    for part in _GIVEN.sub("\n", request).split("\n"):
        asked, place = words(part), 0
        for end in range(1, len(asked) + 1):
            while place < end and f" {' '.join(asked[place:end])} " not in said:
                place += 1
            row = asked[place:end]
            if len(row) > max(MOST_WORDS_REPEATED, len(longest.split())):
                longest = " ".join(row)
    return longest


def uncarried(answer: str, carriers: Sequence[str], whole: str = "") -> list[str]:
    """Return the numbers of two digits and more in the answer that none of `carriers` holds.

    One that is worked out needs no carrier where the `whole` answer, by default `answer`, also has what it is
    worked out from (see `worked_out`).
    """
    known = {normal_number(number) for carrier in carriers for number in numbers(carrier)}
    shown = [number for number in known if number in {normal_number(said) for said in numbers(whole or answer)}]
    return [
        number
        for number in numbers(answer)
        if len(number) > 1
        and number.strip("0")
        and normal_number(number) not in known
        and not worked_out(number, shown)
    ]


def worked_out(number: str, known: Sequence[str]) -> bool:
    """True where a number is a small multiple or part of a known one, or two known ones give it by + - * or /.

    A small whole number is never taken for one, since too many pairs give it by chance. Of more numbers than
    MOST_PAIRED no pairs are looked at.
    """
    value, values = _value(number), [_value(other) for other in known]
    if value < LEAST_WORKED_OUT and value == int(value):
        return False
    ways = [way for one in values for times in range(2, MOST_TIMES + 1) for way in (times * one, one / times)]
    for place, one in enumerate(values if len(values) <= MOST_PAIRED else ()):
        for other in values[:place]:
            ways += [one + other, abs(one - other), one * other]
            ways += [above / below for above, below in ((one, other), (other, one)) if below]
    return any(abs(value - way) < LEAST_CENT for way in ways)


def _value(number: str) -> float:
    try:
        return float(normal_number(number))
    except ValueError:  # a date or the like
        return float("nan")


def strange_names(answer: str, carriers: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Return the names of the answer that stand in `texts` and in none of `carriers`.

    A name is a word that the texts write with a capital only. One is known where it stands beside a name that
    is, here and in a text: the surname of somebody who is called by the first name.
    """
    tokens = Counter(word for text in texts for word in _TOKEN.findall(text))
    within = {word for text in texts for word in _capitals_within(text)}
    within |= {word for word, times in tokens.items() if times > 1 and word[0].isupper()}
    small = {word for word in tokens if word[0].islower()}
    carried = {word for carrier in carriers for word in words(carrier)}
    rows = [_row(text) for text in texts]
    said = _TOKEN.findall(answer)
    strange = []
    for place, name in enumerate(said):
        if name not in within or name.casefold() in small | carried:
            continue
        beside = [said[place - 1 : place + 1], said[place : place + 2]]
        full = (pair for pair in beside if len(pair) == 2 and {word.casefold() for word in pair} & carried)
        if not any(f" {' '.join(pair).casefold()} " in row for pair in full for row in rows):
            strange.append(name)
    return list(dict.fromkeys(strange))


def _capitals_within(text: str) -> list[str]:
    """The words with a capital that do not begin a sentence, in order."""
    found = []
    for sentence in _SENTENCE.split(text):
        found += [word for word in _TOKEN.findall(sentence)[1:] if word[0].isupper() and len(word) > 1]
    return found


def names_within(text: str) -> list[str]:
    """Return the proper names of a text: its capital words within sentences, each once.

    [] for a text that writes common nouns with a capital, too.
    """
    letters = [word for word in _TOKEN.findall(text) if _LETTER.match(word)]
    german = sum(word in _GERMAN for word in letters) > MOST_GERMAN * len(letters)
    return [] if german else list(dict.fromkeys(_capitals_within(text)))


def missing_names(text: str, request: str) -> list[str]:
    """Return the proper names of the request that a text written for it does not have."""
    said = set(words(text))
    return [name for name in names_within(request) if name.casefold() not in said]


def missing_numbers(text: str, request: str) -> list[str]:
    """Return the numbers of the request, of two digits and more, that a text written for it does not have.

    A number is known by its digits, however they are parted. One that may be a limit of the text itself is no
    fact of it: the text has no more words than that or hardly more, or has so many sentences or lines or
    somewhat fewer. The month of a date may be a word, and an hour after noon may be counted from noon.
    """
    counts = [
        len(words(text)),
        *(len(list(filter(str.strip, parts.split(text)))) for parts in (_SENTENCE, _LINE)),
    ]
    said = {*re.findall(r"\d+", text), *(normal_number(number) for number in numbers(text))}
    missing = []
    for number in numbers(_spelled_otherwise(request, said)):
        runs = [run.lstrip("0") for run in re.findall(r"\d+", number) if len(run.lstrip("0")) > 1]
        if not runs or normal_number(number) in said or set(runs) <= {run.lstrip("0") for run in said}:
            continue
        limit = int(number) if number.isdigit() and len(number) < 6 else 0
        most = limit * MOST_OVER if limit >= SHORTEST_LIMIT else limit
        if counts[0] <= most or any(count <= limit <= 2 * count for count in counts[1:]):
            continue
        missing.append(number)
    return missing


def _spelled_otherwise(request: str, said: Iterable[str]) -> str:
    """The request without the months of its dates, and without hours that `said` counts from noon."""
    for date in (_ISO_DATE, _SLASHED_DATE, _DOTTED_DATE):
        request = date.sub(lambda match: " ".join(filter(None, match.groups())), request)
    return _AFTERNOON.sub(lambda match: "" if str(int(match[1]) - 12) in said else match[1], request)


def unsigned(text: str, author: str, request: str) -> list[str]:
    """Return the names of the author, as the request gives them, that the text lacks behind its greeting.

    Behind the greeting a name may stand anywhere: not every text is signed.
    A single letter, and a word that the text or the request also writes small, is no name: `I` and `We`.
    """
    small = {word for word in _TOKEN.findall(f"{text}\n{request}") if word[0].islower()}
    given = {word.casefold() for word in _TOKEN.findall(request) if word[0].isupper()}
    behind = {*words(text)[_GREETING:], *words(text)[-_LAST_WORDS:]}
    names = [word for word in _TOKEN.findall(author) if word[0].isupper() and len(word) > 1]
    return [name for name in names if name.casefold() in given - small - behind]


def answer_facts(answer: str, request: str) -> frozenset[str]:
    """Return the numbers and the capital words of an answer that the request does not have."""
    given = {*words(request), *(normal_number(number) for number in numbers(request))}
    figures = {normal_number(number) for number in numbers(answer)}
    names = {word.casefold() for word in _capitals_within(answer)}
    return frozenset(fact for fact in figures | names if fact not in given)


def answers_agree(one: str, other: str, request: str, sources: Sequence[str] = ()) -> bool:
    """True where two answers give the same numbers and names, or one all that the other gives and some more.

    A number that none of the `sources` has must be in both, where there are any. Answers without numbers and
    names agree where they have enough words in common.
    """
    short, long = sorted((answer_facts(one, request), answer_facts(other, request)), key=len)
    if sources and uncarried(" ".join(short ^ long), sources):
        return False
    if short:
        return short <= long and len(long) - len(short) <= MOST_MORE
    said, also = set(words(one)), set(words(other))
    return len(said & also) >= LEAST_SHARED * max(1, len(said | also))
