"""Numbers that a text has as words, as in `within eight weeks`, in seven languages by the library text2num."""

from __future__ import annotations

import functools

from pandora.programs.text_language import language_of

LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
"""The codes of the languages whose number words are known (ISO 639-1); English is taken where none is told."""


@functools.lru_cache(maxsize=512)
def with_digits(text: str) -> str:
    """Return a text with digits for its number words: `8 weeks` for `eight weeks`, `3rd` for `third`."""
    language = language_of(text) or "en"
    if language not in LANGUAGES:
        return text
    from text_to_num import alpha2digit  # compiled; loaded only where a text is held to its numbers

    return str(alpha2digit(text, language, threshold=0))
