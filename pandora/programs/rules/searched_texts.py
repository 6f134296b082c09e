"""The texts of a task's files through which rules look, and the words that a try wrote."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from pandora.programs.help import Try, Work
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.text_language import likely_language_of
from pandora.programs.texts.passages import Passage, passages
from pandora.programs.texts.sentences import words
from pandora.programs.texts.text_dates import as_written_in
from pandora.programs.texts.text_notation import in_notation_of
from pandora.regular_file import read_regular

PROSE = ("", ".txt", ".md", ".eml", ".rst")
"""The endings of files with words to be read."""
_SHORTEST_NAME = 3
"""The fewest letters of a file's name that is told from other words."""
LONGEST_PROSE = 64 << 10
"""The most characters of a file whose number words and sentences are looked at."""
_LONGEST_DATED = 1 << 20
"""The most characters of a file whose dates are read."""
_SEARCHED = 4 << 20
"""The most bytes of a file that a rule searches."""


def searched_texts(work: Work) -> dict[str, str]:
    """The text of each of the task's files that can be read, by its path."""
    texts = {}
    for path in work.task.files:
        with contextlib.suppress(OSError):
            texts[path] = searched_text(path, work.workspace, "replace")
    return texts


def searched_passages(work: Work) -> list[Passage]:
    """Return the paragraphs of the task's files that can be read."""
    return passages_of(searched_texts(work))


def short_texts(texts: Iterable[str]) -> list[str]:
    """The texts that are short enough to be looked through word by word."""
    return [text for text in texts if len(text) <= LONGEST_PROSE]


def passages_of(texts: Mapping[str, str]) -> list[Passage]:
    """Return the paragraphs of files, whose texts are given by path."""
    return [passage for path, text in texts.items() for passage in passages(path, text)]


def without_file_names(answer: str, files: Iterable[str]) -> tuple[str, int]:
    """Return a text without the names of the files, and how many of them it has."""
    count = 0
    names = {name for path in files for name in (path, Path(path).name, Path(path).stem)}
    for name in sorted(names, key=len, reverse=True):  # a name inside of another one comes after it
        if len(name) < _SHORTEST_NAME or name not in answer:
            continue
        answer, times = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", " ", answer)
        count += bool(times)
    return answer, count


def as_the_files_write(answer: str, request: str, texts: Mapping[str, str]) -> str:
    """An answer with its dates, times, quantities and numbers as the files, or else the request, write them."""
    dated = "\n".join(text for text in texts.values() if len(text) <= _LONGEST_DATED)
    answer = as_written_in(dated, answer)
    source = "\n".join((*short_texts(texts.values()), request))
    digits = with_digits(answer, likely_language_of(f"{request} {answer}"))
    as_digits = in_notation_of(source, digits)
    return as_digits if as_digits != digits else in_notation_of(source, answer)


def written_words(attempt: Try) -> str | None:
    """The words that a try says or, where it says who writes them, puts into a file; None for others."""
    letter = attempt.argument("author") is not None
    return attempt.argument("answer") or (attempt.argument("content") if letter else None)


def is_quoted(text: str, work: Work) -> bool:
    """True where a text stands word for word in one paragraph of the task's files."""
    said = f" {' '.join(words(text))} "
    return any(said in f" {' '.join(words(passage.text))} " for passage in searched_passages(work))


def searched_text(path: str, workspace: Path, errors: str) -> str:
    """The text that a rule looks through in a file of the workspace; OSError where it cannot be read.

    `errors` says what becomes of bytes that are no UTF-8, as for `bytes.decode`.
    """
    content, _ = read_regular(path, _SEARCHED, inside=workspace)
    return content.decode("utf-8", errors)
