"""The clauses of a request for a text, and those of them whose words the text lacks."""

from __future__ import annotations

import re

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import conjunctions, month_numbers
from pandora.programs.request_text import PATH, SENTENCE_ENDS
from pandora.programs.texts.sentences import words

MOST_DOUBTFUL = 6
"""The most clauses of a request that are doubted in one text."""
_LEAST_WORDS, _LONGER = 2, 4
"""The fewest words of a clause, and the fewest letters of a word that carries what it says."""
_DAY = re.compile(r"(?<![\d.])\d{1,2}\.$")
_BEGINNING = 5
"""So many letters of two words are alike where the words count as one."""


def doubtful_clauses(request: str, text: str) -> list[str]:
    """Return the clauses of the request of whose words the text lacks one or more, those that lack most first.

    The first clause asks for the text itself, and one with a path says where it is saved: neither is to be
    told. Words say only where to look: a clause may be told in others.
    """
    there = {word[:_BEGINNING] for word in words(text)}
    told = {}
    for clause in _clauses(request)[1:]:
        carrying = [word for word in words(clause) if _carries(word)]
        if carrying and not PATH.search(clause):
            told[clause] = sum(word[:_BEGINNING] in there for word in carrying) / len(carrying)
    return sorted((clause for clause in told if told[clause] < 1), key=lambda clause: told[clause])[:MOST_DOUBTFUL]


def _clauses(request: str) -> list[str]:
    """The clauses of a request, parted at marks and at the words for `and` between two of them.

    A single word behind such a word, as in `a bottle and sunscreen`, stays with what stands before it.
    """
    joining = "|".join(sorted(map(re.escape, conjunctions(("standard",))), key=len, reverse=True))
    clauses = []
    for sentence in _sentences(request):
        for part in re.split(rf",\s+(?:(?:{joining})\s+)?", sentence):
            clauses += _joined(re.split(rf"(\s+(?:{joining})\s+)", part))
    return [clause for clause in (part.strip(" .,;:!?¡¿") for part in clauses) if len(words(clause)) >= _LEAST_WORDS]


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
