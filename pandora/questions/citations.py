"""Checks of an answer without a model: find its quotes in the sources, and the words that no source has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pandora.document.figures import figures, normal_number
from pandora.document.fill import one_line
from pandora.document.quote_match import longest_run, tokens
from pandora.document.statement_relation import denies
from pandora.document.text_similarity import words
from pandora.questions.statements import Statement, quantities_of
from pandora.workspace.full_text import Passage, terms

_PLACE = re.compile(r"^(?:source\s+)?\S+:\d+:\s*|^source:?\s+", re.I)
_CITED = re.compile(r"“(?P<words>[^”]*)” \[(?P<place>(?:[^\[\]\n]|\[[^\[\]\n]*\])+:\d+)\]")
"""Matches a quote with its place; a file's name may have brackets."""
FEWEST_WORDS, LEAST_SHARE = 4, 0.6
"""The fewest words of a quote, and the least share of the model's words that must stand in the source."""
LONG_RUN = 6
"""The words of a run that is a quote whatever else the model's sentence says."""
LONGEST_QUOTE = 240
"""The most characters of a quote."""
FEWEST_UNFOUNDED = 2
"""The fewest words without any source that make a sentence count as made up."""
FOR, AGAINST, OPEN = "for", "against", "open"
"""How a quote stands to the question that it is evidence for."""
LEAST_BORNE_OUT, LEAST_WITHOUT_FIGURES = 0.65, 0.8
"""The least share of a claim's words that stand in the statements that bear it out: of a claim that measures
something, whose figures must all stand there, too, and of any other. A number in a name, as in `v2.31`,
measures nothing."""
MOST_STATEMENTS = 2
"""The most statements that bear a claim out together."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^\W_a-z])|\n+")
_LIST_MARK = re.compile(r"^(?:[-*+•]|\d+[.)])\s+")
_SIDED = re.compile(r"^(?P<side>for|against|first|second|reason):\s*(?P<quote>“.*)$")
_WITHOUT_MEANING = frozenset(
    [
        "should",
        "would",
        "could",
        "might",
        "must",
        "best",
        "better",
        "yes",
        "maybe",
        "depends",
        "answer",
        "question",
        "choose",
        "choice",
    ]
)


def quote(given: str, passages: Sequence[Passage]) -> str:
    """The part of `given` that a passage holds word for word, as `“…” [path:line]`; "" where it is too little.

    White space, case and punctuation do not count; the quote has the source's own spelling. A heading says what
    a text is about, and is no evidence.
    """
    if citation := _CITED.fullmatch(given.strip()):
        given = citation["words"]
    given_words = tokens(_PLACE.sub("", one_line(given)).strip(" “”\"'")).words
    best: tuple[int, Passage, int, int] | None = None
    for passage in passages:
        size, start, end = longest_run(given_words, passage.text)
        if size and (best is None or size > best[0]) and not _in_heading(passage.text, start, end):
            best = (size, passage, start, end)
    if (
        best is None
        or best[0] < min(FEWEST_WORDS, len(given_words))
        or (best[0] < LEAST_SHARE * len(given_words) and best[0] < LONG_RUN)
        or len(given_words) < 2
    ):
        return ""
    _, passage, start, end = best
    line = passage.line + passage.text[:start].count("\n")
    return f"“{quotable(passage.text[start:end])}” [{passage.path}:{line}]"


def quotable(text: str) -> str:
    """A text as one quote: the words of its beginning, and nothing that it has not, such as an ellipsis."""
    line = one_line(text).replace("“", '"').replace("”", '"')
    if len(line) <= LONGEST_QUOTE:
        return line
    return line[: LONGEST_QUOTE + 1].rpartition(" ")[0].rstrip() or line[:LONGEST_QUOTE]


def _in_heading(text: str, start: int, end: int) -> bool:
    """True where a part of a text lies within a heading."""
    return text[text.rfind("\n", 0, start) + 1 : start + 1].startswith("#") and "\n" not in text[start:end]


def whole_quote(given: str, passages: Sequence[Passage], statements: Sequence[Statement]) -> str:
    """As `quote`, but the whole statement of the source that holds the words, where it is not too long."""
    cited = quote(given, passages)
    for run, place in quotes_in(cited):
        path, _, line = place.rpartition(":")
        for statement in statements:
            near = statement.path == path and statement.line <= int(line)
            if near and run in one_line(statement.quote) and len(statement.text) <= LONGEST_QUOTE:
                return statement.quote
    return cited


def quotes_in(text: str) -> list[tuple[str, str]]:
    """The quotes in a text, as (words, `path:line`)."""
    return [(match["words"], match["place"]) for match in _CITED.finditer(text)]


def without_places(text: str) -> str:
    """The text with its quotes as they are, without the file and line of each."""
    return _CITED.sub(lambda match: f"“{match['words']}”", text)


def quotes_of(text: str) -> list[str]:
    """The quotes in a text with their places, as they are written there."""
    return [match[0] for match in _CITED.finditer(text)]


def unfounded_words(text: str, sources: Iterable[str]) -> list[str]:
    """The words of the first sentence of `text` that none of `sources` has, where they are half of it or more.

    A small model that has to choose, but finds no choice in its prompt, makes one up. Words count as the same
    where their first five letters are the same.
    """
    known_stems = {_stem(word) for source in sources for word in _terms(source)}
    said_words = list(dict.fromkeys(_terms(re.split(r"(?<=[.!?])\s", text.strip(), maxsplit=1)[0])))
    new = [word for word in said_words if _stem(word) not in known_stems]
    return new if len(new) >= FEWEST_UNFOUNDED and 2 * len(new) >= len(said_words) else []


def _terms(text: str) -> list[str]:
    """The words of `text` that carry a meaning, in lower case."""
    return [
        word for word in terms(text) if len(word) > 2 and not word[0].isdigit() and word not in _WITHOUT_MEANING
    ]


def _stem(word: str) -> str:
    return word[:5]


def claims_in(text: str) -> list[str]:
    """The sentences of a text, each once, on one line and without the mark of a list."""
    claims = (_LIST_MARK.sub("", one_line(claim)) for claim in _SENTENCE_END.split(text))
    return list(dict.fromkeys(claim for claim in claims if claim))


def borne_out(claim: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements that together hold what a claim says; [] where the sources do not bear it out.

    They are taken greedily, up to `MOST_STATEMENTS`. They must have most of the claim's words
    and all its figures, and say of each of them what the claim says of it. A claim that denies needs a
    statement that denies, and one that does not needs words that are not denied.
    """
    wanted = frozenset(word for word in words(claim) if not word[0].isdigit())
    numbers = {normal_number(figure) for figure in figures(claim)}
    amounts = frozenset(quantities_of(claim))
    if not wanted:
        return []
    missing, missing_numbers, chosen = set(wanted), set(numbers), list[Statement]()
    while len(chosen) < MOST_STATEMENTS and (missing or missing_numbers):
        gains = [
            (
                len(missing & statement.words) + 2 * len(missing_numbers & _numbers(statement)),
                -len(statement.words),
                -place,
            )
            for place, statement in enumerate(statements)
        ]
        if not gains or max(gains)[0] < (2 if not chosen else 1):
            break
        best = statements[-max(gains)[2]]
        gained = missing & best.words
        if chosen and not missing_numbers & _numbers(best) and len(gained) < 2:
            break
        chosen.append(best)
        missing -= best.words
        missing_numbers -= _numbers(best)
    if not amounts <= {quantity for statement in chosen for quantity in quantities_of(statement.text)}:
        return []  # the figure is there, but it is one of something else
    if amounts and _has_value_of_another(Statement("", 0, claim), statements):
        return []
    least = LEAST_BORNE_OUT if amounts else LEAST_WITHOUT_FIGURES
    if missing_numbers or len(missing) > (1 - least) * len(wanted) or not chosen:
        return []
    if denies(claim):
        return chosen if any(denies(statement.text) for statement in chosen) else []
    affirmed = frozenset[str]().union(*(statement.affirmed for statement in chosen))
    return chosen if len(wanted - affirmed) <= (1 - least) * len(wanted) else []


def _has_value_of_another(claim: Statement, statements: Sequence[Statement]) -> bool:
    """True where what a claim says of a value is said of another value of the unit: it has taken the value from
    something else, as in `the gas boiler costs 21,000 euros` where that is what the pump costs."""
    for stated in claim.measured:
        unit, own, other = stated.quantity.unit, 0, 0
        about = stated.words if stated.words - {unit} else claim.words
        for statement in statements:
            values = [measured for measured in statement.measured if measured.quantity.unit == unit]
            apart = len({measured.quantity for measured in values}) > 1
            for measured in values:
                shared = len(about & (measured.words if apart else statement.words))
                if measured.quantity == stated.quantity:
                    own = max(own, shared)
                else:
                    other = max(other, shared)
        if other > own:
            return True
    return False


def _numbers(statement: Statement) -> set[str]:
    return {normal_number(figure) for figure in figures(statement.text)}


def sided_quotes(evidence: str) -> list[tuple[str, str, str]]:
    """The quotes in the evidence of an answer, as (side, words, `path:line`); the side is "" where none is
    given."""
    sided = []
    for line in evidence.split("\n"):
        match = _SIDED.match(line.strip())
        side, rest = (match["side"], match["quote"]) if match else ("", line)
        sided += [(side, quoted_words, place) for quoted_words, place in quotes_in(rest)]
    return sided
