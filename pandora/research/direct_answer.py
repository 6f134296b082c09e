"""The direct answer: what the model says to a question at once, and the sentences that may say so, too.

Asked from a few passages together, a small model answers questions whose answer it does not see in a sentence
by itself; and where the passages have none, it makes one up. So what it says is a claim and no finding: code
takes the sentences that have each figure and name of it, and an extractor asks of each whether it says that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pandora.document.fill import one_line
from pandora.document.text_segments import sentences
from pandora.engine.loop import Loop
from pandora.research.claim_support import (
    common_words,
    names_all_of,
    same_words,
    says_more,
    shared_words,
    support,
)
from pandora.research.fact_comparison import ANSWER, clashes
from pandora.research.knowledge_base import Fact
from pandora.research.listed_amounts import extremes
from pandora.research.materials import phase_of
from pandora.research.reply_blocks import by_model_in_block
from pandora.research.research_plan import ANSWERING, OTHERS, SAYING_SO
from pandora.research.roles import kind_of
from pandora.research.source_files import Source
from pandora.research.source_index import FoundPassage, SourceIndex
from pandora.research.source_sentences import Row, Sentence, likeliest

PASSAGES = ANSWERING
"""The passages that a question is answered from. From eight, the default model took two of eight wrong."""
TURNS = 2
"""How often a question is answered again from other passages of the source that it names."""
LEAST_ASKED, FEWEST_ASKED = 0.4, 3
"""The least share of a question's words in a sentence that may answer it, with what it stands under.

One that has less, but so many words, says it in other words: it must be taken for the answer much more surely.
"""
ALONE = 0.5
"""The least share of a question's words in a claim that stands by itself."""
LEAST_ALIKE = 0.4
"""The least share of words in common with a quote of a sentence that may state another figure of the same."""
_REPLY = re.compile(r"(?:yes|no|ja|nein|oui|non|sí|si|sì|sim|não|nao|nee|tak|nie), (?=\w+ \w+ )", re.I)
"""A yes or a no in eight languages, before a sentence."""
_DENIAL = "not"
"""What `support` names as missing where a claim denies and a text does not: that is left to the model."""


@dataclass(frozen=True)
class Claimed:
    """What was said to a question, and the sentences of a source that may say so, too.

    With `rivals`, a list among them is asked about another entry, too, if its largest or smallest is meant. A
    `foreign` question shares no words with its source. `word` is the yes or no that was said before the claim.
    """

    claim: str
    sentences: tuple[str, ...]
    rivals: bool = False
    foreign: bool = False
    word: str = ""


NOTHING_SAID = Claimed("", ())


def answer_directly(loop: Loop, number: int, question: str, passages: Sequence[FoundPassage]) -> str:
    """What the model says to a question from passages: they and the question are all that it sees.

    The reply is block `number` of §2.
    """
    shown = [f"{one.source.title or one.source.path} ({one.place})\n{one.shown}" for one in passages]
    phase = replace(phase_of(loop, "do", needs=("answer",), kind=kind_of("plain")), name="plan")
    heading, parts = f"Direct {number}: {one_line(question)}", ["Text:\n" + "\n\n".join(shown)]
    said = by_model_in_block(loop, number, heading, phase, phase.form, parts, alone=question)
    return str(said.values["answer"])


def further_passages(
    index: SourceIndex, question: str, around: str, nearest: Sequence[FoundPassage]
) -> list[list[FoundPassage]]:
    """The passages of the source that a question names by its title which are not among the `nearest`.

    They are in TURNS groups at most, best first: what answers may have none of the question's words. [] where
    it names none. Of other questions, the next passages answered none of three that the nearest did not.
    """
    near = index.nearest(question, PASSAGES * (TURNS + 1), around)
    named = next((one.source for one in near if is_named(one.source, question)), None)
    if named is None:
        return []
    shown = {(one.source.digest, one.place) for one in nearest}
    near = index.nearest(question, PASSAGES * TURNS + len(nearest), around, {named.digest})
    rest = [one for one in near if (one.source.digest, one.place) not in shown][: PASSAGES * TURNS]
    return [rest[at : at + PASSAGES] for at in range(0, len(rest), PASSAGES)]


def is_named(source: Source, question: str) -> bool:
    """True where a question names a source by all words of its title."""
    return names_all_of(source.title, question)


def claim_in(answer: str, question: str) -> str:
    """The first sentence of an answer that says more than its question, or else its first one.

    A yes or no before it is left out, in eight languages: no source says it, and it tells the model nothing.
    """
    said = [one[len(_yes_or_no(one)) :] for one in sentences(one_line(answer))]
    return next((one for one in said if says_more(one, question)), said[0] if said else "")


def word_before(claim: str, answer: str) -> str:
    """The yes or no that an answer begins a claim with; "" where it does not."""
    lead = _yes_or_no(one_line(answer))
    return lead.rstrip(", ") if claim and one_line(answer).startswith(f"{lead}{claim}") else ""


def _yes_or_no(sentence: str) -> str:
    """The beginning of a sentence up to what is said behind a yes or no; "" where it has none."""
    match = _REPLY.match(sentence)
    return match[0] if match else ""


def statement(claim: str, question: str) -> str:
    """What a text is asked to say: the claim, behind its question where it is a mere name or figure."""
    return claim if stands_alone(claim, question) else f"{question.rstrip(' ?')}: {claim}"


def stands_alone(claim: str, question: str) -> bool:
    """False where a claim is a mere name or figure, which says nothing without its question."""
    return shared_words(question, claim) >= ALONE


def sentences_for(
    claim: str, question: str, texts: Sequence[tuple[Source, Sequence[Row]]], *, foreign: bool = False
) -> Mapping[str, tuple[str, ...]]:
    """The sentences that may say what is claimed, by the digest of their source; at most SAYING_SO of all.

    Each has all figures and names of the claim that its question and its title have not, and, unless the
    question is in a `foreign` language, LEAST_ASKED of its words, or FEWEST_ASKED. One of a source that the
    question names may have none, if it has all that the claim says.
    """
    fitting: dict[str, list[Row]] = {}
    for source, rows in texts:
        known = f"{question}\n{source.title}\n{source.path}"
        fitting[source.digest] = [
            [
                one
                for one in row
                if _fits(claim, one, known)
                and (foreign or _may_answer(question, one, source) or _has_all(claim, one, source, question))
            ]
            for row in rows
        ]
    rows = [row for some in fitting.values() for row in some]
    best = {one.text for one in likeliest(rows, f"{question}\n{claim}", SAYING_SO)}
    chosen = {
        digest: tuple(dict.fromkeys(one.text for row in some for one in row if one.text in best))
        for digest, some in fitting.items()
    }
    return {digest: texts for digest, texts in chosen.items() if texts}


def with_the_list(
    question: str, sources: Sequence[Source], chosen: Mapping[str, tuple[str, ...]]
) -> Source | None:
    """The source whose list of amounts has most of a question's words, of the sentences chosen in each, if any.

    Which entry of a list is meant, the lists of others do not say.
    """
    lists = {
        source: max(_asked(question, Sentence(one), source) for one in some)
        for source in sources
        if (some := [one for one in chosen[source.digest] if extremes(one, question)])
    }
    return max(lists, key=lambda source: lists[source], default=None)


def _fits(claim: str, sentence: Sentence, known: str) -> bool:
    missing = support(claim, f"{sentence.text}\n{sentence.above}", known).missing
    return all(word == _DENIAL for word in missing)


def _may_answer(question: str, sentence: Sentence, source: Source) -> bool:
    enough = _asked(question, sentence, source) >= LEAST_ASKED
    return enough or common_words(question, _with_all_above(sentence, source)) >= FEWEST_ASKED


def _has_all(claim: str, sentence: Sentence, source: Source, question: str) -> bool:
    own = support(claim, sentence.text, f"{question}\n{source.title}\n{source.path}")
    return own.share == 1.0 and says_more(claim, question) and is_named(source, question)


def _asked(question: str, sentence: Sentence, source: Source) -> float:
    """The share of a question's words in a sentence and in what it stands under."""
    return shared_words(question, _with_all_above(sentence, source))


def _with_all_above(sentence: Sentence, source: Source) -> str:
    return f"{sentence.text}\n{sentence.above}\n{source.title}\n{source.path}"


def other_sentences(
    quote: str, question: str, texts: Sequence[tuple[Source, Sequence[Row]]]
) -> list[tuple[Source, str]]:
    """The sentences that state another figure than a quote does that answers; one a source, OTHERS in all.

    Each has no fewer of the question's words than the quote, and of its source most of the quote's words.
    """
    shares = {
        (source.digest, one.text): _asked(question, one, source)
        for source, rows in texts
        for row in rows
        for one in row
    }
    least = max((share for (_, text), share in shares.items() if quote in text), default=LEAST_ASKED)
    others: list[tuple[Source, str]] = []
    for source, rows in texts:
        fitting = [[one for one in row if shares[source.digest, one.text] >= least] for row in rows]
        near = [
            one.text for one in likeliest(fitting, f"{question}\n{quote}", SAYING_SO) if quote not in one.text
        ]
        facts = [Fact("", text, question, ANSWER, ()) for text in (quote, *near)]
        against = [near[clash.other - 1] for clash in clashes(facts) if clash.one == 0]
        alike = max(against, key=lambda text: same_words(quote, text), default="")
        others += [(source, alike)] if same_words(quote, alike) >= LEAST_ALIKE else []
    return others[:OTHERS]
