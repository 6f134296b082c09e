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
_FIRST_PART = re.compile(r"[,;(\n]")
_NAME = re.compile(r"(?![a-zà-öø-ÿ])[^\W\d_][\w’'-]*")
_MOST_NAMES = 3


def greeting_of(reader: str, language: str) -> str:
    """Return the first line of a letter in a language (its code, such as `fr`) to one person; "" for none.

    There is none for who has no title: one word may be a person, a firm or a group. Of two names the second is
    the surname; of three, which may be two surnames, all stand there.
    """
    named = _FIRST_PART.split(reader.strip(), maxsplit=1)[0].strip()
    for titles, form in _TITLED.get(language, ()):
        match = re.fullmatch(rf"(?P<title>{titles})\.?\s+(?P<name>\S.*)", named, re.I)
        names = match["name"].split() if match else []
        if match and len(names) <= _MOST_NAMES and all(_NAME.fullmatch(one) for one in names):
            name = " ".join(names if len(names) == _MOST_NAMES else names[-1:])
            return form.format(title=match["title"].capitalize(), name=name)
    return ""
