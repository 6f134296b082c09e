"""Scripts: model replies as JSON lines; the reader reports every mistake with its file and line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Usage
from pandora.errors import DocumentError, Problem, UsageError
from pandora.models.protocol import Call
from pandora.regular_file import read_text

LONGEST = 32 << 20
"""The most bytes of a script."""
_MATCHERS = ("phase", "level", "type")
_REPLIES = ("fill", "text")
_NOTES = ("chances", "thought", "usage", "temperature", "seed", "fork", "document")
_USAGE = ("calls", "prompt", "evaluated", "written", "model_seconds")


@dataclass(frozen=True)
class ScriptLine:
    """One reply of a script: its line number, the calls that it answers, and its values or its text."""

    number: int
    matchers: Mapping[str, str]
    fill: Mapping[str, Any] | None = None
    text: str | None = None
    probabilities: Mapping[str, float] = field(default_factory=dict)
    usage: Usage | None = None
    thought: str = ""

    def answers(self, call: Call) -> bool:
        """True where every matcher that the line gives agrees with `call`."""
        asked = {"phase": call.phase, "level": call.level, "type": call.kind}
        return all(asked[key] == value for key, value in self.matchers.items())


@dataclass(frozen=True)
class Script:
    """A script's lines, and the model that it was recorded from, where its first line names one."""

    lines: tuple[ScriptLine, ...]
    header: Mapping[str, Any] = field(default_factory=dict)


def read_script(path: Path) -> Script:
    """Read the script at `path`.

    Raises DocumentError with every wrong line, and UsageError where the file cannot be read.
    """
    try:
        text = read_text(path, LONGEST)
    except FileNotFoundError:
        raise UsageError(f"{path}: no such script; --model scripted:FILE reads JSON lines from FILE") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: the script cannot be read ({error}); name a file of JSON lines") from error
    lines: list[ScriptLine] = []
    problems: list[Problem] = []
    header: Mapping[str, Any] = {}
    for number, written in enumerate(text.split("\n"), 1):
        if not written.strip():
            continue
        try:
            entry = json.loads(written)
        except (ValueError, RecursionError) as error:
            problems.append(Problem(str(path), number, f"no JSON ({error})", "write one object a line"))
            continue
        if isinstance(entry, dict) and "model" in entry and not lines and not header:
            header = entry
            for key in ("context", "parameters"):
                if type(entry.get(key, 1)) is not int or entry.get(key, 1) < 1:
                    problems.append(Problem(str(path), number, f"{key!r} must be a whole number from 1"))
            continue
        wrong = _problem(entry)
        if wrong:
            problems.append(Problem(str(path), number, wrong))
        else:
            lines.append(_line(number, entry))
    if problems:
        raise DocumentError(*problems)
    return Script(tuple(lines), header)


def _problem(entry: Any) -> str:
    """Say what is wrong with a script's line; an empty string means nothing."""
    if not isinstance(entry, dict):
        return "a line must be an object like {'phase': …, 'fill': {…}}"
    unknown = [key for key in entry if key not in (*_MATCHERS, *_REPLIES, *_NOTES)]
    if unknown:
        return f"unknown key {unknown[0]!r}; a line has {', '.join((*_MATCHERS, *_REPLIES, *_NOTES))}"
    if ("fill" in entry) == ("text" in entry):
        return "a line needs either 'fill' or 'text'"
    if not isinstance(entry.get("fill", {}), dict):
        return "'fill' must be an object by the form's field names"
    texts = [key for key in (*_MATCHERS, "text", "thought") if not isinstance(entry.get(key, ""), str)]
    if texts:
        return f"{texts[0]!r} must be text"
    for key in ("chances", "usage"):
        numbers = entry.get(key, {})
        if not isinstance(numbers, dict) or not all(_is_number(value) for value in numbers.values()):
            return f"{key!r} must be an object of numbers"
    if any(key not in _USAGE for key in entry.get("usage", {})):
        return f"'usage' has {', '.join(_USAGE)}"
    return ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _line(number: int, entry: dict[str, Any]) -> ScriptLine:
    return ScriptLine(
        number,
        {key: entry[key] for key in _MATCHERS if key in entry},
        entry.get("fill"),
        entry.get("text"),
        entry.get("chances", {}),
        Usage(**entry["usage"]) if "usage" in entry else None,
        entry.get("thought", ""),
    )
