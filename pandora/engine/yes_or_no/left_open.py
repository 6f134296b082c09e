"""Whether a text leaves a question open, where an answer to it was refused: the model is asked."""

from __future__ import annotations

from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.help import Try
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.request.request_text import PATH, SENTENCE_ENDS
from pandora.programs.rules.searched_texts import searched_passages
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
