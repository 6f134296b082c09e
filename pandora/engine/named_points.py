"""What a summary is to tell: the model is asked of each point alone, and code adds those that it leaves out.

Of the 27 summaries of tests/tasks whose requests name their points, the default model's sentences to them, one
below the other, were right in 6. A date, a price, a number or a name that was asked for was mostly right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pandora.document.figures import normal_number, numbers
from pandora.document.form import Field, Form, Slot
from pandora.engine.candidates import Tries
from pandora.engine.greeted_text import LEAST_LETTER, chance_of_letter
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import ask_beside, make_prompt
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.text_language import OTHER, likely_language_of, name_of
from pandora.programs.request.request_text import PATH
from pandora.programs.texts.asked_length import asks_for_summary, sentences_over, sets_length, words_over
from pandora.programs.texts.asked_points import asked_points
from pandora.programs.texts.passages import answer_facts
from pandora.programs.texts.request_clauses import told_clauses, wishes, word_beginnings
from pandora.programs.texts.sentences import words

MOST_POINTS, FEWEST_POINTS = 6, 2
"""The most points of a request that are asked of, and the fewest of which a whole summary is made."""
FAILED_TRIES = 2
"""So many tries that failed are followed by a summary that is made of the sentences to its points."""
_CARRIED = 0.6
"""The least share of a sentence's words that stand in the files; a language has several forms of one."""
_SENTENCE = Field("Sentence", Slot("line", "sentence", limit=60))
_TEXTS = ("text", "content")
_LISTED = re.compile(r"^[ \t]*(?P<mark>[-*•]) ", re.M)
_ENDED = (".", "!", "?")


def with_named_points(loop: Loop, phase: Phase, arguments: Mapping[str, str], files: str) -> Mapping[str, str]:
    """Return the arguments of a try; a summary that leaves out a point with a sentence about it at its end.

    A point is left out where the text has none of the numbers, or else none of the names, of the sentence that
    the model writes about it; of a sentence without these, less than half of the words. Where the text
    would be longer than the request allows, the sentences stand in its place.
    """
    name = next((name for name in _TEXTS if arguments.get(name, "").strip()), "")
    text, request = arguments.get(name, "").rstrip(), loop.work.request
    if not text or _is_too_long(text, request) or not (points := _points(loop, phase, files)):
        return arguments
    told = _sentences(loop, phase, points, files)
    for sentence in (one for one in told if _is_left_out(one, text, request)):
        longer = _joined(text, sentence)
        if not _is_too_long(longer, request):
            text = longer
            continue
        short = _listed(told, request)
        return {**arguments, name: short} if len(told) >= FEWEST_POINTS else arguments
    return arguments if text == arguments[name].rstrip() else {**arguments, name: text}


def summary_of_points(loop: Loop, phase: Phase, tried: Tries, files: str) -> Mapping[str, str] | None:
    """Return the arguments of a try that code makes of the sentences to the points; None where there is none.

    It follows FAILED_TRIES that failed, and is made once.
    """
    if len(tried.candidates) != FAILED_TRIES or any(candidate.ok for candidate in tried.candidates):
        return None
    last = next((one.arguments for one in reversed(tried.candidates) if not one.unread), {})
    name = next((name for name in _TEXTS if last.get(name, "").strip()), "")
    points = _points(loop, phase, files)
    if not name or len(points) < FEWEST_POINTS:
        return None
    told = _sentences(loop, phase, points, files)
    return {**last, name: _listed(told, loop.work.request)} if len(told) >= FEWEST_POINTS else None


def _points(loop: Loop, phase: Phase, files: str) -> list[str]:
    """The clauses of a request for a summary of files that say what is to be told; [] for any other request.

    What is wished of a letter is how it is to sound.
    """
    request = loop.work.request
    if not files.removesuffix(f"Task: {request}").strip() or loop.untrusted or loop.task.given:
        return []
    if not asks_for_summary(request) and asked_points(request) is None:
        return []
    clauses = dict.fromkeys((*told_clauses(request), *wishes(request)))
    points = [
        clause
        for clause in clauses
        if not all(map(is_function_word, words(clause))) and not PATH.search(clause) and not sets_length(clause)
    ]
    if not points or chance_of_letter(loop, phase) >= LEAST_LETTER:
        return []
    return points[:MOST_POINTS]


def _sentences(loop: Loop, phase: Phase, points: list[str], files: str) -> list[str]:
    """What the model says to each point in a sentence of its own; none that no file carries, and none twice."""
    request = loop.work.request
    shown, asked = files.removesuffix(f"Task: {request}").rstrip(), f"Task: {request}"
    code = likely_language_of(request)
    language = f"in {name_of(code)}" if code and code != OTHER else "in the language of the task"
    found: dict[str, None] = {}
    for point in points:
        question = f"Of this task, write one short sentence alone, from the text, {language}, about: {point}"
        form = Form((_SENTENCE,))
        asking = Phase(phase.name, "model", question, form, ())
        prompt = replace(make_prompt(loop, asking, form, [shown, asked]), instruction=question)
        sentence = ask_beside(loop, asking, _SENTENCE, prompt)[0].strip()
        if sentence.endswith(_ENDED) and _is_carried(sentence, shown, request):
            found[sentence] = None
    return [*found]


def _is_carried(sentence: str, source: str, request: str) -> bool:
    """True where a sentence says something beside the request, and its numbers, names and words stand there."""
    facts, own = answer_facts(sentence, request), word_beginnings(sentence) - word_beginnings(request)
    told = own & word_beginnings(source)
    return bool(own or facts) and facts <= _facts_of(source) and len(told) >= _CARRIED * len(own)


def _is_left_out(sentence: str, text: str, request: str) -> bool:
    facts = answer_facts(sentence, request)
    if facts:
        figures = {fact for fact in facts if fact[:1].isdigit()}
        return (figures or facts).isdisjoint(_facts_of(text))
    own = word_beginnings(sentence) - word_beginnings(request)
    return len(own & word_beginnings(text)) < len(own) / 2


def _facts_of(text: str) -> set[str]:
    figures = {normal_number(number) for way in (text, with_digits(text)) for number in numbers(way)}
    return figures | set(words(text))


def _is_too_long(text: str, request: str) -> bool:
    return words_over(text, request)[0] > 0 or sentences_over(text, request)[0] > 0


def _listed(sentences: list[str], request: str) -> str:
    """Sentences one below the other; points of a list where a request asks for one."""
    mark = "- " if asked_points(request) is not None else ""
    return "\n".join(f"{mark}{sentence}" for sentence in sentences)


def _joined(text: str, sentence: str) -> str:
    """A text with one more sentence: a point of its list, a paragraph, or the end of its only one."""
    if len(marks := [match["mark"] for match in _LISTED.finditer(text)]) > 1:
        return f"{text}\n{marks[-1]} {sentence}"
    return f"{text}\n\n{sentence}" if "\n\n" in text else f"{text} {sentence}"
