"""How a letter greets its reader, by the title with which the reader is named: `Mme Aubry`, `Herr Kunz`.

The forms are the usual ones of each language's letters. A small model that is asked for a letter writes the
request down once more; behind a greeting it writes to the reader.
"""

from __future__ import annotations

import re

_TITLED = {
    "en": (("mrs|ms|miss|mr|dr|prof", "Dear {title} {name},"),),
    "de": (("frau", "Sehr geehrte Frau {name},"), ("herrn?", "Sehr geehrter Herr {name},")),
    "fr": (("mme|madame|mlle|mademoiselle", "Madame {name},"), ("m|mr|monsieur", "Monsieur {name},")),
    "es": (("sra|señora|doña", "Estimada señora {name}:"), ("sr|señor|don", "Estimado señor {name}:")),
    "it": (("signora|sig\\.ra", "Gentile signora {name},"), ("signor|sig", "Gentile signor {name},")),
    "pt": (("sra|senhora", "Estimada senhora {name},"), ("sr|senhor", "Estimado senhor {name},")),
    "nl": (("mevrouw|mevr|mw", "Geachte mevrouw {name},"), ("meneer|heer|dhr", "Geachte heer {name},")),
}
"""The titles of each language, in small letters and without the dot behind them, with the greeting."""
_NAMED = {
    "en": "Dear {name},",
    "de": "Hallo {name},",
    "fr": "Bonjour {name},",
    "es": "Hola, {name}:",
    "it": "Ciao {name},",
    "pt": "Olá {name},",
    "nl": "Beste {name},",
}
"""The greeting of a person who is named without a title."""
_FIRST_PART = re.compile(r"[,;(\n]")
_NAME = re.compile(r"[^\W\d_][\w’'-]*")
_MOST_NAMES = 3


def greeting_of(reader: str, language: str) -> str:
    """Return the first line of a letter in a language (its code, such as `fr`) to one person; "" for none.

    There is none for several readers, for a firm, and where the reader has no name.
    """
    named = _FIRST_PART.split(reader.strip(), maxsplit=1)[0].strip()
    for titles, form in _TITLED.get(language, ()):
        if re.fullmatch(rf"(?:{titles})\.?", named, re.I):
            return ""
        if match := re.fullmatch(rf"(?P<title>{titles})\.?\s+(?P<name>\S.*)", named, re.I):
            names = match["name"].split()
            if _are_names(names):
                return form.format(title=match["title"].capitalize(), name=names[-1])
    names = named.split()
    one = len(names) == 1 and _are_names(names)
    return _NAMED[language].format(name=named) if one and language in _NAMED else ""


def _are_names(names: list[str]) -> bool:
    return 0 < len(names) <= _MOST_NAMES and all(_NAME.fullmatch(one) and one[0].isupper() for one in names)
