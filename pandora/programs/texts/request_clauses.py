"""The clauses of a request for a text, and those of them whose words the text lacks."""

from __future__ import annotations

import re

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import conjunctions
from pandora.programs.request_text import PATH, SENTENCE_ENDS
from pandora.programs.texts.sentences import words

MOST_DOUBTFUL = 6
"""The most clauses of a request that are doubted in one text."""
_LEAST_WORDS, _LONGER = 2, 4
"""The fewest words of a clause, and the fewest letters of a word that carries what it says."""
_LEAST_SHARED = 0.7
"""The least share of such words with which a clause counts as told without a closer look."""
_BEGINNING = 5
"""So many letters of two words are alike where the words count as one."""


def doubtful_clauses(request: str, text: str) -> list[str]:
    """Return the clauses of the request whose words the text lacks, so that it may leave out what they say.

    The first clause asks for the text itself, and one with a path says where it is saved: neither is to be
    told. Words say only where to look: a clause may be told in others.
    """
    there = {word[:_BEGINNING] for word in words(text)}
    doubtful = []
    for clause in _clauses(request)[1:]:
        carrying = [word for word in words(clause) if _carries(word)]
        told = sum(word[:_BEGINNING] in there for word in carrying)
        if carrying and told < _LEAST_SHARED * len(carrying) and not PATH.search(clause):
            doubtful.append(clause)
    return doubtful[:MOST_DOUBTFUL]


def _clauses(request: str) -> list[str]:
    """The clauses of a request, parted at marks and at the words for `and`."""
    joining = "|".join(sorted(map(re.escape, conjunctions(("standard",))), key=len, reverse=True))
    parts = [
        part.strip(" .,;:!?¡¿")
        for sentence in SENTENCE_ENDS.split(request)
        for part in re.split(rf",\s+(?:(?:{joining})\s+)?|\s+(?:{joining})\s+", sentence)
    ]
    return [part for part in parts if len(words(part)) >= _LEAST_WORDS]


def _carries(word: str) -> bool:
    """True for a number, and for a longer word that is no function word."""
    return word[0].isdigit() or (len(word) >= _LONGER and not is_function_word(word))
