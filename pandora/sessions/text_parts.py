"""How texts are split into the parts that are judged: whole files, paragraphs, lines, or parts of one size.

A part that is too large for a leaf is read by a child of its own; where no child may be made, and where a
value is looked for, it is cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from statistics import median

from pandora.sessions.inside.given_text import Text

PART, OVERLAP = 1500, 150
"""Characters of a part where a text has neither short lines nor paragraphs, and how many two parts share."""
LONGEST = 3000
"""The most characters of a part that one leaf judges."""
FEW = 3
"""Of so many long texts in a folder, the folder's name may say what each of them is."""
STEM = 4
"""The letters by which two words are taken for forms of one."""
WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


@dataclass(frozen=True)
class Splitting:
    """How texts are split: what a part is called, and the Python expression that gives the parts of `text`."""

    part: str
    expression: str
    split: Callable[[str], list[str]]

    @property
    def cut(self) -> Splitting:
        """The same, with every part that is too large for a leaf cut in parts of one size."""
        expression = f"[piece for part in {self.expression} for piece in {PIECES}]"
        return Splitting(self.part, expression, lambda text: list(pieces(self.split(text))))


PIECES = f"([part] if len(part) <= {LONGEST} else Text(part).parts({PART}, {OVERLAP}))"
"""The Python expression for the pieces of `part` of which a leaf can read each."""


def pieces(parts: Iterable[str]) -> Iterable[str]:
    """The parts, with those that are too large for a leaf cut."""
    for part in parts:
        yield from [part] if len(part) <= LONGEST else _equal_parts(part)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _paragraphs(text: str) -> list[str]:
    return [part for part in re.split(r"\n\s*\n", text) if part.strip()]


def _equal_parts(text: str) -> list[str]:
    return Text(text).parts(PART, OVERLAP)


FILES = Splitting("file", "[str(text)]", lambda text: [text])
LINES = Splitting("line", "[line for line in text.splitlines() if line.strip()]", _lines)
PARAGRAPHS = Splitting(
    "paragraph", r"[part for part in re.split(r'\n\s*\n', text) if part.strip()]", _paragraphs
)
PARTS = Splitting("part", f"text.parts({PART}, {OVERLAP})", _equal_parts)


def splitting_of(texts: Mapping[str, str], files: bool = True, question: str = "") -> Splitting:
    """How to split these texts, as their lines and paragraphs are.

    Of several texts each is a part where most are short and have paragraphs, as mails and notes have, or where
    the `question` names their folder, unless `files` is false. Paragraphs are taken where they have several
    lines each, as prose has; else lines; and parts of an equal size where most paragraphs are too large for
    one judgment, and where there is one line alone.
    """
    sizes = sorted(map(len, texts.values()))
    whole = len(texts) > 1 and median(len(_paragraphs(text)) for text in texts.values()) > 1
    if files and whole and (median(sizes) <= LONGEST or _names_folder(question, texts)):
        return FILES
    together = "\n\n".join(texts.values())
    paragraphs, lines = _paragraphs(together), _lines(together)
    if len(paragraphs) > len(texts) and len(lines) >= 2 * len(paragraphs):
        return PARAGRAPHS if median(map(len, paragraphs)) <= LONGEST else PARTS
    one = len(lines) == 1 and len(lines[0]) > LONGEST
    return LINES if lines and not one else PARTS


def too_large(parts: Sequence[str]) -> bool:
    """True where one of the parts is too large for a leaf."""
    return any(len(part) > LONGEST for part in parts)


def stems(text: str) -> set[str]:
    """The beginnings of the longer words of a text: `reviews` and `review` have the same."""
    return {word.casefold()[:STEM] for word in WORD.findall(text) if len(word) >= STEM}


def _names_folder(question: str, texts: Mapping[str, str]) -> bool:
    """True where the question has the name of a folder in which all texts are: `reports`, `this report`."""
    folders = [{stem for part in PurePosixPath(name).parts[:-1] for stem in stems(part)} for name in texts]
    return len(texts) >= FEW and bool(set.intersection(*folders) & stems(question))
