"""The clauses of a request for a text: those said to who writes it, and those whose words the text lacks."""

from __future__ import annotations

import re
from collections.abc import Collection

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import conjunctions, month_numbers
from pandora.programs.request.request_text import PATH, SENTENCE_ENDS
from pandora.programs.texts.asked_length import sets_length
from pandora.programs.texts.sentences import DOT_OF_DAY, capitals_within, words

MOST_DOUBTFUL = 6
"""The most clauses of a request that are doubted in one text."""
_LEAST_WORDS, _LONGER = 2, 4
"""The fewest words of a clause, and the fewest letters of a word that carries what it says."""
_MOST_SHORT = 3
"""The most words without a digit of a clause that has hardly more than a value."""
_BEHIND_NUMBERS = re.compile(r"\d[^\d.!?\n]*[.!?\n]\s*(\D+)$")
_DIGIT = re.compile(r"\d")
_DAY = re.compile(r"(?<![\d.])\d{1,2}\.$")
_BEGINNING = 5
"""So many letters of two words are alike where the words count as one."""


def doubtful_clauses(request: str, text: str) -> list[str]:
    """Return the clauses of the request of whose words the text lacks one or more, those that lack most first.

    What the request says to who writes the text is not to be told. Words say only where to look: a clause may
    be told in others.
    """
    there = {word[:_BEGINNING] for word in words(text)}
    told = {}
    for clause in told_clauses(request):
        if carrying := [word for word in words(clause) if _carries(word)]:
            told[clause] = sum(word[:_BEGINNING] in there for word in carrying) / len(carrying)
    lacking = [clause for clause in told if told[clause] < 1]
    return sorted(lacking, key=lambda clause: told[clause])[:MOST_DOUBTFUL]


def told_clauses(request: str) -> list[str]:
    """Return the clauses of a request that are not said to who writes the text."""
    to_writer = {*clauses_to_writer(request), *wishes(request)}
    return [clause for clause in _clauses(request) if clause not in to_writer]


def word_beginnings(text: str) -> set[str]:
    """Return the beginnings of the words of a text that carry what it says, by which words are compared."""
    return {word[:_BEGINNING] for word in words(text) if _carries(word)}


def asking_clause(request: str) -> str:
    """Return the first clause of a request, which asks for the text; "" for none."""
    return next(iter(_clauses(request)), "")


def clauses_to_writer(request: str) -> list[str]:
    """Return the clauses of a request that are said to who writes the text, as far as code can tell.

    These are the first one, which asks for the text, those that say where it is saved, and those that set its
    length in words or sentences, with the others of their sentence that have neither a number nor a name.
    """
    to_writer = [asking_clause(request)]
    for clauses in clause_sentences(request):
        lengths = [clause for clause in clauses if sets_length(clause)]
        to_writer += [*lengths, *filter(PATH.search, clauses)]
        if lengths:
            to_writer += [
                clause for clause in clauses if not (_DIGIT.search(clause) or capitals_within(clause))
            ]
    return list(dict.fromkeys(filter(None, to_writer)))


def short_clauses(request: str, values: Collection[str]) -> list[str]:
    """Return the clauses of a request that have one of the values and few words beside it: `It's flat 14`."""
    to_writer = clauses_to_writer(request)
    clauses = (clause for clause in _clauses(request) if any(value in clause for value in values))
    return [
        clause
        for clause in clauses
        if clause not in to_writer and sum(word[0].isalpha() for word in words(clause)) <= _MOST_SHORT
    ]


def _clauses(request: str) -> list[str]:
    """The clauses of a request, whatever sentence they stand in."""
    return [clause for clauses in clause_sentences(request) for clause in clauses]


def clause_sentences(request: str) -> list[list[str]]:
    """The clauses of each sentence of a request, parted at marks and at the words for `and` between two.

    A single word behind such a word, as in `a bottle and sunscreen`, stays with what stands before it.
    """
    return [clauses for clauses in map(_clauses_of, _sentences(request)) if clauses]


def wishes(request: str) -> list[str]:
    """Return the clauses without a name of the sentences behind a request's last number.

    There it says how the text is to be, as in `Polite, not too long`, and what is to become of it.
    """
    return [clause for clause in _clauses(_behind_numbers(request)) if not capitals_within(clause)]


def _behind_numbers(request: str) -> str:
    """The sentences of a request behind the last one that has a number; the dot of a day ends none."""
    behind = _BEHIND_NUMBERS.search(DOT_OF_DAY.sub(" ", request))
    return request[behind.start(1) : behind.end(1)] if behind else ""


def sentences_to_writer(request: str) -> list[str]:
    """Return the sentences of a request with a clause to the writer, and those behind its last number."""
    to_writer = set(clauses_to_writer(request))
    last = set(_sentences(_behind_numbers(request)))
    return [
        sentence
        for sentence in _sentences(request)
        if sentence in last or not to_writer.isdisjoint(_clauses_of(sentence))
    ]


def _clauses_of(sentence: str) -> list[str]:
    joining = "|".join(sorted(map(re.escape, conjunctions(("standard",))), key=len, reverse=True))
    clauses = []
    for part in re.split(rf",\s+(?:(?:{joining})\s+)?", sentence):
        clauses += _joined(re.split(rf"(\s+(?:{joining})\s+)", part))
    bare = (clause.strip(" .,;:!?¡¿") for clause in clauses)
    return [clause for clause in bare if len(words(clause)) >= _LEAST_WORDS]


def _joined(pieces: list[str]) -> list[str]:
    """What words for `and`, each a piece between two others, join: those too short for a clause stay joined."""
    whole = [pieces[0]]
    for word, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if min(len(words(whole[-1])), len(words(piece))) < _LEAST_WORDS:
            whole[-1] += word + piece
        else:
            whole.append(piece)
    return whole


def _sentences(request: str) -> list[str]:
    """The sentences of a request; the dot of a day, as in `27. Juni`, ends none."""
    sentences: list[str] = []
    for part in SENTENCE_ENDS.split(request):
        first = next(iter(words(part)), "")
        dated = sentences and _DAY.search(sentences[-1]) and (first in month_numbers() or part[:1].islower())
        if dated:
            sentences[-1] += f" {part}"
        else:
            sentences.append(part)
    return sentences


def _carries(word: str) -> bool:
    """True for a number, and for a longer word that is no function word."""
    return word[0].isdigit() or (len(word) >= _LONGER and not is_function_word(word))
