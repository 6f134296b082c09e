"""The words that hold a sentence together in every text, such as `the`, `für` or `dans`: they name no value."""

from __future__ import annotations

import functools

from pandora.programs.language.text_language import LANGUAGES


def is_function_word(word: str) -> bool:
    """True for a word in small letters that is one in any of the languages that are told apart.

    Source: the lists of the library stop-words. A request of one line may be of several languages, so all of
    them count.
    """
    return word in _function_words()


@functools.cache
def _function_words() -> frozenset[str]:
    from stop_words import get_stop_words

    return frozenset(word for code in LANGUAGES.values() for word in get_stop_words(code))
