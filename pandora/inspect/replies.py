"""The replies of a run's model as a script, read from the run's documents, so that the run can be replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pandora.disk.store import Store
from pandora.document.asked_beside import answers_beside
from pandora.document.body import Parsed, parse
from pandora.document.form import Form
from pandora.document.history import attempts
from pandora.document.ids import parse_id
from pandora.document.meta_values import attempt_of
from pandora.document.question_lines import pairs
from pandora.document.state_document import NUMBERS, Document
from pandora.engine.candidates import read_tries
from pandora.engine.numbered_contents import Contents
from pandora.errors import UsageError
from pandora.inspect.model_calls import calls_of_run
from pandora.inspect.prompt_reconstruction import PromptCall, RebuiltPrompt
from pandora.inspect.section_places import section_label

Rebuild = Callable[[PromptCall], RebuiltPrompt]


@dataclass(frozen=True)
class Replies:
    """The lines of the script, in the order of the work, and the sections whose replies cannot be given."""

    lines: tuple[Mapping[str, Any], ...]
    left_out: tuple[str, ...] = ()

    def script(self, model: str, context: int, fingerprint: str) -> str:
        """Return the script as `--record` writes it; the first line names the model that replied."""
        header = {"model": model, "context": context, "fingerprint": fingerprint}
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (header, *self.lines))


def replies_of(store: Store, documents: Mapping[str, Document], top: str, rebuild: Rebuild) -> Replies:
    """Return the replies that the run below `top` was made of, as its documents hold them.

    A person's words in a section stand for the model's. `rebuild` makes a call's prompt again, which knows the
    form that the reply filled; it raises UsageError where no model is asked.
    """
    lines: list[Mapping[str, Any]] = []
    left_out: list[str] = []
    beside = _Beside()
    for call in calls_of_run(documents, top):
        document = documents[call.document]
        lines += beside.until(document, call.phase, call.candidate - 1 if call.tries else 0)
        try:
            form = rebuild(call).asked.form
        except UsageError:
            if call.place[1] != 3:  # code fills the arguments of many operations
                left_out.append(section_label(call.place))
            continue
        reply = _reply(store, document, call, form)
        if reply.problems or not {field.key for field in form.asked} <= set(reply.values):
            left_out.append(section_label(call.place))
            continue
        lines.append(_line(call, form, reply))
        lines += _clarifications(document, call)
    for document in documents.values():
        lines += beside.until(document)
    return Replies(tuple(lines), tuple(dict.fromkeys(left_out)))


def _body(document: Document, call: PromptCall) -> str:
    number = NUMBERS[call.phase]
    if number == 1 or call.attempt in (None, attempt_of(document.meta)):
        return document.body(number)
    return attempts(document)[call.attempt or 1].get(number, "")


def _reply(store: Store, document: Document, call: PromptCall, form: Form) -> Parsed:
    if not call.tries:
        return parse(form, _body(document, call))
    candidates = read_tries(_body(document, call), form, store, Contents.of(document)).candidates
    if call.candidate > len(candidates):
        return Parsed(problems=[(1, "the try is gone")])
    return Parsed(dict(candidates[call.candidate - 1].arguments))


def _line(call: PromptCall, form: Form, reply: Parsed) -> Mapping[str, Any]:
    asked = {field.key for field in form.asked}
    chances = {key: chance for key, chance in reply.probabilities.items() if key.split(".")[0] in asked}
    return {
        **_matchers(call.document, call.phase),
        "fill": {key: value for key, value in reply.values.items() if key in asked},
        **({"chances": chances} if chances else {}),
        "document": call.document,
    }


def _matchers(document_id: str, phase: str) -> dict[str, str]:
    name = parse_id(document_id)
    return {"phase": phase, "level": name.level, **({"type": name.kind} if name.kind else {})}


def _clarifications(document: Document, call: PromptCall) -> Iterator[Mapping[str, Any]]:
    """Yield the questions to a person, which §1 holds with their answers."""
    if call.phase == "understand":
        for question, _ in pairs(document.body(1)):
            line = {**_matchers(call.document, "clarify"), "fill": {"question": question}}
            yield {**line, "document": call.document}


class _Beside:
    """The answers that were given beside the sections, each of which is yielded once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def until(self, document: Document, phase: str = "", tries: int = 0) -> Iterator[Mapping[str, Any]]:
        """Yield a document's next answers, up to those of `phase` with `tries`; without a phase, the rest."""
        for answer in answers_beside(document):
            place = NUMBERS.get(answer.phase, 0), answer.tries
            if answer.of in self._given or (phase and place > (NUMBERS[phase], tries)):
                continue
            self._given.add(answer.of)
            document_id = str(document.meta["id"])
            chances = {} if answer.chance is None else {"chances": {answer.key: answer.chance}}
            line = {**_matchers(document_id, answer.phase), "fill": {answer.key: answer.said}, **chances}
            yield {**line, "document": document_id}
