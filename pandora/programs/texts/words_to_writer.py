"""A text for somebody that repeats what its request says to who writes it, and the text without that."""

from __future__ import annotations

import re

from pandora.programs.language.function_words import is_function_word
from pandora.programs.texts.request_clauses import (
    asking_clause,
    clauses_to_writer,
    sentences_to_writer,
    wishes,
)
from pandora.programs.texts.sentences import TOKEN, row, words

_FEWEST, _ANNOUNCED = 4, 0.6
"""The fewest words, and the share of those of the asking clause, that in a row repeat it."""

_MOST_ANNOUNCING = 5
"""The most words before the title of a text that is announced."""
_DIGIT = re.compile(r"\d")
_CUT = re.compile(r"(?P<blank>\s*)[^.!?\n\0]*\0[^.!?\n]*[.!?]?")
"""A sentence that something was taken out of."""
_MOST_REST = 6
"""The most words that are left of a sentence which only says how long a text is to be."""
_LONGEST_WISH = 6
"""The most words of a wish; a longer clause that stands there is rather a fact: who takes over a call."""
_LAST_WORDS = 12
"""Within so many words from its end a text names who writes it."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_QUOTES = ('""', "“”", "„“", "«»", "''")
_BEGUN = re.compile(r"(^|[.!?]\s+|\n)(?:[ \t]*\0[.!?]*)+[ \t]*(\w?)")
"""Where a sentence begins with what was taken out, which `\0` stands for, and the letter behind that."""


def repeats_asking(text: str, request: str) -> str:
    """Return the words that the text has in a row of the clause which asks for it, if they are most; or "".

    They begin where the clause does: `an invitation to the parents` may be a title, but not where a comma goes
    on with it.
    """
    asking = words(asking_clause(request))
    said, size = row(text), max(_FEWEST, round(_ANNOUNCED * len(asking)))
    parts = (" ".join(asking[place : place + size]) for place in range(min(2, len(asking) - size + 1)))
    begun = words(text.strip().partition(",")[0])
    opens = _FEWEST <= len(begun) < len(words(text)) and row(" ".join(begun)) in row(" ".join(asking))
    return next((part for part in parts if f" {part} " in said), " ".join(begun) if opens else "")


def repeated_wish(text: str, request: str) -> str:
    """Return what the request says of how the text is to be, and the text has; "" for nothing."""
    said = row(text)
    short = (clause for clause in wishes(request) if len(words(clause)) <= _LONGEST_WISH)
    return next((clause for clause in short if row(clause) in said), "")


def without_words_to_writer(text: str, request: str) -> str:
    """Return a text without the clauses that its request says to who writes it; as it is without such.

    The first clause of the request is taken out only where a colon ends it: else it may be a fact.
    """
    left, asking = text, asking_clause(request)
    for clause in clauses_to_writer(request):
        if clause == asking and not re.search(rf"{re.escape(clause)}\s?:", request):
            continue
        said = r"\W+".join(map(re.escape, TOKEN.findall(clause)))
        left = re.sub(rf"(?<!\w){said}(?!\w)[)\]]?[ \t]*[,;:]?[ \t]*", "\0", left, flags=re.I)
    if left == text:
        return text
    left = _CUT.sub(lambda cut: cut[0] if _is_own(cut[0], request) else f"{cut['blank']}\0", left)
    left = re.sub(r"(?:[,;:][ \t]*)?\0+[ \t]*(?=[.!?]|$)", "\0", left, flags=re.M)
    left = _BEGUN.sub(lambda begun: begun[1] + begun[2].upper(), left)
    lines = [line.rstrip() for line in left.replace("\0", "").splitlines()]
    return "\n".join(line for line in lines if not line or words(line)).strip()


def _is_own(cut: str, request: str) -> bool:
    """False for a short rest of a sentence of the request that ends in the middle, as in `between 50 and`."""
    parts = [part for part in cut.split("\0") if words(part)]
    before = words(cut.partition("\0")[0])
    broken = bool(before) and is_function_word(before[-1]) and len(words(cut)) <= _MOST_REST
    return not broken or any(row(part) not in row(request) for part in parts)


def without_announcement(text: str, request: str) -> str:
    """Return a text without the words by which a chat's reply announces it: `Here is the` before its title.

    The title has most of the clause that asks for the text, in a row; no more than a few words stand before it.
    """
    asking, tokens = words(asking_clause(request)), list(TOKEN.finditer(text))[: _MOST_ANNOUNCING + 1]
    size = max(_FEWEST, round(_ANNOUNCED * len(asking)))
    if repeats_asking(text, request):
        return text
    for place, token in enumerate(tokens):
        title = words(text[token.start() :])[:size]
        runs = (asking[begin : begin + size] for begin in range(2, len(asking) - size + 1))
        if place and title in runs:
            while place + 1 < len(tokens) and is_function_word(words(tokens[place][0])[0]):
                place += 1
            begin = tokens[place].start()
            return text[begin].upper() + text[begin + 1 :]
    return text


def without_asking(text: str, request: str) -> str:
    """Return a text without its first sentence where that is the one of the request which asks for the text.

    One with a number stays: it may be the only one that tells it.
    """
    asking = asking_clause(request)
    sentence = next((one for one in sentences_to_writer(request) if asking and asking in one), "")
    asked, tokens = words(sentence), list(TOKEN.finditer(text))
    begun = [token[0].casefold() for token in tokens[: len(asked)]]
    if len(asked) < _FEWEST or begun != asked or len(tokens) < 2 * len(asked) or _DIGIT.search(sentence):
        return text
    end = tokens[len(asked) - 1].end()
    return re.sub(r"^[^\w\n]*\s", "", text[end:]).lstrip()


def without_wishes(text: str, request: str) -> str:
    """Return a text without the sentences that only say what the request says of how the text is to be.

    `Just give me the text.` is one, and so is `Polite but firm, from Tom Renner.` Shorter ones may be its own.
    """
    said = [words(wish) for wish in wishes(request)]
    lines = []
    for line in text.splitlines():
        parts = _SENTENCES.split(line)
        kept = [part for part in parts if not _only_wishes(part, said, request)]
        if kept or not line.strip():
            lines.append(line if len(kept) == len(parts) else " ".join(kept))
    return "\n".join(lines).strip() or text


def _only_wishes(sentence: str, wishes_: list[list[str]], request: str) -> bool:
    """True for a wish, and for one with few more words of the request: `Polite but firm, from Tom Renner.`"""
    own = words(sentence)
    if len(own) >= _FEWEST and own in wishes_:
        return True
    begins = any(
        len(wish) >= _FEWEST - 1 and own[: len(wish)] == wish and len(own) - len(wish) < _FEWEST
        for wish in wishes_
    )
    return begins and row(sentence) in row(request)


def unquoted(text: str) -> str:
    """Return a text without the quotes that stand around the whole of it."""
    inner = text.strip()
    pair = next((pair for pair in _QUOTES if inner[:1] == pair[0] and inner[-1:] == pair[1]), "")
    if not pair or len(inner) < 2 or any(mark in inner[1:-1] for mark in pair):
        return text
    return inner[1:-1].strip()


def with_signature(text: str, author: str, request: str) -> str:
    """Return a text with who writes it below, where its end lacks those words and the request has them."""
    names = words(author)
    end = words(text)[-_LAST_WORDS:]
    asked = words(request)
    known = bool(names) and all(name in asked for name in names)
    return f"{text}\n\n{author}" if known and not all(name in end for name in names) else text
