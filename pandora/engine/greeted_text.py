"""A letter that the model wrote without a greeting, with one that it gives when it is asked for that alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pandora.document.form import Field, Form, Slot
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import ask_beside, make_prompt
from pandora.programs.help import Try
from pandora.programs.language.text_language import code_of
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.texts.greetings import greeting_of
from pandora.programs.texts.written_texts import (
    as_greeting,
    begins_with_greeting,
    has_greeting,
    is_form,
    says_back,
)

GREETING = "greeting"
"""The name of the rule in a pattern's `evidence`."""

LEAST_LETTER = 0.75
"""A text is a letter, and no notice, where the model says so of its request with this probability.

Of seven requests for letters and mails it has 0.81 to 0.99, of five for notices 0.09 to 0.70, and 0.71 for a
short invitation, which may be either.
"""
_KIND = Field("Answer", Slot("choice", "answer", ("letter", "notice")))
_GREETING = Field("Greeting", Slot("line", "greeting", limit=16))
_TEXTS, _AUTHOR, _READER, _LANGUAGE = ("text", "content"), "written by", "written to", "language"


def greeted_text(loop: Loop, phase: Phase, arguments: Mapping[str, str]) -> Mapping[str, str]:
    """Return the arguments of a try; where they have facts of the request for a letter, those with a greeting.

    A small model that copies the facts of a request forgets who reads them, and garbles what it writes anew.
    """
    name = next((name for name in _TEXTS if arguments.get(name, "").strip()), "")
    reader, text = arguments.get(_READER, "").strip(), arguments.get(name, "").strip()
    copied = bool(name) and _AUTHOR in arguments and says_back(text, loop.work.request)
    if not copied or not reader or begins_with_greeting(text, reader, loop.work.request):
        return arguments
    if chance_of_letter(loop, phase) < LEAST_LETTER:
        return arguments
    language = arguments.get(_LANGUAGE, "").strip()
    if titled := greeting_of(reader, code_of(language) or ""):
        return {**arguments, name: f"{titled}\n\n{text}"}
    letter = f"letter in {language}" if language else "letter"
    question = f"This {letter} to {reader} lacks the greeting in its first line. Which is it?\n\nGreeting:"
    said = _asked(loop, phase, _GREETING, f"Text:\n{text}", question)[0]
    greeting = as_greeting(said, loop.work.request)
    return {**arguments, name: f"{greeting}\n\n{text}"} if greeting else arguments


def ungreeted_letter(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a letter or a mail that greets nobody and is a form; it is told once.

    A small model fills in labels with values, as its notes have them. [] where the pattern does not ask for it,
    and for a notice.
    """
    text = attempt.argument("answer") or attempt.argument("content") or ""
    asks = GREETING in loop.work.rules and attempt.argument("author") is not None and attempt.result.ok
    if not asks or not text.strip() or has_greeting(text) or not is_form(text):
        return []
    phase = loop.host.library.phase(loop.pattern, "do")
    if chance_of_letter(loop, phase) < LEAST_LETTER:
        return []
    reason = "it greets nobody; write a letter, from its greeting to its end"
    return [Verdict(GREETING, "violated", reason, once=True)]


def chance_of_letter(loop: Loop, phase: Phase) -> float:
    """How likely a request is for a letter, which greets its reader, and not for a notice."""
    question = "Is this text a letter, which greets its reader, or a notice?\n\nAnswer: letter or notice"
    said, chance = _asked(loop, phase, _KIND, f"Somebody asks for a text:\n{loop.work.request}", question)
    return chance if said == "letter" else 1 - chance


def _asked(loop: Loop, phase: Phase, field: Field, part: str, question: str) -> tuple[str, float]:
    """What the model answers to a question that stands alone behind a part of a prompt, and how sure it is."""
    form = Form((field,))
    asking = Phase(phase.name, "model", question, form, ())
    prompt = replace(make_prompt(loop, asking, form, [part]), instruction=question)
    said, chance = ask_beside(loop, asking, field, prompt)
    return said, 1.0 if chance is None else chance
