"""Examples as calls of a function: what it is given, and what it returns."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from pandora.growth.examples import Example, same_output
from pandora.growth.script_ending import RESULT
from pandora.growth.text_formulas import formulas_of_texts
from pandora.growth.tool_template import PATH, argument_forms

LONGEST = 600
"""The most characters of a call that is shown."""
_COUNTS = (
    ("len({before}.splitlines()) - len({after}.splitlines())", lambda one, two: len(one) - len(two)),
    ("len({after}.splitlines()) - len({before}.splitlines())", lambda one, two: len(two) - len(one)),
)


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


def rewriting_of(examples: Sequence[Example], variable: str) -> str:
    """The lines that save `result` as the new text of the one file, and print what is said of the change.

    They are "" where the examples ask for anything else, or what is printed is no count of lines, nor a formula
    of the new text. `variable` has the old text.
    """
    texts: list[tuple[str, str]] = []
    for example in examples:
        path = example.given.get(PATH, "")
        after = example.writes.get(path)
        if [*example.writes] != [path] or after is None or path not in example.files:
            return ""
        texts.append((example.files[path], after))
    lines = f'{RESULT} = {RESULT} if isinstance({RESULT}, str) else "\\n".join({RESULT})\n'
    saved = f"{lines}save({RESULT}, {PATH})\n"
    outputs = [example.output.strip() for example in examples if example.output is not None]
    if not outputs:
        return saved
    if len(outputs) < len(examples) or len({*outputs}) < 2:
        return ""
    for code, count in _COUNTS:
        counted = (str(count(before.splitlines(), after.splitlines())) for before, after in texts)
        if all(map(same_output, outputs, counted)):
            return f"{saved}print({code.format(before=variable, after=RESULT)})\n"
    formula = next(formulas_of_texts([after for _, after in texts], outputs, RESULT), "")
    return f"{saved}print({formula})\n" if formula else ""
