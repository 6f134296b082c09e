"""What stands in a request whatever its language: paths, quotations, words, a question mark, a written file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pandora.document.figures import normal_number, numbers
from pandora.programs.inside.text_folding import letter_forms

QUOTED = re.compile(
    r"(?<!\w)(?:['\"“‘]|[„‚«‹]\s?)([^'\"“”‘’„‚«»‹›\n]{1,39}[^\s'\"“”‘’„‚«»‹›])\s?['\"”’“‘»›](?!\w)"
)
"""What stands in quotes, as English, German, French or Spanish writes them."""
WORD = re.compile(r"[^\W\d_]{3,}")
PATH = re.compile(r"(?<!\S)(?:\S*[/\\]\S*|\S+\.[A-Za-z]\w{0,4}\b)")
SENTENCE_ENDS = re.compile(r"(?<=[.!?;:])\s+|\n+")
"""Splits a text into its sentences."""
_QUESTION = re.compile(r"(?:(?<![\s?])\?+|(?<!\?)\?{1,2}|[？؟])[^\w?]*$")
"""Matches the mark of a question at the end of a text; `???` behind a blank stands for what is filled in."""
_COMMAND_MAKING = re.compile(
    r"(?:(?<![-=<>])>{1,2}\|?|\btee(?:\s+-a)?|\btouch|(?<!\S)(?:-o|--out(?:put)?(?:-file)?)[\s=]"
    r"|\b(?:cp|mv|ln)(?:\s+-\S+)*\s+\S+\s)\s*['\"`]?$"
)
"""Matches what stands in a command of the shell before a file that it makes."""
_ARROW = re.compile(r"(?:->|=>|[→⇒])\s*['\"`]?$")
_FILE_LAST = re.compile(r"[./]\w+['\"`]?\s*$")
"""Match an arrow before the file that something goes into, and another file, which gets a new name so."""


def is_output(path: str, text: str) -> bool:
    """True where `text` has a command that writes `path`, or an arrow before it, or `path` lies in `out/`.

    No word around the path decides, for the text may be in any language.
    """
    if path.startswith("out/"):
        return True
    befores = [text[: match.start()] for match in re.finditer(re.escape(path), text)]
    return any(_COMMAND_MAKING.search(before) or _goes_into(before) for before in befores)


def _goes_into(before: str) -> bool:
    """True where a text ends in an arrow, and no file stands right before that."""
    arrow = _ARROW.search(before)
    return arrow is not None and _FILE_LAST.search(before[: arrow.start()]) is None


def is_question(text: str) -> bool:
    """True where a text ends in a question mark, in whatever language."""
    return _QUESTION.search(text) is not None


def names_column(column: str, request: str) -> bool:
    """True where the request has the column's name as a word, or as the beginning of one.

    Accents do not count, and `tuetchen` is `Tütchen`.
    """
    pairs = zip(letter_forms(column), letter_forms(request), strict=True)
    return any(re.search(rf"\b{re.escape(name)}", said) for name, said in pairs)


def has_word(cell: object, word: str) -> bool:
    """True where a cell or a text has a word as a whole one, in whatever case."""
    if not isinstance(cell, str) or word.casefold() not in cell.casefold():
        return False
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", cell, re.I) is not None


def gives_value(request: str, value: object) -> bool:
    """True where a request gives a value of a file; a yes or a no is said in many words."""
    if isinstance(value, bool):
        return True
    if isinstance(value, int | float):
        return normal_number(str(value)) in {normal_number(number) for number in numbers(request)}
    return isinstance(value, str) and has_word(request, value)


def stands_apart(value: str, request: str, others: Iterable[str]) -> bool:
    """True where a request has a value as whole words, and not only as a part of one of the longer `others`."""
    return has_word(without_values(request, (other for other in others if _is_longer(other, value))), value)


def without_values(request: str, values: Iterable[str]) -> str:
    """Return the request with a blank for each of the values that it has as whole words."""
    for value in values:
        request = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", " ", request, flags=re.I)
    return request


def _is_longer(other: str, value: str) -> bool:
    return other.casefold() != value.casefold() and has_word(other, value)
