"""Examples as calls of a function: what it is given, and what it returns."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from pandora.growth.examples import Example
from pandora.growth.script_ending import RESULT
from pandora.growth.tool_template import PATH, argument_forms

LONGEST = 600
"""The most characters of a call that is shown."""
KEPT = "kept"
"""The list that code begins for the lines of a new text."""


def calls_of(examples: Sequence[Example], name: str, most: int) -> str:
    """The first examples as Python shows calls of a function `name`; of a changed file, it returns the text."""
    forms = argument_forms(examples)
    shown = []
    for example in examples:
        given = [_argument(example, key, form) for key, form in forms.items()]
        call = f"{name}({', '.join(given)})"
        written = [text for text in example.writes.values() if text is not None]
        if written:
            lines = f">>> {call}\n{written[0]!r}"
        elif (value := _json(example.output or "")) is not None:
            lines = f">>> {call}\n{value!r}"
        else:
            lines = f">>> print({call})\n{example.output}"
        if len(lines) <= LONGEST:
            shown.append(lines)
    return "\n".join(shown[:most])


def _argument(example: Example, key: str, form: str) -> str:
    value = example.given.get(key, "")
    if form == "table":
        return repr([*csv.DictReader(io.StringIO(example.files[value]))])
    if form == "load":
        return repr(_json(example.files[value]))
    if form == "text":
        return repr(example.files[value])
    return f"{form}({value!r})" if "." in form else value if form else repr(value)


def _json(text: str) -> object:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list | dict) else None


def loop_over_lines(variable: str) -> str:
    """The first lines of a function that makes the KEPT lines of a new text out of an old one."""
    return f"    {KEPT} = []  # the lines of the new text\n    for line in {variable}.splitlines():\n"


def rewriting_of(examples: Sequence[Example], variable: str) -> str:
    """The lines that save the lines in `result` as the new text of the one file, and print their count.

    They are "" where the examples ask for anything else: a file with other lines than before, or what is
    printed is no count of lines that went. `variable` has the old text.
    """
    texts: list[tuple[str, str]] = []
    for example in examples:
        path = example.given.get(PATH, "")
        before, after = example.files.get(path), example.writes.get(path)
        if [*example.writes] != [path] or after is None or before is None:
            return ""
        texts.append((before, after))
    if not all({*after.splitlines()} <= {*before.splitlines()} for before, after in texts):
        return ""
    saved = f'save("".join(f"{{line}}\\n" for line in {RESULT}), {PATH})\n'
    outputs = [example.output.strip() for example in examples if example.output is not None]
    if not outputs:
        return saved
    gone = [str(len(before.splitlines()) - len(after.splitlines())) for before, after in texts]
    return f"{saved}print(len({variable}.splitlines()) - len({RESULT}))\n" if outputs == gone else ""
