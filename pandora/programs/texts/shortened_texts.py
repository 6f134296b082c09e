"""A text that is too long, without the sentences that its request asks for the least."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from pandora.programs.texts.sentences import TOKEN, words

MOST_SENTENCES = 24
"""A text of more sentences is written anew."""
_FEWEST_WORDS, _LEAST_LEFT = 4, 0.3
"""The fewest words of a sentence that may be left out, and the share of a text's words that must be left."""
_TITLES = ("Prof", "Mme", "Mrs", "Sra", "Dr", "Fr", "Hr", "Mr", "Ms", "Sr", "St", "[A-Z]")
_TITLED = "".join(rf"(?<!\b{title}\.)" for title in _TITLES)
"""No sentence ends behind a title or an initial."""
SENTENCE_END = re.compile(rf"(?<=[.!?]){_TITLED}\s+(?=[^\W_a-z])|(?<=[.!?][)”\"'*])\s+")
"""Where one sentence of a line ends and the next one begins."""
_LONGEST_CLOSING = 10
"""A last line of more words is no closing, such as `With kind regards, Ola Berg`."""
_FEWEST_UNENDED = 3
"""So many lines without an end are a list without marks, such as notes: then the last line has none either."""
_FACT = re.compile(r"\d+|[^\W\d_a-z][^\W\d_]{2,}")
"""A run of digits, or a word with a capital."""
_LABELLED_ITEM = re.compile(r"\s*[-*•–]\s+[*_]{0,3}[^:.!?\n]{1,30}:[*_]{0,3}\s")
"""An item that says little without the heading above it: `- **Pete**: six years`."""
_LISTED = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)])\s")


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text that may be left out: those of its paragraphs, and the items of its lists.

    Headings, a greeting and who signs it are none.
    """
    return [
        sentence
        for line in text.splitlines()
        for sentence in _parts(line)
        if len(words(sentence)) >= _FEWEST_WORDS and (_ends(sentence) or _LISTED.match(line))
    ]


def breaks_off(text: str) -> bool:
    """True for a text that ends within a sentence of its last paragraph, as where a reply may be no longer.

    So does a list whose last item alone has no end; where no item has one, the last needs none either. Nor does
    it where none of several lines of some length has one.
    """
    *before, line = text.strip().splitlines() or [""]
    items = [_ends(item) for item in before if _LISTED.match(item)]
    listed = bool(_LISTED.match(line)) and len(items) > 1 and 2 * sum(items) > len(items)
    if _LISTED.match(line) and items and not any(items):
        return False
    long = [_ends(other) for other in before if len(words(other)) > _FEWEST_WORDS]
    if len(long) >= _FEWEST_UNENDED and not any(long):
        return False
    return not _ends(line) and (listed or len(words(line)) > _LONGEST_CLOSING)


def last_sentence(text: str) -> str:
    """Return the last sentence of a text's last line; "" of an empty text."""
    return (_parts((text.strip().splitlines() or [""])[-1]) or [""])[-1]


def shortened(text: str, odds: Mapping[str, float], most: int, known: str = "") -> tuple[str, list[str]]:
    """Return a text of at most `most` words without the sentences that are the least likely, and these.

    `odds` says how likely each sentence belongs there. The headings go first, but for the title; those with
    numbers or names of what is `known` that no other sentence has go last. The text is "" where too little
    would be left.
    """
    left_out: list[str] = []
    if len(words(text)) > most:
        text = _without_headings(text)
    facts = _own_facts(odds, known)
    for sentence in sorted(odds, key=lambda one: (facts[one], odds[one])):
        short = _without(text, left_out)
        if len(words(short)) <= most:
            break
        left_out.append(sentence)
    short = _without(text, left_out)
    if len(words(short)) > most or len(words(short)) < _LEAST_LEFT * len(words(text)):
        return "", []
    return short, left_out


def _own_facts(sentences: Iterable[str], known: str) -> dict[str, bool]:
    """For each sentence whether it has a number or a name of what is known that none of the others has."""
    given = set(_FACT.findall(known))
    facts = {one: given.intersection(_FACT.findall(one[1:])) for one in sentences}
    counts = Counter(fact for found in facts.values() for fact in found)
    return {one: any(counts[fact] == 1 for fact in found) for one, found in facts.items()}


def with_joined_sentences(text: str, known: str) -> str:
    """Return a text with its two shortest neighbouring sentences as one; as it is where there are none.

    The first word of the later one is written small where `known` or the text has it so.
    """
    small = {word for word in TOKEN.findall(f"{known}\n{text}") if word[0].islower()}
    pairs = [
        pair
        for line in text.splitlines()
        for pair in pairwise(_parts(line))
        if not _LISTED.match(line) and all(one in sentences_of(line) for one in pair)
    ]
    if not pairs:
        return text
    first, second = min(pairs, key=lambda pair: len(words(" ".join(pair))))
    begins = TOKEN.match(second)
    later = second[:1].lower() + second[1:] if begins and begins[0].casefold() in small else second
    apart = re.search(rf"{re.escape(first)}\s+{re.escape(second)}", text)
    joined = f"{first.rstrip().removesuffix('.')}; {later}"
    return f"{text[: apart.start()]}{joined}{text[apart.end() :]}" if apart else text


def _without(text: str, left_out: list[str]) -> str:
    """The text without some sentences, and without the mark of a list that stood before them alone."""
    lines = [(line, [part for part in _parts(line) if part not in left_out]) for line in text.splitlines()]
    lines = [(line, kept if any(map(str.isalpha, "".join(kept))) else []) for line, kept in lines]
    left = [
        line if len(kept) == len(_parts(line)) else " ".join(kept)
        for line, kept in lines
        if kept or not line.strip()
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(left)).strip()


def _without_headings(text: str) -> str:
    """The text without its headings, but for the title and those above lists of labels, which need them."""
    lines = text.strip().splitlines()
    kept = lines[:1]
    for place, line in enumerate(lines[1:], 1):
        below = next((other for other in lines[place + 1 :] if other.strip()), "")
        if not _is_heading(line) or _LABELLED_ITEM.match(below):
            kept.append(line)
    return "\n".join(kept)


def _parts(line: str) -> list[str]:
    return [part for part in SENTENCE_END.split(line) if part.strip()]


def _ends(sentence: str) -> bool:
    return sentence.rstrip(" *_”\"')").endswith((".", "!", "?"))


def _is_heading(line: str) -> bool:
    bare = line.strip()
    is_bold = bare.startswith(("*", "_")) and bare.endswith(("*", "_"))
    marked = bare.startswith("#") or bare.rstrip("*_ ").endswith(":") or is_bold
    return marked and not sentences_of(line)
