"""The parts of a request that asks for several things at once, each of which an answer has a line for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from itertools import pairwise
from pathlib import PurePosixPath

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import conjunctions
from pandora.programs.language.text_language import possible_languages
from pandora.programs.request.request_text import PATH, SENTENCE_ENDS

QUESTION_WORDS = {
    "en": "who whom whose what which when where why how whether",
    "de": "wer wen wem wessen was welche welcher welches welchen welchem wann wo wohin woher warum wieso"
    " weshalb wie wieviel wieviele ob wofür womit woran wovon wozu",
    "fr": "qui quoi quel quelle quels quelles quand où pourquoi comment combien lequel laquelle lesquels"
    " lesquelles",
    "es": "quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas"
    " cuanto cuanta cuantos cuantas cual cuales",
    "it": "chi cosa cos quale qual quali quando quand dove dov perché come quanto quanta quanti quante",
    "pt": "quem quê qual quais quando onde quanto quanta quantos quantas",
    "nl": "wie wat welk welke wanneer waar waarom waarheen hoe hoeveel",
    "pl": "kto kogo komu co czego jaki jaka jakie który która które kiedy gdzie dokąd skąd dlaczego ile",
}
"""The words with which a question begins, a closed class of each language (ISO 639-1)."""
_RELATIVES = {
    "en": "who whom whose which",
    "de": "wer wem wen wessen welche welcher welches welchen welchem",
    "fr": "qui lequel laquelle lesquels lesquelles",
    "es": "cual cuales",
    "it": "quale quali",
    "pt": "qual quais",
    "nl": "wie welke welk",
    "pl": "który która które",
}
"""Those that begin a clause about the word before a comma, too: `which customers, who live in Bonn, ...`."""
_MOSTLY_RELATIVE = frozenset(("który", "która", "które"))
"""Those that do so behind any word, for the language puts a comma before each such clause."""
QUESTION_VERBS = {
    "en": "does did are was were has have had",
    "de": "ist sind war waren hat haben hatte hatten wird werden",
    "fr": "est sont était étaient ont avait avaient fait",
    "es": "son está están era eran han había hay hace",
    "it": "sono era erano hanno aveva avevano",
    "pt": "são está estão era eram tem têm tinha",
    "nl": "zijn was waren heeft hebben had hadden doet",
    "pl": "jest był była było były mają miał miała",
}
"""Forms of to be, to have and to do, by which a question is asked and nothing more is said."""
POINTING_WORDS = {
    "en": "they them it these those this its their he she his her",
    "de": "sie es ihn ihm ihnen ihr dies diese dieser dieses diesen diesem jener jene jenes jenem jenen "
    "davon dafür damit darin dabei dann",
    "fr": "ils elles elle il lui leur cela ça celui celle ceux celles cet cette y en",
    "es": "ellos ellas ella él esto eso estos esos estas esas ese esa aquel aquella",
    "it": "loro essi esse esso essa ciò questo questi queste quel quella ne",
    "pt": "eles elas ele ela isso isto esses essas esse essa nesse nessa desse dessa naquele naquela",
    "nl": "zij ze het hij deze die daarvan dit",
    "pl": "oni one ono ona ich to te ci tego tym tamtym",
}
"""Words that point at what was said before, a closed class of each language; those that may be articles too
are left out."""
_THAT = re.compile(r"(?<!\w)(?P<before>[^\W\d_]+) that (?P<noun>[^\W\d_]+)", re.I)
_THAT_ALONE = re.compile(r"(?<!\w)(?:that|those|das|dat|quello)\W*\Z", re.I)
"""A word that points where a part ends with it, and is an article or a conjunction elsewhere."""
_DAS = re.compile(r"(?<!\w)das(?:\s+[a-zäöüß]+)*\W*\Z")
"""A German `das` without a noun behind it, which would have a capital: `und wie viele sind das insgesamt`."""
_BEFORE_THAT = frozenset(("at", "by", "during", "for", "from", "in", "of", "on"))
"""Words before an English `that` which points; it may be a conjunction elsewhere."""
_AMOUNTS = frozenset(("much", "many"))
"""What stands behind `how`, and says nothing of its own."""
MOST_PARTS = 5
_LEAST_SURE = 0.2
_LEAST_WORDS = 3
"""Fewer words before the first question, such as `According to …`, are no part of it."""
_MOST_TOLD = 30
"""The most words before the first question that are told with each value of an answer."""
_SHORT, _LEAST_CONTENT = 3, 3
"""The most letters of a short word, and the fewest longer ones with which a part can stand alone."""
_WORD = re.compile(r"[^\W\d_]+")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_LONGEST = 90
"""The most characters of a part: a label stands on one line."""
_FIRST = re.compile(r"^\W+|[\s.,;:!?¿¡]+$")


def asked_parts(request: str) -> list[str]:
    """Return what a request asks for, a part for each question that stands in it; [] where it is just one.

    A part begins behind a comma, a mark or an `and` and holds a question word of the request's language. Words
    before the first question belong to it, others to the question before them. Where a sentence ends in a
    question mark, those without one ask nothing.
    """
    bare = _BRACKETS.sub("", request)
    words = _words_of_languages(bare, QUESTION_WORDS)
    sentences = SENTENCE_ENDS.split(PATH.sub(_stem, bare))
    marked = [sentence for sentence in sentences if _is_marked(sentence.rstrip())]
    relatives = _words_of_languages(bare, _RELATIVES)
    parts = [part for sentence in marked or sentences for part in _parts_of(sentence, words, relatives)]
    labels = [label for part in parts if (label := _label(part, words))]
    different = len({label.casefold() for label in labels}) == len(labels)
    return labels if 1 < len(labels) <= MOST_PARTS and different else []


def _words_of_languages(request: str, table: Mapping[str, str]) -> set[str]:
    """The words of a table by language, of the languages that a request may be of."""
    return {word for code in possible_languages(request, _LEAST_SURE) for word in table[code].split()}


def opens_as_question(request: str) -> bool:
    """True where a request begins with a question word of its language, and that sentence is a question.

    `whos` and `whats` are such words, too.
    """
    first = _WORD.search(request)
    words = _words_of_languages(_BRACKETS.sub("", request), QUESTION_WORDS)
    sentence = next(filter(None, map(str.strip, SENTENCE_ENDS.split(request))), "")
    asks = first is not None and bool({first[0].casefold(), first[0].casefold().removesuffix("s")} & words)
    return asks and _is_marked(sentence)


def has_open_question(request: str) -> bool:
    """True where a sentence of a request begins with a question word and is a question.

    What else it says is where to look, or what the question is about.
    """
    return any(opens_as_question(sentence) for sentence in SENTENCE_ENDS.split(request) if sentence.strip())


def question_verbs(request: str) -> set[str]:
    """The forms of to be, to have and to do in the languages that a question may be of; none elsewhere."""
    return _words_of_languages(request, QUESTION_VERBS) if _is_marked(request.rstrip()) else set()


def separate_requests(request: str) -> list[str]:
    """Return a request for each question that can be told without the others; [] where there is just one.

    Each begins with the sentences that are no question, and has the words of its part. A part that says too
    little by itself, such as `and how many are they?`, stays with the one before it.
    """
    bare = _BRACKETS.sub("", request)
    words, pointing = _words_of_languages(bare, QUESTION_WORDS), _words_of_languages(bare, POINTING_WORDS)
    relatives = _words_of_languages(bare, _RELATIVES)
    sentences = [sentence.strip() for sentence in SENTENCE_ENDS.split(request) if sentence.strip()]
    groups: list[str] = []
    for sentence in filter(_is_marked, sentences):
        for part in _parts_of(sentence, words, relatives):
            if groups and (not _stands_alone(part, words, pointing) or _points_with_that(part, groups[-1])):
                groups[-1] += part
            else:
                groups.append(part)
    if not 1 < len(groups) <= MOST_PARTS:
        return []
    joining = "|".join(sorted(map(re.escape, conjunctions(("standard",))), key=len, reverse=True))
    context = [sentence for sentence in sentences if not _is_marked(sentence)]
    asked = [re.sub(rf"[\s,?]+(?:(?:{joining})\s*)?$", "", group) for group in groups]
    return [" ".join((*context, f"{question.strip()}?")) for question in asked]


def stands_alone(part: str, request: str) -> bool:
    """True where a part of a request can be told without the others, as `until when` cannot."""
    bare = _BRACKETS.sub("", request)
    return _stands_alone(
        part, *(_words_of_languages(bare, table) for table in (QUESTION_WORDS, POINTING_WORDS))
    )


def said_before_questions(request: str) -> str:
    """Return what a request says before its first question, such as `We have a dog.`; "" for none.

    Sentences that name a file say where to look, and no more.
    """
    sentences = [sentence.strip() for sentence in SENTENCE_ENDS.split(request) if sentence.strip()]
    first = next((at for at, sentence in enumerate(sentences) if _is_marked(sentence)), 0)
    told = " ".join(sentence for sentence in sentences[:first] if not PATH.search(sentence))
    return told if len(told.split()) <= _MOST_TOLD else ""


def parts_with_rows_of(part: int, request: str) -> list[int]:
    """The numbers of the parts that are about the same rows as one of them: it, and those that lean on it.

    One leans on the part before where it points at it, as `on which day in that month`, or has no words of its
    own, as `and why`.
    """
    parts, bare = asked_parts(request), _BRACKETS.sub("", request)
    words, pointing = _words_of_languages(bare, QUESTION_WORDS), _words_of_languages(bare, POINTING_WORDS)
    leaning = [part]
    for number, (before, own) in enumerate(pairwise(parts[part - 1 :]), part + 1):
        points = {word.casefold() for word in _WORD.findall(own)} & pointing or _points_with_that(own, before)
        if _content(own, words) and not points:
            break
        leaning.append(number)
    return leaning


def _is_marked(sentence: str) -> bool:
    return sentence.endswith("?")


def _stands_alone(part: str, words: set[str], pointing: set[str]) -> bool:
    """True where a part has enough words of its own, and none that points at another part."""
    own = {word.casefold() for word in _WORD.findall(_BRACKETS.sub("", part))}
    return len(_content(part, words)) >= _LEAST_CONTENT and own.isdisjoint(pointing)


def _content(part: str, words: set[str]) -> set[str]:
    """The longer words of a part that ask nothing and say something."""
    own = {word.casefold() for word in _WORD.findall(_BRACKETS.sub("", part))}
    said = {word for word in own if len(word) > _SHORT and word not in words and not is_function_word(word)}
    return said - _AMOUNTS


def _points_with_that(part: str, before: str) -> bool:
    """True for `in that month`, `did that sensor` behind a part with the sensor, and `how much was that`."""
    if _THAT_ALONE.search(part) or _DAS.search(part):
        return True
    known = {word.casefold() for word in _WORD.findall(before)}
    return any(
        match["before"].casefold() in _BEFORE_THAT or match["noun"].casefold() in known
        for match in _THAT.finditer(part)
    )


def _parts_of(sentence: str, words: set[str], relatives: set[str]) -> list[str]:
    """The questions of one sentence; [] where it has none.

    An `and` without a comma begins no part behind two question words: `which of those who came and who left`.
    Nor does `who` behind a comma alone where too little stands before it for a question.
    """
    joining = "|".join(sorted(map(re.escape, conjunctions(("standard",))), key=len, reverse=True))
    cuts = [*re.finditer(rf",\s*(?:(?:{joining})\s)?|\s(?:{joining})\s", sentence)]
    starts = [0, *(cut.end() for cut in cuts)]
    joined: list[str] = []
    for (start, end), bare in zip(
        pairwise([*starts, len(sentence)]), [False, *("," not in cut[0] for cut in cuts)], strict=True
    ):
        piece = sentence[start:end]
        asks, before = _asking(piece, words), _asking(joined[-1], words) if joined else 0
        comma_alone = sentence[:start].rstrip().endswith(",")
        if comma_alone and before and _is_relative(piece, joined[-1], relatives):
            asks = 0
        if asks and before and not (bare and before > 1):
            joined.append(piece)
        elif asks and not before and (not joined or len(_WORD.findall(joined[-1])) < _LEAST_WORDS):
            joined = [piece]
        elif joined:
            joined[-1] += piece
        else:
            joined.append(piece)
    bare_words = words | {word.casefold() for word in conjunctions(("standard",))}
    for place in range(len(joined) - 2, -1, -1):  # `when and where do we meet` is one question
        if {word.casefold() for word in _WORD.findall(joined[place])} <= bare_words:
            joined[place : place + 2] = ["".join(joined[place : place + 2])]
    return [part for part in joined if _asking(part, words)]


def _is_relative(piece: str, before: str, relatives: set[str]) -> bool:
    """True where a piece begins a clause about what stands before, and no question beside that one."""
    first, others = (_WORD.findall(text.casefold()) for text in (piece, before))
    if not first or first[0] not in relatives:
        return False
    return len(others) < _LEAST_WORDS or (first[0] in _MOSTLY_RELATIVE and first[0] != others[0])


def _asking(text: str, words: set[str]) -> int:
    """How many question words a text has."""
    return sum(word.casefold() in words for word in _WORD.findall(text))


def _stem(path: re.Match[str]) -> str:
    """The name of a file as words have it: a label has no dot and no slash."""
    name = path[0].rstrip(".,;:?!")
    return PurePosixPath(name).stem + path[0][len(name) :]


def _label(part: str, words: set[str]) -> str:
    """The part as the label of a form: one line of letters, figures and blanks that begins with a capital."""
    joining = "|".join(sorted(map(re.escape, conjunctions(("standard",))), key=len, reverse=True))
    plain = re.sub(rf"[\s,]+(?:{joining})?\s*$", "", unicodedata.normalize("NFC", part))
    plain = " ".join(re.sub(r"[^\w '/-]|_", " ", _FIRST.sub("", plain)).split())
    if len(plain) > _LONGEST:  # what is asked says more than the clauses behind it
        first = next((match.start() for match in _WORD.finditer(plain) if match[0].casefold() in words), 0)
        plain = (
            plain[first:]
            if len(plain) - first < _LONGEST
            else plain[first : first + _LONGEST].rsplit(" ", 1)[0]
        )
    return plain[:1].upper() + plain[1:] if re.match(r"[^\W\d_]", plain) else ""
