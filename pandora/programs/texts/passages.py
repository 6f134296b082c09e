"""Answers from texts: the passages that carry each sentence, and the numbers and names that none carries.

Likeness of words alone is not enough, since a sentence with a changed number is very like.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from heapq import nlargest
from operator import itemgetter

from pandora.document.figures import normal_number, numbers
from pandora.programs.inside.written_dates import dates_in, days_of_year
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import calendar_words
from pandora.programs.language.month_names import day_numbers, days_named
from pandora.programs.language.negations import denies
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.spoken_times import numbers_of_times
from pandora.programs.language.text_language import language_of, likely_language_of
from pandora.programs.request.asked_parts import QUESTION_WORDS, asked_parts
from pandora.programs.texts.sentences import SENTENCE, TOKEN, capitals_within, longer_words, row, words
from pandora.programs.texts.shown_sums import shown_sums
from pandora.programs.texts.worked_out_numbers import LinkedNumbers, worked_out, worked_out_of_sentences

_MOST_OF_TITLE = 3
"""The most lines of a title: what it is, by whom, of which day."""
_PARAGRAPH = re.compile(r"\n[ \t>]*\n")
"""What parts paragraphs, also in a mail that is quoted, with marks before its lines."""
_OPENS = re.compile(r"\W*(?:\w+\W+)?\Z")
"""What may stand before the day of an entry: `## `, `- Monday, `."""
_CLOCK = re.compile(r"(?<![\d.,:])([01]?\d|2[0-3])[:.]([0-5]\d)(?![\d:]|[.,]\d)")
"""A time of day, as `8:12` or `8.12`."""
_HEAD = re.compile(r"(?:[> ]{0,20}[^\W\d_][\w-]{1,11}: .+\n){1,8}[> ]{0,20}[^\W\d_][\w-]{1,11}: .+")
"""The head of a mail: a line for each field, such as `From: Ann Berg`, and two of them at the least."""
MOST_CARRIERS, FEWEST_SHARED = 3, 2
"""The most passages that one sentence rests on, and the fewest words that each adds to what they say of it."""
_LABEL = re.compile(r"^([^\w\n]{0,9}[^\W\d_][^\n:.!?;]{0,40}):[ \t]+(?=\S)", re.M)
"""A short label before what is said of it, as in `Weeks: 8`; the two are one sentence."""
_NEXT_TO = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\.?[ \u00a0](?=([^\W\d_]+))")
"""A word and the one that stands right behind it."""
_CLAUSE = re.compile(r"[,;:.?!]\s+")
FEWEST_PASSAGES, STANDS_OUT = 4, 1.5
"""Of so many passages one stands out where it has so many times as much of a part as the next."""
MOST_COPIED = 0.6
"""The share of its sources' words that an answer may have in whole paragraphs."""
_YEAR = 4
"""The digits of a year."""
LEAST_SHARED = 0.4
"""The least share of words that two answers without a figure or a name have in common where they agree."""
SHORT_ANSWER = 4
"""An answer of at most so many words agrees with a longer one that has them all."""
FEWEST_REPEATED = 3
"""A part repeats another one where it has an answer of so many words whole."""
MOST_MORE = 6
"""The most further figures and names that one of two agreeing answers has."""
MAIN_SHARE, FEWEST_MAIN = 0.5, 4
"""A passage is the main one from this share of the weight of the request's words, and from so many words."""
_ASKING = frozenset(word for said in QUESTION_WORDS.values() for word in said.split())
"""The words with which questions begin, in eight languages."""
_HOW = re.compile(r"\b(?:how|wie|hoe)\s+\w+", re.I)
"""What asks for a measure: `long` of `how long` is no word by which a passage is found."""
_BEGINNING = 5
"""So many letters of two words are alike where the words count as one."""
MOST_OF_HEADING, ENDS = 9, ".!?:;,"
"""The most words of a heading, and the marks with which no heading ends."""


@dataclass(frozen=True)
class Passage:
    """A paragraph of a file, and the line on which it begins."""

    path: str
    line: int
    text: str

    @property
    def is_heading(self) -> bool:
        """True for one short line without the mark that ends a sentence: it names a subject, no more.

        So does the title of a text: its first lines, none of which ends a sentence or has a label.
        """
        lines = self.text.splitlines()
        title = self.line == 1 and 1 < len(lines) <= _MOST_OF_TITLE
        title = title and not any(": " in line or line.rstrip()[-1:] in ENDS for line in lines)
        return title or (len(lines) == 1 and self.is_short)

    @property
    def is_short(self) -> bool:
        """True for a few words without the mark that ends a sentence: a heading, or who signs a mail."""
        return len(words(self.text)) <= MOST_OF_HEADING and self.text[-1] not in ENDS

    @cached_property
    def words(self) -> frozenset[str]:
        """The words and numbers of the text, in lower case; numbers in words also as digits."""
        return frozenset(words(self.text)) | self.numbers

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the text without their notation, also those in words."""
        return _known_numbers(self.text)

    @cached_property
    def linked(self) -> LinkedNumbers:
        """The numbers of the text with the words that link them to others."""
        return LinkedNumbers([self.text])


class _Texts:
    """What rules look up in the texts of passages, each found once and only where it is asked for."""

    def __init__(self, sources: Sequence[Passage]) -> None:
        self._sources = sources
        self._texts = [source.text for source in sources]

    @cached_property
    def names(self) -> frozenset[str]:
        return names_of(self._texts)

    @cached_property
    def tell_names(self) -> bool:
        """False in German, which writes all nouns with a capital."""
        return language_of("\n".join(self._texts)) != "de"

    @cached_property
    def rows(self) -> list[str]:
        return [row(text) for text in self._texts]

    @cached_property
    def numbers(self) -> frozenset[str]:
        return frozenset(number for text in self._texts for number in numbers(text))

    @cached_property
    def linked(self) -> LinkedNumbers:
        return LinkedNumbers(self._texts)

    @cached_property
    def _sentences(self) -> dict[str, list[set[str]]]:
        """The longer words of each sentence that has a number."""
        sentences: dict[str, list[set[str]]] = {}
        for part in (part for text in self._texts for part in SENTENCE.split(text)):
            longer = longer_words(part)
            for number in {normal_number(number) for number in numbers(part)}:
                sentences.setdefault(number, []).append(longer)
        return sentences

    def have_beside(self, number: str, sentence: str) -> bool:
        """True where a sentence of them has the number and FEWEST_SHARED longer words of the given sentence."""
        longer, beside = longer_words(sentence), self._sentences.get(normal_number(number), ())
        return any(len(longer & others) >= FEWEST_SHARED for others in beside)

    def about(self, sentence: str) -> list[Passage]:
        """The passages that have a longer word of a sentence."""
        longer = longer_words(sentence)
        return [source for source in self._sources if not longer.isdisjoint(source.words)]


def passages(path: str, text: str) -> list[Passage]:
    """Return the paragraphs of a text; the head of a mail, with its sender, is one with the paragraph below."""
    parts: list[Passage] = []
    head, line = None, 1
    for part in _PARAGRAPH.split(text):
        if part.strip():
            first = line + part[: len(part) - len(part.lstrip())].count("\n")
            passage = Passage(path, first, part.strip())
            if _HEAD.fullmatch(passage.text):
                parts += [head] if head else []
                head = passage
            else:
                parts.append(Passage(path, head.line, f"{head.text}\n\n{passage.text}") if head else passage)
                head = None
        line += part.count("\n") + 2
    return [*parts, head] if head else parts


def carriers(
    answer: str, request: str, sources: Sequence[Passage], context: str = ""
) -> tuple[list[Passage], list[str]]:
    """Return the passages that the answer rests on, and the numbers and names of it that stand apart from them.

    For each sentence these are the passages that share the most of its words: MOST_CARRIERS at most. What the
    request or the context says needs no passage.
    """
    rests: list[Passage] = []
    apart: list[str] = []
    texts = _Texts(sources)
    given = _known_numbers(request) | _known_numbers(context)
    said_before = {*words(request), *words(context)}
    for sentence in _sentences(answer):
        chosen = _carriers_of(sentence, request, sources)
        loose = _uncarried(sentence, given.union(*(source.numbers for source in chosen)), answer)
        # The dates below a year may leave it out.
        years = {number for number in day_numbers(sentence) if len(number) == _YEAR} if loose else set()
        loose = [number for number in loose if number not in years & texts.numbers]
        loose = [number for number in loose if not texts.have_beside(number, sentence)]
        if loose:
            linked = [source.linked for source in chosen or texts.about(f"{request} {sentence}")]
            apart += [number for number in loose if not worked_out_of_sentences(number, linked, texts.linked)]
        known = said_before.union(*(source.words for source in chosen[:1]))
        known |= _dated_above(chosen[:1], sources)
        if not texts.tell_names or not numbers(sentence):
            # Only a name beside a number must stand with it, and of German nouns only those of the calendar.
            others = frozenset().union(*(source.words for source in chosen))
            known |= {word for word in others - calendar_words() if word.isalpha()}
        apart += _strange_names(sentence, known, texts)
        rests += chosen
    return list(dict.fromkeys(rests)), list(dict.fromkeys(apart))


def days_apart(
    answer: str, request: str, sources: Sequence[Passage], known: Iterable[date] = ()
) -> list[tuple[str, str]]:
    """Return the dates of an answer, in its words, that are not the day of the entry that their sentence is of.

    Each comes with that day, as the entry says it. An entry, as of a diary or a log, is a passage that begins
    with its only date: `until 30 June` within a clause is none. A sentence with one date rests on it first of
    all. `known` are days that may be told wherever they stand.
    """
    apart = []
    known = {*known, *(entry.day for entry in dates_in(request) if entry.day)}
    for sentence in filter(str.strip, SENTENCE.split(answer)):
        chosen = _carriers_of(sentence, request, sources)[:1]
        own = {
            entry.day: source.text[entry.start : entry.end] if _OPENS.match(source.text[: entry.start]) else ""
            for source in chosen
            for entry in reversed(list(dates_in(source.text)))
            if entry.day
        }
        if len(own) != 1:
            continue
        ((day, as_said),) = own.items()
        if not as_said:
            continue
        if any(entry.day != day for source in chosen for entry in days_of_year(source.text, day.year)):
            continue  # it tells of several days, some of them without their year
        if any(_HEAD.match(source.text) for source in chosen):
            continue  # a mail tells of other days than that on which it was written
        said = [entry for entry in (*dates_in(sentence), *days_of_year(sentence, day.year)) if entry.day]
        if len(said) == 1 and said[0].day != day and said[0].day not in known:
            apart.append((sentence[said[0].start : said[0].end], as_said))
    return apart


def uncarried_facts(text: str, request: str, sources: Sequence[Passage], context: str = "") -> list[str]:
    """Return the numbers and names of a text made of sources that stand apart from the rest of their sentences.

    As for an answer (`carriers`), a number stands in a passage that its sentence rests on, and a name in the
    first of them. The days of dates are none of these (see `strange_days`), nor are times of day that stand
    anywhere, and the names of headings and signatures, of which the whole source speaks, stand everywhere.
    """
    texts = _Texts(sources)
    given = _known_numbers(request) | _known_numbers(context)
    headings = {word for source in sources if source.is_short for word in source.words}
    said_before = {*words(request), *words(context), *headings, *calendar_words()}
    apart: list[str] = []
    times = {_CLOCK.sub(r"\1:\2", time) for source in sources for time in _times_in(source.text)}
    for sentence in filter(str.strip, SENTENCE.split(text)):
        for time in _times_in(sentence):
            sentence = sentence.replace(time, " ") if _CLOCK.sub(r"\1:\2", time) in times else sentence
        chosen = _carriers_of(sentence, request, sources)
        known = given.union(*(source.numbers for source in chosen))
        dated = day_numbers(sentence) | {sentence[entry.start : entry.end] for entry in dates_in(sentence)}
        loose = [number for number in _uncarried(sentence, known, text) if number not in dated]
        loose = [number for number in loose if not texts.have_beside(number, sentence)]
        if loose:
            linked = [source.linked for source in chosen or texts.about(f"{request} {sentence}")]
            apart += [number for number in loose if not worked_out_of_sentences(number, linked, texts.linked)]
        apart += _strange_names(sentence, said_before.union(*(source.words for source in chosen[:1])), texts)
    return list(dict.fromkeys(apart))


def _dated_above(chosen: Iterable[Passage], sources: Sequence[Passage]) -> Set[str]:
    """The months and days of the week right above passages: a paragraph tells of the day that one names."""
    places = [place for place, source in enumerate(sources) if source in chosen]
    above = [sources[place - 1] for place in places if place and sources[place - 1].path == sources[place].path]
    return calendar_words() & frozenset().union(*(source.words for source in above))


def _times_in(text: str) -> list[str]:
    """The times of day in a text, as `8:12` or `8.12`."""
    return [match[0] for match in _CLOCK.finditer(text)]


def _sentences(answer: str) -> list[str]:
    """The sentences of an answer, a short label with what is said behind it."""
    return [sentence for sentence in SENTENCE.split(_LABEL.sub(r"\1, ", answer)) if sentence.strip()]


def resting_places(answer: str, request: str, sources: Sequence[Passage]) -> list[Passage]:
    """Return the passages that the answer rests on, as `carriers` does."""
    rests = (passage for sentence in _sentences(answer) for passage in _carriers_of(sentence, request, sources))
    return list(dict.fromkeys(rests))


def _carriers_of(sentence: str, request: str, sources: Sequence[Passage]) -> list[Passage]:
    """The passages that share the most words of a sentence beyond those of the request; the best first.

    Of those that share as many, the one comes first that has more of all words of the sentence, and of the
    request: an answer may be a number alone.
    """
    whole, asked = (
        {_plain(word) for word in words(text) if not is_function_word(word)} for text in (sentence, request)
    )
    said = {_plain(word) for word in words(sentence)} - {_plain(word) for word in words(request)}

    def shares(source: Passage) -> tuple[int, ...]:
        return tuple(len(one & source.words) for one in (said, whole, asked))

    new, several = max(1, len(said)), len(asked_parts(request)) > 1
    chosen: list[Passage] = []
    while sources and len(chosen) < MOST_CARRIERS:
        best = max(sources, key=shares)
        shared = telling = said & best.words
        if chosen:
            # That it also has `the` and `is` makes no passage a further one; words of a request may, of which
            # one sentence answers two questions.
            known = frozenset().union(*(source.words for source in chosen))
            telling = ((whole if several else shared & whole) & best.words) - known
        if not shared or len(telling) < min(FEWEST_SHARED, new):
            break
        chosen.append(best)
        said -= shared
    return chosen


def _plain(word: str) -> str:
    """A word as it is, and a number without its notation: 1.5 of `1,5`."""
    return normal_number(word) if word[0].isdigit() else word


def confirmed_by(answer: str, request: str, sources: Sequence[Passage]) -> list[Passage]:
    """Return the passages of which a sentence says what an answer does in the words of the request.

    The sentence has all its words that say something, FEWEST_SHARED at least, but for one, such as `Yes`; and
    both deny, or neither does.
    """
    said = {word for word in words(answer) if not is_function_word(word)}
    language = likely_language_of(f"{request} {answer}")
    found = []
    for source in sources:
        for sentence in SENTENCE.split(source.text):
            missing = said - set(words(sentence))
            alike = denies(sentence, language) == denies(answer, language)
            if alike and len(said - missing) >= FEWEST_SHARED and missing <= set(words(answer)[:1]):
                found.append(source)
    return list(dict.fromkeys(found))


def copied_share(answer: str, sources: Sequence[Passage]) -> float:
    """Return the share of the sources' words that an answer has in whole paragraphs, from 0 to 1."""
    said = row(answer)
    sizes = {source: len(words(source.text)) for source in sources}
    copied = sum(size for source, size in sizes.items() if row(source.text) in said)
    return copied / max(1, sum(sizes.values()))


def parts_of(request: str) -> list[str]:
    """Return what a request asks in turn: its clauses that have enough longer words to be told by."""
    clauses = [clause for clause in _CLAUSE.split(request) if clause.strip()]
    return [clause for clause in clauses if len(longer_words(clause)) >= FEWEST_SHARED]


def asked_passages(request: str, sources: Sequence[Passage], all_words: bool = False) -> list[Passage]:
    """Return for each part of a request the passage that has by far the most of its longer words.

    With `all_words`, those that no passage has count, too: then none may be about what is asked.
    """
    passages = []
    parts = [_telling(part) for part in parts_of(request)] if len(sources) >= FEWEST_PASSAGES else []
    asked = {word for part in parts for word in part}
    places: dict[str, list[int]] = {}
    for place, source in enumerate(sources):
        for word in asked & source.words:
            places.setdefault(word, []).append(place)
    for part in parts:
        known = part if all_words else places.keys() & part
        weights = {word: math.log(len(sources) / len(places.get(word, (0,)))) for word in known}
        scores: dict[int, float] = defaultdict(float)
        for word in sorted(weights):
            for place in places.get(word, ()) if weights[word] else ():
                if not sources[place].is_heading:
                    scores[place] += weights[word]
        if not scores:
            continue
        (best, score), *others = nlargest(2, scores.items(), key=itemgetter(1))
        enough = score >= MAIN_SHARE * sum(weights.values())
        stands_out = not others or score >= STANDS_OUT * others[0][1]
        if enough and stands_out and len(sources[best].words & weights.keys()) >= FEWEST_SHARED:
            passages.append(sources[best])
    return list(dict.fromkeys(passages))


def _telling(part: str) -> set[str]:
    """The longer words of a part of a request by which a passage is found: `when` and `for` tell of nothing."""
    return {word for word in longer_words(_HOW.sub(" ", part)) - _ASKING if not is_function_word(word)}


def main_passage(request: str, sources: Sequence[Passage], all_words: bool = False) -> Passage | None:
    """Return the passage that has the greater part of the request's words; None where no passage stands out.

    `all_words` is as for `asked_passages`.

    A word counts for more the fewer passages have it. A heading, or a question that is answered below it, says
    hardly more than the request, and is none.
    """
    asked = {word for word in words(_HOW.sub(" ", request)) if not is_function_word(word)}
    shared = [asked & source.words for source in sources]
    times = Counter(word for known in shared for word in known)
    known = asked if all_words else times.keys()
    weights = {word: math.log(len(sources) / max(1, times[word])) for word in known}
    scores = [
        sum(weights[word] for word in known)
        if len(source.words) - len(known) >= FEWEST_MAIN and not source.is_heading
        else 0.0
        for source, known in zip(sources, shared, strict=True)
    ]
    best = max(range(len(sources)), key=scores.__getitem__, default=None)
    if best is None or len(shared[best]) < FEWEST_MAIN:
        return None
    return sources[best] if scores[best] >= MAIN_SHARE * sum(weights.values()) > 0 else None


def leads_to(passage: Passage, rests: Iterable[Passage], sources: Sequence[Passage]) -> bool:
    """True where a passage is the head of a section, and one of others stands in that section below it.

    A section begins with a heading, by itself or as the first line of a passage.
    """
    if not _begins_section(passage):
        return False
    below = [one for one in sources if one.path == passage.path and one.line > passage.line]
    ends = next((one.line for one in below if _begins_section(one)), None)
    section = {one.line for one in below if ends is None or one.line < ends}
    return any(one.path == passage.path and one.line in section for one in rests)


def is_of_earlier_mail(passage: Passage, answer: str, sources: Sequence[Passage]) -> bool:
    """True where a passage is of a mail of a thread, and an answer has a number of the last one that has some.

    What a later mail says may replace it.
    """
    heads = sorted(one.line for one in sources if one.path == passage.path and _HEAD.search(one.text))
    later = [line for line in heads if line > passage.line]
    if not later or heads[0] > passage.line:
        return False
    below = [one for one in sources if one.path == passage.path and one.line > later[0]]
    told = [one.numbers for one in below if one.line not in heads and one.numbers]
    return bool(told) and not told[-1].isdisjoint(_known_numbers(answer))


def _begins_section(passage: Passage) -> bool:
    first = passage.text.partition("\n")[0].strip()
    return bool(first) and len(words(first)) <= MOST_OF_HEADING and first[-1] not in ENDS


def tells_as_much(
    answer: str, request: str, passage: Passage, others: Iterable[Passage], sources: Sequence[Passage]
) -> bool:
    """True where one of some other passages has as much of a request that a passage has not, as this one has.

    A row such as `Elm Court 5: Thursday` says who is asked about, and the text above it what it is about. A
    word counts for more the fewer passages have it. Of the lines of the other passage none has more of the
    answer than the one with the most of the request.
    """
    asked = {word for word in words(request) if not is_function_word(word)}
    said = set(words(answer)) - asked
    own = asked & passage.words
    times = Counter(word for source in sources for word in asked & source.words)

    def weight(known: Set[str]) -> float:
        return sum(math.log(len(sources) / times[word]) for word in sorted(known))

    def is_of_asked_line(other: Passage) -> bool:
        lines = [set(words(line)) for line in other.text.splitlines()]
        most = max(lines, key=lambda line: len(line & asked), default=set())
        return all(len(line & said) <= len(most & said) for line in lines)

    return any(
        weight((asked & other.words) - own) >= weight(own) and is_of_asked_line(other) for other in others
    )


def closest_passages(request: str, sources: Sequence[Passage]) -> list[Passage]:
    """Return the passages that share the most with a request, the best first, down to half of its weight.

    Words count that begin alike, as `cancel` and `cancelling`, and the more the fewer passages have them. Where
    no passage shares a word, all are returned.
    """
    asked = {word[:_BEGINNING] for word in longer_words(request)}
    shared = [asked & {word[:_BEGINNING] for word in source.words} for source in sources]
    times = Counter(beginning for known in shared for beginning in known)
    scores = [sum(math.log(len(sources) / times[word]) for word in sorted(known)) for known in shared]
    best = max(scores, default=0.0)
    order = sorted(range(len(sources)), key=lambda place: (-scores[place], place))
    return [sources[place] for place in order if scores[place] >= MAIN_SHARE * best]


def uncarried(answer: str, carriers: Sequence[str]) -> list[str]:
    """Return the numbers of two digits and more in the answer that none of `carriers` holds.

    One that is worked out needs no carrier where the answer also has what it is worked out from (see
    `worked_out`).
    """
    return _uncarried(answer, frozenset().union(*map(_known_numbers, carriers)), answer)


def _known_numbers(text: str) -> frozenset[str]:
    """The numbers of a text without their notation, also those in words."""
    said = frozenset(normal_number(number) for way in (text, with_digits(text)) for number in numbers(way))
    return said | numbers_of_times(text)


def _uncarried(answer: str, known: frozenset[str], whole: str) -> list[str]:
    shown = sorted(known & {normal_number(said) for said in numbers(whole)})
    return [
        number
        for number in numbers(answer)
        if len(number) > 1
        and number.strip("0")
        and normal_number(number) not in known
        and not worked_out(number, shown)
    ]


def _strange_names(answer: str, carried: Set[str], texts: _Texts) -> list[str]:
    """The names of the answer that stand in `texts` and not among the words `carried`.

    A name is a word that the texts write with a capital only. One is known where it stands beside a name that
    is, here and in a text: the surname of somebody who is called by the first name.
    """
    said = TOKEN.findall(answer)
    strange = []
    for place, name in enumerate(said):
        if name not in texts.names or name.casefold() in carried:
            continue
        beside = [said[place - 1 : place + 1], said[place : place + 2]]
        full = (pair for pair in beside if len(pair) == 2 and {word.casefold() for word in pair} & carried)
        if not any(f" {' '.join(pair).casefold()} " in row for pair in full for row in texts.rows):
            strange.append(name)
    return list(dict.fromkeys(strange))


def names_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that the texts write with a capital only, and not just where a sentence begins.

    What begins several sentences is a name, too, unless it is a word such as `My` or `Some`.
    """
    texts = list(texts)
    tokens = Counter(word for text in texts for word in TOKEN.findall(text))
    within = {word for text in texts for word in capitals_within(text)}
    several = [word for word, times in tokens.items() if times > 1 and word[0].isupper()]
    within |= {word for word in several if not is_function_word(word.casefold())}
    small = {word for word in tokens if word[0].islower()}
    return frozenset(word for word in within if word.casefold() not in small)


def answer_facts(answer: str, request: str) -> frozenset[str]:
    """Return the numbers and the capital words of an answer that the request does not have.

    A number in words is one, too, as is `twelve` of `twelve months`.
    """
    given = {*words(request), *(normal_number(number) for number in numbers(request))}
    figures = {normal_number(number) for way in (answer, with_digits(answer)) for number in numbers(way)}
    names = {word.casefold() for word in capitals_within(answer)}
    return frozenset(fact for fact in figures | names if fact not in given)


def answers_agree(one: str, other: str, request: str, sources: Sequence[str] = ()) -> bool:
    """True where two answers give the same numbers and names, or one all that the other gives and some more.

    Where there are `sources`, a number that none of them has must be in both, or be worked out on the way to
    one that is, and a name of theirs must be in both, but one beside a name that is. Two that each name a day,
    or a number of the request, that the other has not do not agree. Answers without numbers and names of their
    own agree where they have enough words in common.
    """
    days = [days_named(answer).keys() for answer in (one, other)]
    if all(days) and not (days[0] <= days[1] or days[1] <= days[0]):
        return False  # `14 August` and `21 August` are two days, whatever numbers the request has
    facts = [answer_facts(answer, request) for answer in (one, other)]
    # German writes all nouns with a capital, so its names are not told.
    if sources and language_of("\n".join(sources)) != "de":
        names = names_of(sources)
        if _other_names(one, other, request, names, before_several(sources, names)):
            return False
        own = {name.casefold() for name in names}
        figures = [frozenset(fact for fact in side if fact not in own) for side in facts]
        facts = figures if all(figures) else facts
    short, long = sorted(facts, key=len)
    if sources and (loose := uncarried(" ".join(short ^ long), sources)):
        # What only one works out is on its way to a number that both have, and no source.
        shown = [shown_sums(answer, [*sources, request]) for answer in (one, other)]
        on_the_way = all(any(own.is_on_the_way(number) for own in shown) for number in loose)
        if not (on_the_way and uncarried(" ".join(short), sources)):
            return False
    if short:
        return short <= long and len(long) - len(short) <= MOST_MORE
    given = [frozenset(normal_number(number) for number in numbers(answer)) for answer in (one, other)]
    if given[0] - given[1] and given[1] - given[0]:
        return False  # each picks another one of the request's numbers
    said, also = set(words(one)), set(words(other))
    if min(len(said), len(also)) <= SHORT_ANSWER and (said <= also or also <= said):
        return True  # a name, and a sentence that has it
    return len(said & also) >= LEAST_SHARED * max(1, len(said | also))


def repeated_part(said: Mapping[str, str], request: str) -> tuple[str, str] | None:
    """Return a part of a request to which an answer only says again what it says to another part, and that one.

    `said` has the answer to each part. It says again what the other does in a longer sentence, without a number
    or a name of its own; the same short answer may be right for two parts.
    """
    for part, answer in said.items():
        for other, shorter in said.items():
            if part == other or len(words(shorter)) < FEWEST_REPEATED or row(shorter) == row(answer):
                continue
            if row(shorter) in row(answer) and answer_facts(answer, request) <= answer_facts(shorter, request):
                return part, other
    return None


def before_several(sources: Iterable[str], names: Collection[str]) -> frozenset[str]:
    """Return the names right before two other ones: `Mme` of Mme Roux and Mme Picard does not say who it is."""
    followers: dict[str, set[str]] = {}
    for source in sources:
        for pair in _NEXT_TO.finditer(source):
            if pair[1] in names and pair[2] in names:
                followers.setdefault(pair[1], set()).add(pair[2])
    return frozenset(name for name, others in followers.items() if len(others) > 1)


def _other_names(one: str, other: str, request: str, names: frozenset[str], shared: frozenset[str]) -> bool:
    """True where one of two answers has a name of the sources that the other has not, nor one beside it.

    One of `shared` beside it, which others have, too, does not count.
    """
    asked = set(words(request))
    for own, theirs in ((one, other), (other, one)):
        known, said = {*words(theirs)} | asked, TOKEN.findall(own)
        for place, name in enumerate(said):
            beside = {*said[max(0, place - 1) : place], *said[place + 1 : place + 2]} & names - shared | {name}
            if name in names and not {word.casefold() for word in beside} & known:
                return True
    return False
