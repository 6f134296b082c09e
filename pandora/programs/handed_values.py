"""Values that earlier steps of a plan gave: how a later step gets them, and whether its files hold them."""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from pandora.document.figures import normal_number
from pandora.programs.help import Try, Work
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.regular_file import read_regular

RELATION = "handed on"
LONGEST = 60
"""The most characters of a line that is one value, and no sentence."""
MOST_WORDS = 3
"""The most words of a text that is one value."""
_LARGEST = 4 << 20
_NUMBER = re.compile(r"(?<![\w.,])[-−]?\d+(?:[.,'’\u00a0\u202f]\d+)*(?![\w])")
_PAIR = re.compile(
    r"(?P<key>\S.*?)\s*(?:(?<!\d)[:,]|[:,](?!\d)|[=\t;|]|→|\s-\s)\s*(?P<number>-?\d+(?:\.\d+)?)\s*"
)
"""Matches a name and its number. `12:30` and `1,234` are no pairs: there nothing stands beside the sign."""
_BRACKETS = ("[", "(", "{", "'", '"')
_DEEPEST = 50
"""The deepest nesting of a value; what is nested deeper is text."""


def value_of(output: str) -> object:
    """Return what a step printed as a value: JSON, a list of lines, a mapping of names to numbers, or text."""
    text = output.strip()
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()  # half a letter cannot be written into a document
        if _is_flat(value):
            return value
    except (ValueError, RecursionError):
        pass
    try:
        literal = ast.literal_eval(text) if text.startswith(_BRACKETS) else None  # `1,5` is one number
        json.dumps(literal, ensure_ascii=False).encode()
        if literal is not None and _is_flat(literal):
            return literal
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        pass
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    pairs = [pair for line in lines if (pair := _PAIR.fullmatch(line))]
    names = {pair["key"] for pair in pairs}
    if pairs and len(names) == len(lines):  # where a name comes twice, a mapping would lose a line
        return {pair["key"]: json.loads(_plain(pair["number"])) for pair in pairs}
    return lines if len(lines) > 1 else text


def _is_flat(value: object, depth: int = 0) -> bool:
    """True where a value is nested no deeper than `_DEEPEST`, so that code can go through it."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return depth <= _DEEPEST and all(_is_flat(part, depth + 1) for part in parts)


def lent_steps(given: Mapping[str, str]) -> dict[str, bytes]:
    """Return what earlier steps gave as values for programs: JSON by the step's name."""
    values = {name: json.dumps(value_of(output), ensure_ascii=False) for name, output in given.items()}
    return {name: value.encode("utf-8", "backslashreplace") for name, value in values.items()}


def opening_of_steps(given: Mapping[str, str]) -> str:
    """Return the lines with which a program takes up what earlier steps gave."""
    return "".join(f'{name} = kept("{name}")\n' for name in given)


def handed_on(work: Work, attempt: Try) -> Verdict | None:
    """Judge whether files that a step changes hold what an earlier step gave; None where that cannot be told.

    It is enough that one earlier step's value stands in the changed lines, a number also rounded, or that the
    step's program uses it.
    """
    values = {name: parts for name, output in work.task.given.items() if (parts := _parts(value_of(output)))}
    changed = [change for change in attempt.result.changes if change.content is not None]
    if not values or not changed or not attempt.result.ok:
        return None
    lines = "\n".join(_new_lines(change.path, change.content or b"", work.workspace) for change in changed)
    files = ", ".join(change.path for change in changed)
    for name in reversed(values):
        if all(_stands_in(part, lines) for part in values[name]):
            return Verdict(RELATION, "held", f"what {_shown(name)} gave stands in {files}")
    if used := [name for name in values if _uses(attempt, name)]:
        return Verdict(RELATION, "held", f"what {_shown(used[-1])} gave is used by the program")
    last = list(values)[-1]
    gave = ", ".join(str(part) for part in values[last][:6])
    reason = f"{_shown(last)} gave {gave}, and that is not in {files}; write what {_shown(last)} gave"
    question = f"Can this be done without {gave}, which an earlier step found: {work.task.text!r}?"
    return Verdict(RELATION, "violated", reason, (gave, lines[:LONGEST].replace("\n", " ")), question)


def _shown(name: str) -> str:
    return f"step {name.removeprefix('step')}" if name.startswith("step") else name


def _parts(value: object) -> list[object]:
    """The values that must stand somewhere; [] for prose, truth values and nothing."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        return [value] if _is_figure(value) else []
    if isinstance(value, str):
        if re.search(r"[.!?]\s|[.!?]$", value) or len(value) > LONGEST:
            return []
        dates = [entry for entry in dates_in(value) if entry.day]
        if dates and len(value[: dates[0].start].split()) <= MOST_WORDS and not value[dates[-1].end :].strip():
            return [entry.day for entry in dates]
        plain = [_normal(word) for word in _NUMBER.findall(value)]
        numbers = [float(word) for word in plain if re.fullmatch(r"-?\d+(\.\d+)?", word)]
        return [*numbers] if numbers else [value] if 0 < len(value.split()) <= MOST_WORDS else []
    if isinstance(value, dict):
        if len(value) == 1:  # what stands before the one number is a label
            return _parts(next(iter(value.values())))
        return [part for key, inner in value.items() for part in (*_parts(key), *_parts(inner))]
    if isinstance(value, Sequence):
        parts = [_parts(item) for item in value]
        return [part for inner in parts for part in inner] if all(parts) else []
    return []


def _is_figure(value: float) -> bool:
    """True for a number that a file can hold: not infinity, no value, or a whole number beyond all floats."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _normal(word: str) -> str:
    """A number without marks between its thousands, with a point before its decimals."""
    sign = "-" if word[0] in "-−" else ""
    return f"{sign}{normal_number(word.lstrip('-−'))}"


def _stands_in(part: object, lines: str) -> bool:
    if isinstance(part, date):
        return any(entry.day == part for entry in dates_in(lines)) or part.isoformat() in lines
    if not isinstance(part, int | float):
        return _has_words(lines, str(part))
    for word in _NUMBER.findall(lines):
        point = word.replace(".", "").replace(",", ".")
        for spelled in (_plain(word), point, word.replace(",", ""), _normal(word)):
            try:
                number = float(spelled)
            except ValueError:
                continue
            digits = len(spelled.partition(".")[2])
            if abs(number - part) <= 0.5 * 10**-digits + 1e-9 if digits else number == round(part):
                return True
    return False


def _has_words(text: str, words: str) -> bool:
    """True where a text has words as whole ones, in any case: `Ann` does not stand in `Anna`.

    An `s` may follow, as of a plural or of a genitive. A script without capitals, as that of Chinese, has no
    blanks between its words either: there they may stand anywhere.
    """
    folded, wanted = text.casefold(), words.casefold()
    first, last = wanted[:1], wanted[-1:]
    place = folded.find(wanted)
    while place >= 0:
        before, behind = folded[place - 1 : place] if place else "", folded[place + len(wanted) :]
        behind = behind[1:] if behind[:1] == "s" and _goes_on(last, "s") else behind
        if not _goes_on(before, first) and not _goes_on(last, behind[:1]):
            return True
        place = folded.find(wanted, place + 1)
    return False


def _goes_on(one: str, other: str) -> bool:
    """True for two signs side by side that are of one word."""
    return all(sign.isdigit() or sign.upper() != sign.lower() for sign in (one, other))


def _plain(word: str) -> str:
    """A number as JSON has it: `007` and `1.` are none."""
    return re.sub(r"^(-?)0+(?=\d)", r"\1", word)


def _new_lines(path: str, content: bytes, workspace: Path) -> str:
    """The lines of a changed file that it did not have before."""
    try:
        before, _ = read_regular(path, _LARGEST, inside=workspace)
    except OSError:
        before = b""
    old = set(before.decode("utf-8", "replace").splitlines())
    return "\n".join(line for line in content.decode("utf-8", "replace").splitlines() if line not in old)


def _uses(attempt: Try, name: str) -> bool:
    """True where the program reads the variable of a step, or takes up the kept value in another place."""
    program = attempt.program
    if program is None or program.tree is None:
        return False
    loads = [
        node
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    taken = [
        node
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "kept"
        and any(isinstance(argument, ast.Constant) and argument.value == name for argument in node.args)
    ]
    return bool(loads) or len(taken) > 1
