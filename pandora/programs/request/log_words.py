"""The words of a request that tell some messages of a log from the others."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.negations import negates_word
from pandora.programs.language.text_language import possible_languages
from pandora.programs.language.word_stems import are_forms, may_be_forms
from pandora.programs.request.request_text import SENTENCE_ENDS

_SHORTEST = 4
_MARK, _MOST_MARKS = re.compile(r"\b[A-Z]{2,}\b"), 3
_WORD = re.compile(r"[^\W\d_]+")


def telling_words(messages: Iterable[str], request: str) -> dict[str, int]:
    """The words, in lower case, by which a request tells some messages of a log from the others.

    Several messages have each, but not all; the request has a form of it; one message has them all: of words
    that never stand together the commoner is meant. Each comes with the number of its messages, the commonest
    first. Where sentences of the request are questions, only their words count: the others tell what a log is.
    """
    having: dict[str, set[int]] = {}
    rows = 0
    for message in messages:
        for word in _WORD.findall(message):
            having.setdefault(word.casefold(), set()).add(rows)
        rows += 1
    asking = [sentence for sentence in SENTENCE_ENDS.split(request) if sentence.rstrip().endswith("?")]
    spoken = {word.casefold() for word in _WORD.findall(" ".join(asking) or request)}
    said = {word for word in spoken if len(word) >= _SHORTEST and not is_function_word(word)}
    some = [word for word, places in having.items() if 1 < len(places) < rows and len(word) >= _SHORTEST]
    alike = [word for word in some if any(may_be_forms(word, other) for other in said)]
    languages = possible_languages(request) if alike else ()
    telling = [word for word in alike if any(are_forms(word, other, languages) for other in said)]
    together = set(range(rows))
    words: dict[str, int] = {}
    for word in sorted(telling, key=lambda word: (-len(having[word]), word)):
        if together & having[word] and not negates_word(word, request):
            together &= having[word]
            words[word] = len(having[word])
    return words


def marks(messages: Iterable[str], request: str) -> list[str]:
    """The words in capital letters, such as IN and OUT, by which a request tells some messages of a log.

    Several messages have each, but not all. Those that the request says not to mean are left out.
    """
    words = dict.fromkeys(_MARK.findall(request))
    found = [set(_MARK.findall(message)) for message in messages]
    counts = {word: sum(word in one for one in found) for word in words}
    return [
        word for word, count in counts.items() if 1 < count < len(found) and not negates_word(word, request)
    ][:_MOST_MARKS]


def forms_in(word: str, request: str) -> set[str]:
    """The words of a request that are forms of a word of some messages: `fail` of `failed`."""
    said = {other.casefold() for other in _WORD.findall(request)}
    languages = possible_languages(request)
    return {other for other in said if may_be_forms(word, other) and are_forms(word, other, languages)}
