"""A text without what letter_forms of the same word differ in: capital letters, accents and blanks."""

from __future__ import annotations

import unicodedata

_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def folded(text: object) -> str:
    """Return the text in lower case, without accents, with single blanks; "" for None.

    It is the key by which names are sorted as a dictionary has them.
    """
    words = "" if text is None else " ".join(str(text).split())
    return plain_letters(words)


def folded_name(name: str) -> str:
    """Return a name without what a model may write otherwise: capitals, accents, and marks and blanks."""
    return "".join(filter(str.isalnum, folded(name)))


def plain_letters(text: str) -> str:
    """Return the text in lower case and without accents, with its blanks."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_STROKES)


def letter_forms(text: str) -> tuple[str, str]:
    """Return a text in lower case, without accents, and with German umlauts as two letters: Tüte, tuete."""
    return plain_letters(text), plain_letters(text.casefold().translate(_UMLAUTS))
