"""Words of eight languages that say what is not meant: `not`, `without`, `except`.

The Unicode CLDR has none of them, so they stand here. A word that is one of them in any of the languages counts
in all: where it does not, a program only begins with less.
"""

from __future__ import annotations

import re

from pandora.programs.request_text import has_word

_WORDS = (
    r"not|no|none|without|except|but|never|other|others|neither|nor|excluding|leave out"  # en
    r"|nicht|kein\w*|ohne|außer|ausser|nie|niemals|ausgenommen|weder"  # de
    r"|pas|sans|sauf|ni|jamais|aucune?|excepté|hormis"  # fr
    r"|sin|excepto|salvo|nunca|ningun[oa]?|ningún|tampoco"  # es
    r"|non|senza|tranne|eccetto|mai|nessun\w*|né"  # it
    r"|não|nao|sem|exceto|nunca|nenhum\w*|nem"  # pt
    r"|niet|geen|zonder|behalve|nooit|noch"  # nl
    r"|nie|bez|oprócz|poza|nigdy|żad\w+|ani"  # pl
)
_CLAUSE_END = re.compile(r"[,;:.!?()\n]")
_NEGATION = re.compile(rf"\b(?:{_WORDS})\b|n['’]t\b", re.I)


def negates(text: str) -> bool:
    """True where a text has a word for what is not meant."""
    return _NEGATION.search(text) is not None


def negates_word(word: str, text: str) -> bool:
    """True where the clauses of a text that have the word all say what is not meant."""
    clauses = [clause for clause in _CLAUSE_END.split(text) if has_word(clause, word)]
    return bool(clauses) and all(map(negates, clauses))
