"""The conversation's rules: what is a list of queries, what is a reply, and what authorises a run."""

from __future__ import annotations

import re

from pandora.document.state_document import digest

PHRASE = "Authorized to execute"
"""The only words that start a run of research."""
LEAST_WORDS = 3
"""A reply of fewer words is no query."""
_ITEM = re.compile(r"(?:^|\s)(\d{1,2})[.)]\s+")


def is_phrase(reply: str) -> bool:
    """True for the authorising phrase by itself, whatever its case, in quotes or with a full stop."""
    return " ".join(reply.split()).strip(" `'\"“”.!").casefold() == PHRASE.casefold()


def is_query(reply: str) -> bool:
    """True for a reply that can be a query: three words at least, or a long one of a script without spaces.

    One with the phrase among other words is none: it means to authorise, and would put itself in the place of
    the query."""
    words = re.findall(r"\w+", reply)
    if PHRASE.casefold() in " ".join(words).casefold():
        return False
    return len(words) >= LEAST_WORDS or any(len(word) >= 12 for word in words)


def queries_in(text: str) -> tuple[str, ...]:
    """The queries of a text: its numbered items (`1. … 2. …`, on one line or several), else the text itself."""
    marks = list(_ITEM.finditer(text))
    if (
        marks
        and (len(marks) >= 2 or marks[0].start() == 0)
        and [int(mark[1]) for mark in marks] == list(range(1, len(marks) + 1))
    ):
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        items = (" ".join(text[mark.end() : end].split()) for mark, end in zip(marks, ends, strict=True))
        return tuple(dict.fromkeys(filter(None, items)))
    return (" ".join(text.split()),)


def numbered(queries: tuple[str, ...]) -> str:
    """The queries as numbered lines; a single one without a number."""
    return queries[0] if len(queries) == 1 else "\n".join(f"{n}. {query}" for n, query in enumerate(queries, 1))


def queries_digest(queries: tuple[str, ...]) -> str:
    """What an authorisation is bound to: it is void as soon as one query is another."""
    return digest(PHRASE, *queries)
