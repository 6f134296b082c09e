"""Which statements of the sources bear on a question: found by code, from what ties them to its words.

A note that decides a question may share no word with it: a log says `no connection left` where the question
says `checkout`. So a question's words are followed from statement to statement. Terms are words, days, times
and measured values, those of a file's name and headings among them; the rarer a term is in the sources, the
more it ties, and each step further from the question weighs half of the one before.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from pandora.programs.language.negations import denies
from pandora.programs.language.text_language import language_of
from pandora.questions.statements import CLOCK, Quantity, Statement, bare_words, statements_of
from pandora.workspace.full_text import Passage

STEPS = 3
"""How many times the weights of terms go from statements to their neighbours."""
FADING = 0.5
"""The weight of a step, where the one before it weighs 1."""
PLACE = 0.5
"""The weight of a file's name and headings in a statement, where its own words weigh 1."""
VALUE = 4
"""How often a statement counts that gives a value, a day or a time: an answer rests on those."""
MOST_COMPARED = 2000
"""The most statements that are ranked."""
MOST_BEARING, SHARE, FEWEST = 16, 0.6, 4
"""The most statements that are said to bear on a question, also as a share of all, and the number up to which
the share does not count: who copies everything has chosen nothing."""
MOST_DENYING = 4
"""The most statements that are named because they say what is not so, or not known."""
MOST_READ = 4000
"""The most characters of a source from which its language is told."""
Terms = dict[str, float]


def bearing_statements(
    question: str, statements: Sequence[Statement], passages: Iterable[Passage], beside: str = ""
) -> list[Statement]:
    """The statements that bear on a question, the most closely tied first, each wording once.

    Where not all of them are taken, those that give a value, a day or a time go before others.
    """
    tied: dict[str, tuple[float, Statement]] = {}
    for weight, statement in ranked(question, statements, passages, beside):
        tied.setdefault(statement.text, (_worth(weight, statement), statement))
    most = min(MOST_BEARING, max(FEWEST, round(SHARE * len(statements))))
    strongest = sorted(tied, key=lambda text: -tied[text][0])[:most]
    return [statement for text, (_, statement) in tied.items() if text in strongest]


def _worth(weight: float, statement: Statement) -> float:
    return weight * (VALUE if statement.quantities else 1)


def ranked_passages(question: str, passages: Sequence[Passage], beside: str) -> list[Passage]:
    """The passages by what their statements are worth to a question for each character that they take."""
    owners = {statement: passage for passage in passages for statement in _statements_in(passage)}
    worth = dict.fromkeys(passages, 0.0)
    for weight, statement in ranked(question, list(owners), passages, beside):
        worth[owners[statement]] += _worth(weight, statement)
    return sorted(passages, key=lambda passage: -worth[passage] / max(1, len(passage.text)))


@functools.lru_cache(maxsize=MOST_COMPARED)
def _statements_in(passage: Passage) -> tuple[Statement, ...]:
    """The statements of a passage; one without any, such as rows of a table, counts as one."""
    whole = Statement(passage.path, passage.line, " ".join(passage.text.split()), passage.stranger)
    return tuple(statements_of([passage])) or (whole,)


def denying_statements(
    question: str, statements: Sequence[Statement], passages: Iterable[Passage], beside: str = ""
) -> list[Statement]:
    """The statements that say what is not so or not known, the most closely tied to a question first.

    A lack may decide a question and share no word with it or with any statement that does: of those that
    nothing ties, the first ones of the sources are taken where there is room. Each wording is named once.
    """
    compared = statements[:MOST_COMPARED]
    languages = _languages(compared)
    tied = [statement for _, statement in ranked(question, compared, passages, beside)]
    denying: dict[str, Statement] = {}
    for statement in [*tied, *compared]:
        if denies(statement.text, languages[statement.path]):
            denying.setdefault(statement.text, statement)
    return list(denying.values())[:MOST_DENYING]


def _languages(statements: Sequence[Statement]) -> dict[str, str | None]:
    """The language of each file; of one that is too short to tell, that of all together."""
    texts_by_path: dict[str, list[str]] = {}
    for statement in statements:
        texts_by_path.setdefault(statement.path, []).append(statement.text)
    of_all = language_of(" ".join(statement.text for statement in statements)[:MOST_READ])
    return {path: language_of(" ".join(texts)[:MOST_READ]) or of_all for path, texts in texts_by_path.items()}


def ranked(
    question: str, statements: Sequence[Statement], passages: Iterable[Passage], beside: str = ""
) -> list[tuple[float, Statement]]:
    """The statements that something ties to a question, the most closely tied first, each with its weight.

    The weight of the first is 1. The words of `beside`, such as a first answer or the questions above, count as
    a step away from the question: one that goes astray should not lead to what only it is about.
    """
    compared = statements[:MOST_COMPARED]
    headings = _headings(passages)
    terms = [_terms(statement, headings.get(statement.path, frozenset())) for statement in compared]
    counts = Counter(term for shares in terms for term in shares)
    rarity = {
        term: math.log(1 + len(compared) / count) / math.log(1 + len(compared))
        for term, count in counts.items()
    }
    lengths = [math.sqrt(sum(rarity[term] * share for term, share in shares.items())) for shares in terms]
    weights: Terms = {term: FADING for term in bare_words(beside) if term in counts}
    weights.update({term: 1.0 for term in bare_words(question) if term in counts})
    scores = [0.0] * len(compared)
    for _ in range(STEPS):
        scores = [
            sum(weights.get(term, 0.0) * rarity[term] * share for term, share in shares.items()) / (length or 1)
            for shares, length in zip(terms, lengths, strict=True)
        ]
        highest = max(scores, default=0.0)
        if not highest:
            return []
        scores = [score / highest for score in scores]
        for score, shares in zip(scores, terms, strict=True):
            for term, share in shares.items():
                weights[term] = max(weights.get(term, 0.0), FADING * score * share)
    order = sorted(range(len(compared)), key=lambda place: (-scores[place], place))
    return [(scores[place], compared[place]) for place in order if scores[place] > 0]


def _headings(passages: Iterable[Passage]) -> dict[str, frozenset[str]]:
    """The words of each file's name and of its headings."""
    headings: dict[str, frozenset[str]] = {}
    for passage in passages:
        known = headings.get(passage.path, bare_words(PurePath(passage.path).stem))
        lines = (line for line in passage.text.split("\n") if line.startswith("#"))
        headings[passage.path] = known.union(*map(bare_words, lines))
    return headings


def _terms(statement: Statement, heading: frozenset[str]) -> Terms:
    """What a statement may share with others, each with its weight."""
    own = {*bare_words(statement.text), *map(_named, statement.quantities)}
    return {**dict.fromkeys(heading | bare_words(statement.before), PLACE), **dict.fromkeys(own, 1.0)}


def _named(quantity: Quantity) -> str:
    value = quantity.value[:5] if quantity.unit == CLOCK else quantity.value
    return f"{value} {quantity.unit}"
