"""Whether an edit or a script holds what only the checks know: words of a hidden task, or an expected value."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pandora.programs.language.number_words import with_digits

WORDS_IN_A_ROW = 5
"""So many words of a hidden task in a row are no chance."""
COMMON = 1 / 3
"""A literal that stands in more than this share of a suite's checks belongs to how they are written."""
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w|\.\w)")


_GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+(?!\w)")
"""A number whose thousands are parted."""


@dataclass(frozen=True)
class TaskSecrets:
    """What a candidate must not know of a task: its words, and the values that its check expects.

    The words of a task that everybody may see are no secret (`hidden` is false); its expected values are.
    """

    name: str
    words: str
    values: frozenset[str]
    hidden: bool = False


def secrets_of(tasks: Mapping[str, tuple[str, str]], hidden: bool = False) -> list[TaskSecrets]:
    """Return the secrets of a suite's tasks, given by name as their text and the source of their check.

    Values are the literals of the check that the task's own words do not have. Literals that many checks share,
    such as the name of a status, are none.
    """
    literals = {name: set(_literals(check)) for name, (_, check) in tasks.items()}
    counts = Counter(value for values in literals.values() for value in values)
    most = max(1.0, len(tasks) * COMMON)
    return [
        TaskSecrets(
            name,
            text,
            frozenset(
                value
                for value in literals[name]
                if counts[value] <= most and value not in _NUMBER.findall(text) and value not in text
            ),
            hidden,
        )
        for name, (text, _) in tasks.items()
    ]


def _numbers_in(text: str) -> Iterator[str]:
    """The numbers of a text however they are written: `4817`, `4,817`, `4 817`, or in words."""
    for way in (text, with_digits(text)):
        yield from _NUMBER.findall(way)
        yield from (re.sub(r"\D", "", number) for number in _GROUPED.findall(way))


def _literals(source: str) -> Iterator[str]:
    """The numbers of two digits and more, and the texts of three characters and more, in a program."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        yield from _NUMBER.findall(source)
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or isinstance(node.value, bool | bytes | type(None)):
            continue
        text = shown(node.value)
        least = 3 if isinstance(node.value, str) else 2
        if len(text.lstrip("-").replace(".", "")) >= least:
            yield text


def shown(value: object) -> str:
    """A value as it would be printed: 12.0 as 12."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value).strip()


def leak(added: str, tasks: Iterable[TaskSecrets]) -> str:
    """Return what the words that a candidate adds give away, in a phrase; "" where they give nothing away."""
    words = [word.casefold() for word in _WORD.findall(added)]
    runs = {tuple(words[place : place + WORDS_IN_A_ROW]) for place in range(len(words) - WORDS_IN_A_ROW + 1)}
    numbers = {shown(float(number)) for number in _numbers_in(added)}
    for task in tasks:
        if task.hidden:
            theirs = [word.casefold() for word in _WORD.findall(task.words)]
            for place in range(len(theirs) - WORDS_IN_A_ROW + 1):
                if tuple(theirs[place : place + WORDS_IN_A_ROW]) in runs:
                    return f"it holds {WORDS_IN_A_ROW} words in a row of a hidden task"
        for value in sorted(task.values):
            if value in numbers or (not _NUMBER.fullmatch(value) and _holds(added, value)):
                return "it holds a value that a check expects"
    return ""


def _holds(text: str, value: str) -> bool:
    """True where a text has the value by itself, whatever its case."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None


def memorised(source: str, outputs: Sequence[str], words: str) -> list[str]:
    """Return the expected outputs, or their lines, that stand as literals in a Python script.

    None are those that the request's own `words` have, that two examples with different inputs share (a label,
    such as yes and no), numbers up to 2, and single characters.
    """
    shared = {output for output, count in Counter(output.strip() for output in outputs).items() if count > 1}
    secrets: dict[str, str] = {}
    for output in outputs:
        lines = [output.strip(), *(line.strip() for line in output.splitlines())]
        for line in lines if output.strip() not in shared else ():
            secrets.setdefault(_as_number(line), line)
    leaks = []
    for literal in dict.fromkeys(_texts_in(source)):
        key = _as_number(literal)
        if key not in secrets or len(key) < 2 or key in _NUMBER.findall(words) or _holds(words, key):
            continue
        if _NUMBER.fullmatch(key) and abs(float(key)) <= 2 and "." not in key:
            continue
        leaks.append(secrets[key])
    return leaks


def _as_number(text: str) -> str:
    """A number in one spelling; any other text as it is."""
    bare = text.strip()
    bare = re.sub(r"\D", "", bare) if _GROUPED.fullmatch(bare) else bare
    return shown(float(bare)) if _NUMBER.fullmatch(bare) else bare


def _texts_in(source: str) -> Iterator[str]:
    """Every literal of a script as text: its numbers, its texts, and the lines of its texts."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float):
            text = shown(node.value)
            yield text
            yield from (line.strip() for line in text.splitlines() if line.strip() != text)
