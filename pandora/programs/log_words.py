"""The words of a request that tell some messages of a log from the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pandora.programs.text_language import possible_languages
from pandora.programs.word_stems import are_forms, may_be_forms

_SHORTEST = 4
_WORD = re.compile(r"[^\W\d_]+")


def telling_words(messages: Iterable[str], request: str, largest_share: float = 1.0) -> list[str]:
    """The words, in lower case, that several messages have, but not all, of which the request has a form.

    The rarest come first; none stands in more than `largest_share` of the messages.
    """
    counts: Counter[str] = Counter()
    rows = 0
    for message in messages:
        rows += 1
        counts.update({word.casefold() for word in _WORD.findall(message)})
    said = {word.casefold() for word in _WORD.findall(request) if len(word) >= _SHORTEST}
    few = [
        word
        for word, count in counts.items()
        if 1 < count < rows and count <= rows * largest_share and len(word) >= _SHORTEST
    ]
    alike = [word for word in few if any(may_be_forms(word, other) for other in said)]
    languages = possible_languages(request) if alike else ()
    telling = [word for word in alike if any(are_forms(word, other, languages) for other in said)]
    return sorted(telling, key=lambda word: (counts[word], word))
