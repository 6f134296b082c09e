"""The answer of a run as JSON that fits its schema: read from the result by code, or else by the model."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from pandora.disk.store import Store
from pandora.document.figures import normal_number
from pandora.document.json_form import JsonForm, SchemaError, json_form
from pandora.document.state_document import digest
from pandora.engine import prompt as prompts
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import call_model, make_prompt
from pandora.engine.questions import Escalate
from pandora.errors import DocumentError, Problem
from pandora.models.protocol import GREEDY, Sampling
from pandora.regular_file import read_text

KEY = "schema"
"""The front matter key of a root whose answer is to fit a schema: the blob that holds it."""
LONGEST = 64 << 10
"""The largest size of a schema, in bytes."""
_TEXT = "Write the values that the result says, word for word. Add nothing."
_TRIES = (GREEDY, Sampling(temperature=1.0, seed=1))


def keep_schema(path: Path, store: Store) -> str:
    """Check the schema in the file at `path` and store it as a blob; return the blob's name.

    Raises DocumentError with `path:line` for a file that is no JSON, and for what a form cannot express.
    """
    try:
        text = read_text(path, LONGEST)
    except OSError as error:
        problem = f"cannot be read ({error.strerror or error})"
        raise DocumentError(Problem(str(path), 1, problem, "name a JSON schema")) from None
    except UnicodeDecodeError:
        raise DocumentError(Problem(str(path), 1, "is no text in UTF-8", "name a JSON schema")) from None
    try:
        json_form(json.loads(text))
    except json.JSONDecodeError as error:
        raise DocumentError(
            Problem(str(path), error.lineno, f"not JSON: {error.msg}", "mend the line")
        ) from None
    except RecursionError:
        raise DocumentError(Problem(str(path), 1, "nested too deeply", "make it flatter")) from None
    except SchemaError as error:
        lines = text.split("\n")
        line = next((n for n, row in enumerate(lines, 1) if error.key and f'"{error.key}"' in row), 1)
        raise DocumentError(Problem(str(path), line, str(error), error.remedy)) from None
    return store.write_text_blob(text)


def answer_of(loop: Loop, output: str) -> str:
    """The answer of a loop: `output`, or where the run has a schema, JSON that fits it, on one line.

    What code can read, code reads: JSON, a single property, a list of lines. Else the model fills a form that
    the schema makes, and every text and number in it must stand in `output`. Raises Escalate where none fits.
    """
    blob = loop.document.meta.get(KEY)
    if not isinstance(blob, str) or loop.task.parent is not None:
        return output
    text = loop.host.store.read_blob(blob).decode("utf-8")
    origin = digest(KEY, output, text, loop.host.model.fingerprint)
    record, body = loop.record(5), loop.document.body(5)
    edited = bool(record.text) and record.text != loop.document.digest(5)
    is_current = loop.document.meta.get("answered") == origin and not loop.host.fresh
    if body.strip() and (edited or record.human or is_current):
        return body
    asked = json_form(json.loads(text))
    try:
        answer = asked.read(output)
    except ValueError:
        answer = _by_model(loop, asked, output)
    loop.save(answered=origin)
    return json.dumps(answer, ensure_ascii=False)


def _by_model(loop: Loop, asked: JsonForm, output: str) -> Any:
    """The answer that the model makes of the result; a second try draws differently."""
    phase = Phase("answer", "model", _TEXT, asked.form, (1,))
    parts = [prompts.part(1, loop.document.body(1)), f"## Result\n{output}"]
    prompt = make_prompt(loop, phase, asked.form, parts)
    reason = ""
    for sampling in _TRIES:
        reply = call_model(loop, phase, asked.form, prompt, sampling)
        try:
            answer = asked.answer(reply.filled.values)
        except ValueError as error:
            reason = str(error)
            continue
        reason = next(_unsaid(answer, output, asked), "")
        if not reason:
            return answer
    question = "Which values should the answer have? The result is in the partial result."
    raise Escalate(f"the result does not fit the schema: {reason}", output, question)


def _unsaid(answer: Any, output: str, asked: JsonForm) -> Iterator[str]:
    """What the answer says and the result does not: texts in other letters count as said, and so do choices."""
    choices = {
        json.dumps(one)
        for leaf in asked.leaves
        for schema in (leaf.schema, leaf.schema.get("items", {}))
        for one in schema.get("enum", [schema.get("const")])
    }
    said, known = _plain(output), _numbers_in(output)
    for value in _scalars(answer):
        if isinstance(value, bool) or json.dumps(value) in choices:
            continue
        there = _plain(value) in said if isinstance(value, str) else float(value) in known
        if not there:
            yield f"it does not say {json.dumps(value, ensure_ascii=False)}"


_NUMBERS = (
    re.compile(r"(?P<sign>[-−]?)(?P<number>\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][-+]?\d+)?)"),
    re.compile(r"(?P<sign>[-−]?)(?P<number>\d(?:[\d,.'’\u00a0\u202f]*\d)?)"),
)
"""The numbers of a text as they are written in English and by programs, and in any language."""


def _numbers_in(text: str) -> set[float]:
    """The numbers that a text says, in every way in which each may be read.

    `1.200` may be a thousand and more, and what stands before the 5 of `3-5` is a dash.
    """
    found: set[float] = set()
    english, any_language = _NUMBERS
    for pattern, plain in ((english, lambda number: number.replace(",", "")), (any_language, normal_number)):
        for match in pattern.finditer(text):
            with suppress(ValueError):  # a day, such as 30.11.2026
                value = float(plain(match["number"]))
                found |= {value, -value} if match["sign"] else {value}
    return found


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _scalars(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _scalars(part)
    elif isinstance(value, list):
        for part in value:
            yield from _scalars(part)
    else:
        yield value
