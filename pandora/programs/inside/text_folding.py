"""A text without what spellings of the same word differ in: capital letters, accents and blanks."""

from __future__ import annotations

import unicodedata


def folded(text: object) -> str:
    """Return the text in lower case, without accents, with single blanks; "" for None.

    It is the key by which names are sorted as a dictionary has them.
    """
    words = "" if text is None else " ".join(str(text).split())
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
