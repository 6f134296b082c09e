"""Numbers that a text has as words, as in `within eight weeks`, in seven languages by the library text2num."""

from __future__ import annotations

import functools
import re

from pandora.programs.language.text_language import language_of, likely_language_of

LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
"""The codes of the languages whose number words are known (ISO 639-1); English is taken where none is told."""

_DOZEN = re.compile(
    r"(?<!\w)(?:(?P<count>\d+) |"
    r"(?:(?:ein|een|une|una|uma|a|1) )?(?P<half>half a|halbes|half|demi-|media|mezza|meia) ?|"
    r"(?:a|an|one|1|ein|een|une|una|uma) )?(?:dozen|Dutzend|douzaine|docena|dozzina|d[uú]zia|dozijn)(?!\w)",
    re.I,
)


@functools.lru_cache(maxsize=512)
def with_digits(text: str, language: str | None = None) -> str:
    """Return a text with digits for its number words: `8 weeks` for `eight weeks`, `3rd` for `third`.

    A dozen is 12. The language of a text that is too short to tell is the given one (ISO 639-1), else the
    likeliest.
    """
    language = language_of(text) or language or likely_language_of(text) or "en"
    if language not in LANGUAGES:
        return text
    from text_to_num import alpha2digit  # compiled; loaded only where a text is held to its numbers

    return _DOZEN.sub(_as_twelves, str(alpha2digit(text, language, threshold=0)))


def _as_twelves(match: re.Match[str]) -> str:
    return str(6 if match["half"] else 12 * int(match["count"] or 1))
