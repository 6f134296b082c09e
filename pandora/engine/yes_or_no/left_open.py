"""Whether a text leaves a question open: the model is asked, of a refused answer and of what stands nowhere."""

from __future__ import annotations

from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.help import Try, Work
from pandora.programs.language.locale_words import month_numbers
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.request.request_text import PATH, SENTENCE_ENDS
from pandora.programs.rules.searched_texts import searched_passages
from pandora.programs.texts.request_clauses import word_beginnings
from pandora.programs.texts.sentences import words
from pandora.workspace.operation_context import Result

PASSAGES = "passages"
"""The rule of a pattern whose answers are from the words of texts."""
QUESTIONS = ("Is the answer to this question in the text: {}", "Does the text say this: {}")
"""The questions of which the log odds of a yes together tell whether a text answers a request."""
MOST_OPEN = 4.0
"""The most of them at which it may leave the request open.

Of 15 questions that seven texts answer one has less, and of 15 that they do not answer 12 have.
"""
MOST_WORDS = 450
"""The most words of the texts, which are asked about as a whole: what is not there stands nowhere."""
LEFT_OPEN = "the text seems to leave it open; if so, say in one sentence that it does not say it"
SAYS_OF = "Does the text say anything about {}?"
SAYS_NOTHING = "the text says nothing about “{}”, it seems; if so, say in one sentence that it does not say it"
MOST_UNSAID = 0.5
"""The most log odds of a yes at which a text says nothing of a word that stands nowhere in it.

Of 21 words of which six texts in three languages say nothing 14 have at most so much, and three of 21 that they
say in another word.
"""
_SHORTEST = 4
"""The fewest letters of a word that is asked about."""
_MOST_ASKED = 3


def told_left_open(loop: Loop, attempt: Try, refused: Result) -> Result:
    """Return a refused answer from texts with the hint that they may leave it open, where that is likely.

    A small model rather makes up a number than says that there is none. Of a request with several parts one may
    be answered: it is not asked about.
    """
    work = loop.work
    asks = PASSAGES in work.rules and attempt.argument("answer") and not loop.untrusted
    if refused.ok or not asks or asked_parts(work.words):
        return refused
    sentences = [part.strip() for part in SENTENCE_ENDS.split(work.words) if part.strip()]
    question = " ".join(part for part in sentences if part.endswith("?")) or PATH.sub(" ", work.words)
    text = "\n\n".join(passage.text for passage in searched_passages(work))
    if not text or len(text.split()) > MOST_WORDS:
        return refused
    odds = [log_odds_of(loop, asked.format(question), f"Text:\n{text}") for asked in QUESTIONS]
    known = [one for one in odds if one is not None]
    if len(known) < len(odds) or sum(known) > MOST_OPEN:
        return refused
    return replace(refused, text=f"{refused.text}; {LEFT_OPEN}")


def unsaid_subject(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against an answer from texts about something that they say nothing of.

    A small model gives the price of the electricity where it is asked for that of the wifi. What is asked about
    are the words that the answer has from the request, and no text has. [] of an answer without a number, which
    may itself say that the text does not say it, and where the pattern does not hold answers to passages.
    """
    work, answer = loop.work, attempt.argument("answer")
    gives = attempt.result.ok and any(map(str.isdigit, answer or ""))
    if PASSAGES not in work.rules or answer is None or not gives or loop.untrusted:
        return []
    text = "\n\n".join(passage.text for passage in searched_passages(work))
    if not text or len(text.split()) > MOST_WORDS:
        return []
    for word in _nowhere(work, answer, text)[:_MOST_ASKED]:
        odds = log_odds_of(loop, SAYS_OF.format(word), f"Text:\n{text}")
        if odds is not None and odds <= MOST_UNSAID:
            return [Verdict(PASSAGES, "violated", SAYS_NOTHING.format(word))]
    return []


def _nowhere(work: Work, answer: str, text: str) -> list[str]:
    """The words that an answer has from its request, and that stand nowhere in the text or the files' names.

    A number is none, nor a month: those of a request belong to its own case, as the day when somebody leaves.
    """
    there = word_beginnings(" ".join((text, *work.task.files)))
    said = word_beginnings(answer)
    known = {word.casefold() for word in month_numbers()}
    long = (word for word in words(PATH.sub(" ", work.words)) if len(word) >= _SHORTEST)
    asked = dict.fromkeys(word for word in long if word.isalpha() and word.casefold() not in known)
    return [word for word in asked if (own := word_beginnings(word)) and own <= said and not own & there]
