"""A printed value without the label that a program wrote before it in another language than its request's."""

from __future__ import annotations

import re

from pandora.programs.language.text_language import likely_language_of, possible_languages
from pandora.programs.parsed_program import Program, printed_labels

_LABEL = re.compile(r"(?P<label>[^\W\d_][^:\n]{1,60}):\s+(?P<value>\S.*)")
"""What a program prints before a value, such as `Total balls: 181.4`."""


def without_foreign_label(text: str, program: Program, request: str) -> str:
    """Return the one line that a program printed without its own label; as it is for any other text.

    A small model writes its programs in English, whatever the language of the request. A label that is as
    likely in the request's language, or that has a word of the request or of the data, stays.
    """
    line = _LABEL.fullmatch(text.strip())
    wanted = likely_language_of(request) if line else None
    if line is None or wanted in (None, "en"):
        return text
    label = line["label"].strip()
    written = any(own.strip().rstrip(":").rstrip() == label for own in printed_labels(program))
    said = next(iter(possible_languages(label)), "")
    words = set(re.findall(r"\w+", request.casefold()))
    if not written or said == wanted or words & set(re.findall(r"\w+", label.casefold())):
        return text
    return line["value"]
