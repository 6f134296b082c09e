"""What a model answered beside the sections, in one field, as the front matter keeps it for a replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pandora.document.meta_values import listed
from pandora.document.records import try_records
from pandora.document.state_document import Document
from pandora.document.terminal_text import one_line

KEY = "asked_beside"
MOST = 300
"""The most answers that a document keeps: front matter has a bound, too."""
_NO_CHANCE = "-"


@dataclass(frozen=True)
class AnswerBeside:
    """What the model `said` in the field `key` of a form, and the `chance` of it, None where it is not known.

    `of` is the digest of the prompt, and `tries` how many tries an operation's §3 had when it was asked.
    """

    of: str
    phase: str
    tries: int
    key: str
    chance: float | None
    said: str


def answers_beside(document: Document) -> list[AnswerBeside]:
    """Return the answers that a document keeps, in the order in which they were given, without broken lines."""
    answers = []
    for line in listed(document.meta, KEY):
        try:
            of, phase, tries, key, chance, said = line.split(" ", 5)
            number = None if chance == _NO_CHANCE else float(chance)
            answers.append(AnswerBeside(of, phase, int(tries), key.replace("_", " "), number, said))
        except ValueError:
            continue  # a person edited it
    return answers


def with_answer(
    document: Document, of: str, phase: str, key: str, said: str, chance: float | None
) -> dict[str, Any]:
    """Return the front matter keys with one more answer; {} where one to this prompt is kept, or MOST are."""
    lines = listed(document.meta, KEY)
    if len(lines) >= MOST or any(answer.of == of for answer in answers_beside(document)):
        return {}
    shown = _NO_CHANCE if chance is None else f"{chance:.4f}"
    line = f"{of} {phase} {len(try_records(document))} {key.replace(' ', '_')} {shown} {one_line(said)}"
    return {KEY: [*lines, line]}
