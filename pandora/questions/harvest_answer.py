"""The answer of a harvest: its claims with their quotes, what decides, what is missing, what would change it.

Everything but the model's own words, which are marked as such, is put together by code from what stands in the
documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pandora.document.body import parse
from pandora.document.figures import figures
from pandora.document.fill import one_line
from pandora.document.form import parse_form
from pandora.document.quote_match import tokens
from pandora.document.text_similarity import words
from pandora.questions.citations import AGAINST, FOR, OPEN, borne_out, claims_in, quotes_in, quotes_of
from pandora.questions.statements import Statement
from pandora.questions.synthesis import ALONE, ANSWERED_ANEW, CHANGED, FIRST, NOT_SETTLED, UNDECIDED

OWN = "the model's own"
"""How a claim is marked that no source bears out."""
MOST_QUOTES = 8
"""The most quotes in one list."""
_OUTPUT = parse_form("Answer: {given}\nBecause: {given}\nProvided: {given}\nFirst answer: {given}")
_NOTHING = ("", "nothing", "none")
_LABEL = re.compile(r"^(?:for|against|source|first|second|reason|open tension):| against ", re.I)


@dataclass(frozen=True)
class RootOutput:
    """§5 of a root by its fields; `text` is the whole of it where a person or a client wrote it as they
    liked."""

    answer: str = ""
    because: str = ""
    provided: str = ""
    first: str = ""
    text: str = ""

    @property
    def choice(self) -> str:
        """The chosen answer without its probability."""
        head, _, probability = self.answer.rpartition(" (")
        return head if head and probability.rstrip(")").replace(".", "").isdigit() else self.answer


@dataclass(frozen=True)
class SidedQuote:
    """A quote and how it stands to a possible answer; `about` is that answer, or "" for the task itself."""

    side: str
    about: str
    quote: str


@dataclass(frozen=True)
class Support:
    """What the sentences of a model are held against: the statements of the sources that the graph has quoted.

    `contested` are the quotes of statements that another one contradicts. What only such a statement bears out
    is no fact: it is told as a tension. `possible` are the possible answers. In a graph without sources nothing
    is held against anything.
    """

    statements: Sequence[Statement] = ()
    contested: frozenset[str] = frozenset()
    sourced: bool = True
    possible: Sequence[str] = ()

    def of(self, claim: str) -> list[Statement]:
        """The statements that bear a claim out; [] where none do, where they are contested, where they only
        tell that somebody says or thinks so, or where they do not name the possible answer that it names."""
        known = {statement.quote for statement in self.statements}
        if any(quote not in known for quote in quotes_of(claim)):
            return []  # the model has made a quote up
        alone = _beside(claim, quotes_of(claim))
        statements = borne_out(alone, self.statements)
        if statements and not any(statement.stated & words(alone) for statement in statements):
            return []
        if any(_names(alone, answer) and not _says_of(alone, answer, statements) for answer in self.possible):
            return []  # the answer is what the model has added to them
        return [] if any(statement.quote in self.contested for statement in statements) else statements

    def borne_out_part(self, text: str) -> str:
        """A text on one line, with its sentences that the sources bear out and its lines of true quotes."""
        if not self.sourced:
            return one_line(text)
        known = {statement.quote for statement in self.statements}
        kept: list[str] = []
        for line in text.split("\n"):
            quotes = quotes_of(line)
            if quotes and known.issuperset(quotes) and not _beside(line, quotes):
                kept.append(line)
            else:
                kept += [claim for claim in claims_in(line) if self.of(claim)]
        return one_line(" ".join(kept))


def _beside(line: str, quotes: Sequence[str]) -> str:
    """What a line says beside its quotes and the label that code gives them."""
    for quote in quotes:
        line = line.replace(quote, "")
    return _LABEL.sub("", line).strip(" .,;")


def _names(claim: str, answer: str) -> bool:
    """True where a sentence has half of the words of a possible answer or more."""
    wanted = words(answer)
    return bool(wanted) and 2 * len(wanted & words(claim)) >= len(wanted)


def _says_of(claim: str, answer: str, statements: Sequence[Statement]) -> bool:
    """True where a statement has a word of a possible answer that a sentence names, and another one of its
    words: else it is the sentence that has put the two together."""
    named = words(answer) & words(claim)
    others = words(claim) - words(answer)
    return any(named & statement.words and others & statement.words for statement in statements)


def read_output(text: str) -> RootOutput:
    """§5 of a root; without the fields that code writes, all of it is text."""
    values = {key: str(value).strip() for key, value in parse(_OUTPUT, text).values.items()}
    if FIRST not in values:
        return RootOutput(text=text)
    provided = one_line(values.get("provided", ""))
    return RootOutput(
        one_line(values.get("answer", "")),
        values.get("because", ""),
        "" if provided.casefold().strip(" .") in _NOTHING else provided,
        one_line(values[FIRST]),
    )


def answer_lines(
    output: RootOutput,
    first_answer: str,
    support: Support,
    quotes: Sequence[SidedQuote],
    open_tensions: Sequence[str],
    asks_for: str,
    denied: Sequence[str] = (),
) -> Iterator[str]:
    """The lines of the harvest's Answer.

    `first_answer` is the root's plain answer, `quotes` is the evidence of all questions, and `denied` are the
    quotes that say what is not so or not known.
    """
    if output.text:
        yield output.text
        return
    chosen = output.choice
    if chosen:
        yield f"{_sentence(chosen)} ({_how_sure(output, chosen)})"
        yield ""
    alone = output.first == ALONE  # then §5 repeats the first answer
    because = "" if alone else output.because
    given = because if output.first in (CHANGED, NOT_SETTLED, ANSWERED_ANEW) else f"{because}\n{first_answer}"
    claims = list(claim_lines(given, support))
    yield from claims
    written = "\n".join([*claims, *(quote.quote for quote in quotes), *support.contested])
    for_several, against_several = _alike(quotes, FOR), _alike(quotes, AGAINST)
    for title, lines in (
        ("What decides", _deciding(quotes, chosen) or _nothing_decides(quotes, chosen)),
        (
            "What speaks against it",
            [quote for quote in _against(quotes, chosen) if quote not in against_several],
        ),
        ("What was found for several possible answers alike", for_several),
        ("What was found against several possible answers alike", against_several),
        ("What is missing", [quote.quote for quote in quotes if quote.side == OPEN]),
        ("What is not so, or not known", [quote for quote in denied if not _is_told(quote, written)]),
    ):
        yield from _listed(title, lines)
    changes = [f"which of these holds: {tension}" for tension in open_tensions]
    others = [quote for quote in _others(quotes, chosen) if quote.quote not in for_several]
    changes += [f"what speaks for “{quote.about}”: {quote.quote}" for quote in others]
    yield from _listed("What would change the answer", changes)
    if chosen:
        yield ""
        opposed = [*_against(quotes, chosen), *(quote.quote for quote in _others(quotes, chosen))]
        missing = [*open_tensions, *(quote.quote for quote in quotes if quote.side == OPEN)]
        conditions = _conditions(output.provided, support, opposed, missing)
        yield _last_line(chosen, conditions, asks_for, support, bool(open_tensions))


def _last_line(chosen: str, conditions: str, asks_for: str, support: Support, disputed: bool) -> str:
    """The recommendation of a decision, or the conclusion, with its conditions; `disputed` where sources
    contradict each other."""
    title = "Recommendation" if asks_for == "a decision" else "Conclusion"
    given = f", provided: {_marked(conditions, support)}" if conditions else ""
    first = " Settle first which of the statements under Open Tensions hold." if disputed else ""
    return f"{title}: {chosen.rstrip('. ')}{given}.{first}"


def _conditions(provided: str, support: Support, opposed: Sequence[str], missing: Sequence[str]) -> str:
    """What has to hold for the answer: whole sentences, without a figure or quote that no source bears out.

    What no source bears out may only be a condition if it is about what is open, which `missing` quotes: else
    it is one more statement of the model. What the sources say against the answer, or for another one, the
    quotes in `opposed`, is no condition of it.
    """
    claims = claims_in(provided)
    if len(claims) > 1 and not claims[-1].endswith((".", "!", "?")):
        claims.pop()  # the reply was cut at its limit
    unsourced = [claim for claim in claims if support.sourced and not support.of(claim)]
    refused = {claim for claim in unsourced if figures(claim) or quotes_of(claim)}
    refused |= {claim for claim in unsourced if not any(_is_about(claim, quote) for quote in missing)}
    refused |= {claim for claim in claims if any(_says_again(claim, quote) for quote in opposed)}
    return " ".join(claim for claim in claims if claim not in refused)


def _is_about(claim: str, quote: str) -> bool:
    """True where a quote has half of the words of a claim or more."""
    claim_words = words(claim)
    return bool(claim_words) and 2 * len(claim_words & words(quote)) >= len(claim_words)


def _says_again(claim: str, quote: str) -> bool:
    """True where a quote holds a claim word for word."""
    said, quoted = (" ".join(tokens(text).words) for text in (claim, quote))
    return bool(said) and f" {said} " in f" {quoted} "


def _how_sure(output: RootOutput, chosen: str) -> str:
    probability = output.answer.removeprefix(chosen).strip(" ()")
    sure = f"; its probability for the model is {probability}" if probability else ""
    if output.first == ALONE:
        return f"{OWN} first answer{sure}; the questions added nothing to it"
    if output.first == ANSWERED_ANEW:
        return f"{OWN}, from what was computed; the first answer has figures that no source holds"
    if chosen == UNDECIDED:
        return f"the questions do not settle it{sure}"
    return f"{OWN} choice among the possible answers; the first answer was {output.first}{sure}".replace(
        "was the same", "is the same"
    ).replace("was another one", "was another one, and is left out")


def claim_lines(given: str, support: Support) -> Iterator[str]:
    """A line for each sentence of the model with what bears it out; what nothing bears out is only counted.

    A sentence that rests on nothing but the quotes of one before it says that again, and is left out.
    """
    left_out, named = 0, set[str]()
    for claim in claims_in(given):
        if statements := support.of(claim):
            quotes = {statement.quote for statement in statements}
            if quotes <= named:
                continue
            named |= quotes
            yield f"- {claim} — {'; '.join(statement.quote for statement in statements)}"
        elif support.sourced:
            left_out += 1
        else:
            yield f"- {claim} — {OWN}"
    if left_out == 1:
        yield "- 1 sentence of the model that no source bears out is left out here and stands in the root."
    elif left_out:
        what = "sentences of the model that no source bears out are left out here and stand in the root."
        yield f"- {left_out} {what}"


def _marked(claim: str, support: Support) -> str:
    statements = support.of(claim)
    return f"{claim.rstrip('. ')} ({'; '.join(statement.quote for statement in statements) or OWN})"


def _deciding(quotes: Sequence[SidedQuote], chosen: str) -> list[str]:
    """What speaks for the chosen answer, and what against the others; not what is on one side of several."""
    mine, others = [], []
    for_several, against_several = _alike(quotes, FOR), _alike(quotes, AGAINST)
    for quote in quotes:
        if quote.side == FOR and quote.about in ("", chosen) and quote.quote not in for_several:
            mine.append(quote.quote)
        elif quote.side == AGAINST and quote.about not in ("", chosen) and quote.quote not in against_several:
            others.append(f"against “{quote.about}”: {quote.quote}")
    return [*mine, *others]


def _nothing_decides(quotes: Sequence[SidedQuote], chosen: str) -> list[str]:
    """The line that says so where possible answers were asked about and nothing tells the chosen one apart."""
    if any(quote.about == chosen for quote in quotes):
        return ["nothing was found that speaks for this answer alone, or against another one alone"]
    return []


def _alike(quotes: Iterable[SidedQuote], side: str) -> list[str]:
    """The quotes on one side of several possible answers: they tell none of them apart."""
    about: dict[str, set[str]] = {}
    for quote in quotes:
        if quote.side == side and quote.about:
            about.setdefault(quote.quote, set()).add(quote.about)
    return [quote for quote, answers in about.items() if len(answers) > 1]


def _against(quotes: Iterable[SidedQuote], chosen: str) -> list[str]:
    return [quote.quote for quote in quotes if quote.side == AGAINST and quote.about in ("", chosen)]


def _is_told(quote: str, written: str) -> bool:
    """True where a text holds the words of a quote, also within a longer one."""
    return any(words in written for words, _ in quotes_in(quote))


def _others(quotes: Iterable[SidedQuote], chosen: str) -> list[SidedQuote]:
    return [quote for quote in quotes if quote.side == FOR and quote.about not in ("", chosen)]


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    unique = list(dict.fromkeys(lines))[:MOST_QUOTES]
    if unique:
        yield from ("", f"{title}:", *(f"- {line}" for line in unique))


def _sentence(text: str) -> str:
    bare = text[1:].rstrip(". ")
    return f"{text[:1].upper()}{bare}{'' if bare.endswith(('?', '!', '…')) else '.'}"
