"""The length that a request sets for a text, in words or in sentences, and whether a text keeps to it."""

from __future__ import annotations

import re

from pandora.programs.language.number_words import with_digits
from pandora.programs.language.text_language import possible_languages
from pandora.programs.texts.sentences import words
from pandora.programs.texts.shortened_texts import sentences_of

SHORTEST_LIMIT, MOST_OVER = 20, 1.5
"""A number of the request from here on may be a length in words, which a text may miss by so much."""
_WORD_NAMES = (
    "words Wörter Wörtern Worte Worten mots palabras parole palavras woorden słów słowa słowami wyrazów"
)
"""What the words of a text are called where a request says how many it may have."""
_LENGTH = re.compile(
    r"(?<!\d)(?:\d{1,5}(?:\s?[-–]\s?| [^\W\d_]{1,3} ))?(?P<most>\d{1,5})[\s-]{1,3}"
    rf"(?:{'|'.join(_WORD_NAMES.split())})\b",
    re.I,
)
_SENTENCE_NAMES = {
    "en": "sentences?",
    "de": "Satz|Sätzen?",
    "fr": "phrases?",
    "es": "frases?|oraci(?:ón|ones)",
    "it": "fras[ei]",
    "pt": "frases?",
    "nl": "zin(?:nen)?",
    "pl": "zda(?:nie|nia|niach|ń)",
}
"""What the sentences of a text are called, by language: an English phrase is none."""
_SENTENCES = {
    language: re.compile(
        r"(?<!\d)(?:\d{1,5}(?:\s?[-–]\s?| [^\W\d_]{1,4} ))?(?P<most>\d{1,5})"
        rf"(?: [^\W\d_]+)?[ -](?P<called>{names})\b",
        re.I,
    )
    for language, names in _SENTENCE_NAMES.items()
}
"""A number of sentences, between which and their name one word may stand: `2 short sentences`."""
_HYPHEN = re.compile(rf"(?<=\w)-(?={_SENTENCE_NAMES['en']}\b)", re.I)
MOST_SENTENCES_ASKED = 12
"""Who asks for more sentences does not count them."""
_AT_LEAST = re.compile(
    r"\b(?:at least|no fewer|not less|mindestens|wenigstens|au moins|minim\w*|mínim\w*|al menos|por lo menos"
    r"|almeno|pelo menos|no mínimo|minstens|ten minste|co najmniej|przynajmniej)\b",
    re.I,
)
_MORE_THAN = re.compile(
    r"\b(?:more than|over|above|mehr als|über|plus de|más de|più di|oltre|mais de|meer dan|ponad|więcej niż)\b",
    re.I,
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|roughly|circa|ca|etwa|ungefähr|rund|environ|autour de|unos|unas|alrededor de"
    r"|aproximadamente|cerca de|ongeveer|około)\b\.?|~)\s*$",
    re.I,
)
"""What stands right before a length that is no limit: a text may miss it, but not by half."""
_PARTS = (
    "bullet|point|item|line|sentence|Punkt|Stichpunkt|Zeile|Satz|puce|tiret|ligne|phrase|punto|viñeta|línea|riga"
    "|frase|punt|regel|zin|ponto|linha"
)
_OF_EACH = re.compile(
    r"(?<!\bto )(?<!\bfor )(?<!\bà )(?<!\ba )(?<!\bpour )(?<!\bpara )(?<!\bper )"
    r"\b(?:each|apiece|jeweils|je (?=(?:höchstens |maximal |max\.? |bis zu |nicht mehr als )?\d)|chacune?"
    rf"|chaque|cada|ciascun[oa]?|ogni|ognun[oa]|każd\w+|(?:per|pro|je|par|por|elke?) (?:{_PARTS}))\b",
    re.I,
)
"""What says that a length is that of each part of a text, as of each point of a list."""
LEAST_ROOM, LEAST_SHARE = 40, 5
"""A text that may have so many words, or more, has one of this many parts of them at least."""
LEAST_OF_ABOUT = 0.5
_NOT = re.compile(r"\b(?:not?|don't|never|nicht|keine?|pas|non|não|niet|nie)\b", re.I)
_ALSO_ALLOWED = re.compile(r"\s*\([^\d()]{0,20}(?P<most>\d+)[^\d()]{0,20}\)")
"""What may stand in brackets behind a length, as in `about 100 words (120 at most)`."""
MOST_LONGER, MOST_LONGER_THAN_ABOUT = 1.03, 1.1
"""A text may have so many times the words that the request allows, and that it says are about as many."""
QUOTED = r"[\"“„«‹][^\"”“»›\n]+[\"”“»›]|`[^`\n]+`"
_GIVEN_IN_SENTENCE = re.compile(rf"{QUOTED}|:\s[^.!?\n]*")
"""Words that a request gives in quotes or behind a colon, up to the end of their sentence."""
_CLAUSE = re.compile(r"[,.;:!?()\n]|\s[-–—]\s")
MOST_BESIDE_LENGTH = 3
"""The most words beside a length in its clause; with more, the length may be that of other texts."""
FEWEST_OF_LENGTH = 3
"""A text with less than this part of the words that a length allows may tell of the length of other texts."""

WORDS_OF_SENTENCE = 25
"""About so many words a full sentence has at the most."""


def without_allowance(request: str) -> str:
    """The request without what it allows in brackets beside a length: `about 100 words (120 at most)`."""
    for length in reversed(list(_LENGTH.finditer(request))):
        if also := _ALSO_ALLOWED.match(request, length.end()):
            request = f"{request[: also.start()]} {request[also.end() :]}"
    return request


def repeated_length(text: str, request: str) -> str:
    """Return the length in words that the request sets for a text, as the text says it; "" if it does not.

    "" also where the length may be a fact to tell, as of stories that somebody is asked for: the request gives
    it in quotes or behind a colon, says more in its clause, or names two; or the text has another length.
    """
    clause, length = _length_in(request)
    if length is None:
        return ""
    beside = words(f"{clause[: length.start()]} {clause[length.end() :]}")
    count, most = len(words(text)), int(length["most"])
    if len(beside) > MOST_BESIDE_LENGTH or not most / FEWEST_OF_LENGTH <= count <= most * MOST_OVER:
        return ""
    return next((said[0] for said in _LENGTH.finditer(text) if said["most"] == length["most"]), "")


def sets_length(clause: str) -> bool:
    """True where a clause of a request says how many words or sentences a text may have."""
    return bool(_LENGTH.search(clause) or _number_of_sentences(clause)[1])


def _length_in(request: str, called: re.Pattern[str] = _LENGTH) -> tuple[str, re.Match[str] | None]:
    """The one length that a request sets, with its clause; None where it sets none or several."""
    clauses = _CLAUSE.split(_GIVEN_IN_SENTENCE.sub("\n", request))
    lengths = [(clause, length) for clause in clauses for length in called.finditer(clause)]
    return lengths[0] if len(lengths) == 1 else ("", None)


def _length_of_whole(request: str) -> tuple[str, re.Match[str] | None]:
    """As `_length_in`; none where it is the length of each part of a text."""
    clause, length = _length_in(request)
    return ("", None) if length is not None and _OF_EACH.search(clause) else (clause, length)


def is_of_each(request: str) -> bool:
    """True where the length that a request sets is that of each part of a text: `each 20 words at the most`."""
    clause, length = _length_in(request)
    return length is not None and _OF_EACH.search(clause) is not None


def asked_words(request: str) -> int:
    """How many words a text may have, or a part of it, as a request says; 0 where it sets no such limit."""
    clause, length = _length_in(request)
    return int(length["most"]) if length is not None and sets_limit(clause) else 0


def most_words_of_text(request: str) -> int:
    """How many words a whole text may have, also by its sentences; 0 where a request sets no such limit."""
    clause, length = _length_of_whole(request)
    if length is not None and sets_limit(clause):
        return int(length["most"])
    clause, length = _number_of_sentences(request)
    return WORDS_OF_SENTENCE * int(length["most"]) if length is not None and sets_limit(clause) else 0


def sets_limit(clause: str) -> bool:
    """True where the length of a clause is the most that a text may have, and not the least."""
    more = _MORE_THAN.search(clause) and not _NOT.search(clause)
    return not more and not _AT_LEAST.search(clause)


def _number_of_sentences(request: str) -> tuple[str, re.Match[str] | None]:
    """The one number of sentences that a request sets, with its clause, whose number words are digits."""
    bare = _HYPHEN.sub(" ", request)
    for language in possible_languages(request):
        found = _length_in(with_digits(bare, language), _SENTENCES[language])
        if found[1]:
            return found
    return "", None


def sentences_over(text: str, request: str) -> tuple[int, int]:
    """Return how many sentences a text has and how many it may have; (0, 0) where it has no more than these.

    Short ones of up to three words, a greeting and who signs it are none. A text that itself speaks of
    sentences tells of others.
    """
    clause, length = _number_of_sentences(request)
    if length is None or not sets_limit(clause) or length["called"].casefold() in words(text):
        return 0, 0
    count, most = len(sentences_of(text)), int(length["most"])
    allowed = most + 1 if _ABOUT.search(clause[: length.start()]) else most
    return (count, most) if 0 < most <= MOST_SENTENCES_ASKED and count > allowed else (0, 0)


def words_over(text: str, request: str) -> tuple[int, int]:
    """Return how many words a text has and how many it may have; (0, 0) where it is not clearly too long.

    A few more are none too many, as what counts as a word is a matter of taste, and a tenth of `about 100`. A
    request that says `at least` or `more than` sets no limit.
    """
    clause, length = _length_of_whole(request)
    if length is None or not sets_limit(clause):
        return 0, 0
    count, most = len(words(text)), int(length["most"])
    for stated in _LENGTH.finditer(request):
        if also := _ALSO_ALLOWED.match(request, stated.end()):
            most = max(most, int(also["most"]))
    longer = MOST_LONGER_THAN_ABOUT if _ABOUT.search(clause[: length.start()]) else MOST_LONGER
    return (count, most) if most >= SHORTEST_LIMIT and count > most * longer else (0, 0)


def words_under(text: str, request: str) -> tuple[int, int]:
    """Return how many words a text has and about how many it is to have; (0, 0) where it has half of them."""
    clause, length = _length_of_whole(request)
    if length is None or not _ABOUT.search(clause[: length.start()]):
        return 0, 0
    count, wanted = len(words(text)), int(length["most"])
    return (count, wanted) if wanted >= SHORTEST_LIMIT and count < LEAST_OF_ABOUT * wanted else (0, 0)


def words_left(text: str, request: str) -> tuple[int, int]:
    """Return how many words a text has and how many it may have; (0, 0) but where it uses less than a fifth."""
    clause, length = _length_of_whole(request)
    if length is None or not sets_limit(clause):
        return 0, 0
    count, most = len(words(text)), int(length["most"])
    return (count, most) if most >= LEAST_ROOM and count * LEAST_SHARE < most else (0, 0)


def asks_for_summary(request: str) -> bool:
    """True where a request sets a length of several sentences, or of as many words, as for a summary."""
    clause, length = _number_of_sentences(request)
    if length is not None and sets_limit(clause):
        return 1 < int(length["most"]) <= MOST_SENTENCES_ASKED
    clause, length = _length_of_whole(request)
    return length is not None and sets_limit(clause) and int(length["most"]) >= LEAST_ROOM
