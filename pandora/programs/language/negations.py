"""Words of eight languages that say what is not meant: `not`, `without`, `except`.

The Unicode CLDR has none of them, so they stand here. In a request those of its own languages count: `mai` and
`noch` deny in Italian and in Dutch, and are a month and `still` in German.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.programs.language.text_language import possible_languages
from pandora.programs.request.request_text import has_word

_DENIALS = {
    "en": r"not|no|none|without|never|neither|nor",
    "de": r"nicht|kein\w*|ohne|nie|niemals|weder",
    "fr": r"pas|sans|ni|jamais|aucune?",
    "es": r"no|sin|nunca|ningun[oa]?|ningún|tampoco",
    "it": r"non|senza|mai|nessun\w*|né",
    "pt": r"não|nao|sem|nunca|nenhum\w*|nem",
    "nl": r"niet|geen|zonder|nooit|noch",
    "pl": r"nie|bez|nigdy|żad\w+|ani",
}
_EXCLUSIONS = (
    r"except|but|other|others|excluding|leave out|außer|ausser|ausgenommen|sauf|excepté|hormis"
    r"|excepto|salvo|tranne|eccetto|exceto|behalve|oprócz|poza"
)
_NOTHING = {
    "en": r"cannot|nothing|nobody|nowhere",
    "de": r"nichts|niemand\w*|nirgends",
    "fr": r"rien|nulle part",
    "es": r"nada|nadie",
    "it": r"niente|nulla",
    "pt": r"nada|ninguém",
    "nl": r"niets|niemand|nergens",
    "pl": r"nic|nikt|nigdzie",
}
"""Words that deny in a statement, beside those of `_DENIALS`; a request is not read by them."""
_CLAUSE_END = re.compile(r"[,;:.!?()\n]")
_NEGATION = re.compile(rf"\b(?:{'|'.join([*_DENIALS.values(), _EXCLUSIONS])})\b|n['’]t\b", re.I)
_OF_LANGUAGE = {
    code: re.compile(rf"\b(?:{words}|{_EXCLUSIONS})\b|n['’]t\b", re.I) for code, words in _DENIALS.items()
}
_DENIAL = {
    code: re.compile(rf"\b(?:{words}|{_NOTHING[code]})\b|n['’]t\b", re.I) for code, words in _DENIALS.items()
}


def negates(text: str, languages: Sequence[str] = ()) -> bool:
    """True where a text has a word for what is not meant, in one of some languages, or in any for ()."""
    forms = [_OF_LANGUAGE[code] for code in languages] or [_NEGATION]
    return any(form.search(text) for form in forms)


def negates_word(word: str, text: str) -> bool:
    """True where the clauses of a text that have the word all say what is not meant."""
    clauses = [clause for clause in _CLAUSE_END.split(text) if has_word(clause, word)]
    if not clauses or not all(map(negates, clauses)):
        return False
    languages = possible_languages(text)
    return all(negates(clause, languages) for clause in clauses)


def denies(text: str, language: str | None) -> bool:
    """True where a statement says that something is not so; English is taken where the language is not told.

    In a statement only the words of its own language count: `mai` denies in Italian, and is a month in German.
    """
    return _DENIAL.get(language or "en", _DENIAL["en"]).search(text) is not None
