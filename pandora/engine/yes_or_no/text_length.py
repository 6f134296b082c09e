"""A text that is longer than its request allows: the model is asked of each sentence, code leaves some out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.asked_notes import odds_of_lines
from pandora.operations.registry import Operation
from pandora.programs.help import Work
from pandora.programs.rules.searched_texts import searched_texts
from pandora.programs.rules.wording_rules import NOTES
from pandora.programs.texts.asked_length import sentences_over, words_over
from pandora.programs.texts.asked_points import words_of_point
from pandora.programs.texts.sentences import words
from pandora.programs.texts.shortened_texts import (
    MOST_SENTENCES,
    breaks_off,
    sentences_of,
    shortened,
    with_joined_sentences,
)

FAR_OVER = 1.15
"""What sums up files and has more than so many times its words is written again before code shortens it.

Of two summaries that code shortened from 139 and 145 words, both had lost what was asked for most.
"""


def within_length(
    loop: Loop, operation: Operation, arguments: Mapping[str, str]
) -> tuple[Mapping[str, str], list[str]]:
    """Return a try's arguments with its text within the length that the request sets, and what was left out.

    The sentences that the request asks for the least are left out. A small model that is told that its text is
    too long cannot count, and writes another one that lacks something. As they are where the pattern does not
    look at notes and sentences, the text has no limit or breaks off, or the model shows no probabilities.
    """
    name = next((name for name, role in operation.roles.items() if role in ("answer", "content")), "")
    text = arguments.get(name, "")
    held = {"given_numbers", "passages"} & loop.work.rules
    if held and (joined := _with_one_sentence_less(text, loop.work)) != text:
        return {**arguments, name: joined}, ["code made one sentence of two, since the task allows no more"]
    count, most = words_over(text, loop.work.words)
    if NOTES not in loop.work.rules or loop.untrusted or not count or words_of_point(loop.work.words):
        return arguments, []
    sentences = sentences_of(text)
    if breaks_off(text):  # what it has not come to may be asked for most
        return arguments, []
    if count > FAR_OVER * most and _sums_up(loop.work, most) and _is_followed(loop):
        return arguments, []
    if not 1 < len(sentences) <= MOST_SENTENCES:
        return arguments, []
    odds = odds_of_lines(loop, {sentence: f"A line of the text: {sentence}" for sentence in sentences})
    known = "\n".join((loop.work.request, *searched_texts(loop.work).values()))
    short, left_out = shortened(text, odds, most, known) if odds else ("", [])
    if not short:
        return arguments, []
    said = "; ".join(left_out or ["its headings"]).replace(";", ",")
    return {**arguments, name: short}, [f"shortened from {count} words, without: {said}"]


def _sums_up(work: Work, most: int) -> bool:
    """True where a text is made of files that have more words than it may have: each of its sentences tells."""
    return sum(len(words(text)) for text in searched_texts(work).values()) > most


def _is_followed(loop: Loop) -> bool:
    """True where another try may follow this one, which is told of the length and has another prompt."""
    done = len(re.findall(r"^### Candidate \d", loop.document.body(3), re.M))
    return done < int(loop.pattern.keys.get("tries", 1))


def _with_one_sentence_less(text: str, work: Work) -> str:
    """A text that has one sentence too many with two of them as one: so nothing of it is lost."""
    count, most = sentences_over(text, work.words)
    known = "\n".join((work.request, *searched_texts(work).values()))
    return with_joined_sentences(text, known) if count == most + 1 else text
