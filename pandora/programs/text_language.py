"""The language of a text, told from its letters by the library py3langid."""

from __future__ import annotations

import functools
import re

LANGUAGES = {
    "English": "en",
    "German": "de",
    "French": "fr",
    "Spanish": "es",
    "Italian": "it",
    "Portuguese": "pt",
    "Dutch": "nl",
    "Polish": "pl",
}
"""The languages that are told apart, and their codes (ISO 639-1). Others are never recognised."""
FEWEST_WORDS = 12
"""Shorter texts, and those that are mostly names and numbers, can be of any language."""
LEAST_SURE = 0.99
_WORD = re.compile(r"[^\W\d_]{2,}")


def language_of(text: str) -> str | None:
    """Return the code of a text's language (ISO 639-1); None where it is too short, unsure or another one."""
    if len(_WORD.findall(text)) < FEWEST_WORDS:
        return None
    code, probability = _identifier().classify(text)
    return code if probability >= LEAST_SURE else None


def code_of(name: str) -> str | None:
    """Return the code of a language by its English name; None for one that is not told apart."""
    return LANGUAGES.get(name.strip().capitalize())


def name_of(code: str) -> str:
    """Return the English name of a language that `language_of` returned."""
    return next(name for name, other in LANGUAGES.items() if other == code)


@functools.cache
def _identifier():  # type: ignore[no-untyped-def]  # the library has no types; half a second to load
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(LANGUAGES.values()))
    return identifier
