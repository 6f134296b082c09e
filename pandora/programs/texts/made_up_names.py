"""Names in an answer that stand neither in its texts nor in its request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from itertools import pairwise

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import calendar_words
from pandora.programs.language.text_language import language_of, likely_language_of
from pandora.programs.language.word_stems import are_forms
from pandora.programs.texts.sentences import TOKEN, capitals_within, words

_INFLECTED = ("pl",)
"""The languages whose names have other endings in other sentences."""
_SHORTEST, _LONGEST_END = 5, 2
"""The fewest letters of a name that may go on with an ending, and the most letters of that."""
FEWEST_NAMED = 2
"""The fewest different words behind a title, such as `Frau`, in texts that write all nouns with a capital."""


def made_up_names(answer: str, request: str, texts: Sequence[str]) -> list[str]:
    """Return the words with a capital within sentences of an answer that no text has, nor the request.

    German writes all nouns so: there only what stands behind a title is a name, that is behind a word that the
    texts have before different words with a capital, and before no others. Another ending makes no other name:
    `Mondays`, and `German` for `Germany`. An answer in another language than the texts has its own words for
    what they name.
    """
    whole = "\n".join(texts)
    language = language_of(whole) or likely_language_of(whole)
    written = likely_language_of(f"{request} {answer}")
    if not language or language in _INFLECTED or (written and written != language):
        return []
    known = {*words(whole), *words(request), *calendar_words()}
    # `Mr` before a name that is known says nothing new.
    known |= {title.casefold() for title, name in pairwise(TOKEN.findall(answer)) if _is_named(name, known)}
    names = _titled(answer, whole) if language == "de" else capitals_within(answer)
    return [
        name
        for name in dict.fromkeys(names)
        if name[1:].islower() and name.casefold() not in known and not is_function_word(name.casefold())
        if not any(_has_other_ending(name.casefold(), word, language) for word in known)
    ]


def _has_other_ending(name: str, word: str, language: str) -> bool:
    one, two = sorted((name, word), key=len)
    goes_on = len(one) >= _SHORTEST and two.startswith(one) and len(two) - len(one) <= _LONGEST_END
    return goes_on or are_forms(name, word, [language])


def _is_named(word: str, known: Set[str]) -> bool:
    """True for a word with a capital that is known and holds no sentence together."""
    small = word.casefold()
    return word[0].isupper() and small in known and not is_function_word(small)


def _titled(answer: str, whole: str) -> list[str]:
    """The words with a capital behind a title of the texts."""
    behind: dict[str, set[str]] = defaultdict(set)
    tokens = TOKEN.findall(whole)
    for title, name in pairwise(tokens):
        behind[title].add(name)
    titles = {
        title
        for title, names in behind.items()
        if title[0].isupper() and not is_function_word(title.casefold())
        if len(names) >= FEWEST_NAMED and all(name[0].isupper() for name in names)
    }
    said = TOKEN.findall(answer)
    return [name for title, name in pairwise(said) if title in titles and name[0].isupper()]
