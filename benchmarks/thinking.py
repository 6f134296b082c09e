"""Thinking beside one plain call: gold facts, forbidden statements, contradictions and tokens of a suite of
questions.

A question of the suite is a folder with `question.toml` and `notes/`. The plain call gets the question and
all notes in one prompt, and nothing else. Both texts are searched by the same patterns: a gold fact is there
where all its patterns are, and a contradiction where both its values stand near each other.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger, Usage
from pandora.disk.layout import Workspace
from pandora.engine.host import Host
from pandora.engine.recorded_model import keys_of_model
from pandora.errors import UsageError
from pandora.models.keyed_replies import KeyedReplies
from pandora.models.protocol import Model
from pandora.questions.citations import quotes_in
from pandora.questions.dispatcher import Limits, begin, work_on
from pandora.questions.harvest import harvest

ENDLESS = 86_400
"""Seconds that no question takes: a bench has no use for a graph that was cut short."""
NEAR = 300
"""The most characters between the two values of a contradiction that a text names together."""


@dataclass(frozen=True)
class SuiteQuestion:
    """A question with its notes, and what its answer should have and may not have, as regular expressions.

    `irrelevant` is what only a text has that copies the notes without a choice. `right` and `wrong` are answers
    on which the patterns are tried: one that has all that is sought, and one with every forbidden statement.
    """

    name: str
    kind: str
    text: str
    notes: Path
    gold: tuple[tuple[str, ...], ...]
    contradictions: tuple[tuple[str, str], ...]
    forbidden: tuple[str, ...]
    irrelevant: tuple[str, ...]
    right: str
    wrong: str


@dataclass(frozen=True)
class Score:
    """What a text has: gold facts, forbidden statements, contradictions, what is beside the point, and quotes
    that no note holds.

    `tokens` are those of all prompts and replies. Of these, `worked` were evaluated or written: a model that
    keeps what its prompts have in common does not read it again.
    """

    gold: int
    forbidden: int
    contradictions: int
    irrelevant: int
    untrue_quotes: int
    tokens: int
    worked: int = 0


_QUOTED = re.compile(r"“[^”]*”")
Answer = Callable[[SuiteQuestion], tuple[str, Usage]]
"""Answers a question; returns the text and what it cost."""


def read_questions(folder: Path, only: Sequence[str] = ()) -> list[SuiteQuestion]:
    """The questions of a suite by name; UsageError, with path and line, where one cannot be read."""
    questions = []
    for path in sorted(folder.glob("*/question.toml")):
        if only and path.parent.name not in only:
            continue
        try:
            given = tomllib.loads(path.read_text(encoding="utf-8"))
            pairs = [(str(one), str(other)) for one, other in given["contradictions"]]
            question = SuiteQuestion(
                path.parent.name,
                str(given["kind"]),
                str(given["question"]),
                path.parent / "notes",
                tuple(tuple(map(str, fact)) for fact in given["gold"]),
                tuple(pairs),
                tuple(map(str, given["forbidden"])),
                tuple(map(str, given["irrelevant"])),
                str(given["right"]),
                str(given["wrong"]),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            remedy = "write question, kind, gold, contradictions, forbidden, irrelevant, right and wrong"
            raise UsageError(f"{path}:1: cannot be read: {error}; {remedy}") from None
        questions.append(question)
    if not questions:
        raise UsageError(
            f"{folder}:1: no question is here; give a folder with NAME/question.toml and NAME/notes/"
        )
    return questions


def score(question: SuiteQuestion, text: str, tokens: int, worked: int = 0) -> Score:
    """Score an answer; case and line ends do not count, and what is quoted from a source forbids nothing."""
    plain = " ".join(text.split())
    own = _QUOTED.sub(" ", plain)
    notes = {path.name: " ".join(path.read_text("utf-8").split()) for path in question.notes.iterdir()}
    return Score(
        sum(all(_found(pattern, plain) for pattern in fact) for fact in question.gold),
        sum(_found(pattern, own) for pattern in question.forbidden),
        sum(_near(one, other, plain) for one, other in question.contradictions),
        sum(_found(pattern, plain) for pattern in question.irrelevant),
        sum(not _stands(words, place, notes) for words, place in quotes_in(plain)),
        tokens,
        worked,
    )


def _stands(words: str, place: str, notes: dict[str, str]) -> bool:
    name = Path(place.rpartition(":")[0]).name
    return name in notes and words.replace('"', "") in notes[name].replace('"', "")


def _found(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.I) is not None


def _near(one: str, other: str, text: str) -> bool:
    """True where the two values stand within `NEAR` characters of each other."""
    ends = [
        [match.start() for match in re.finditer(rf"(?<!\d){re.escape(value)}(?!\d)", text)]
        for value in (one, other)
    ]
    return any(abs(first - second) <= NEAR for first in ends[0] for second in ends[1])


def prompt_of(question: SuiteQuestion) -> str:
    """The prompt of the plain call: the question, then every note whole."""
    notes = (
        f"notes/{path.name}:\n{path.read_text('utf-8').strip()}" for path in sorted(question.notes.iterdir())
    )
    return "\n\n".join((question.text, *notes))


def compared(
    questions: Sequence[SuiteQuestion], ways: dict[str, Answer], said: Callable[[str], None]
) -> Iterator[dict[str, Any]]:
    """A row for each question and way: its name, its way, and what was scored; one way after the other."""
    for way, answer in ways.items():
        for question in questions:
            said(f"{way}: {question.name}")
            text, used = answer(question)
            scored = score(question, text, used.prompt + used.written, used.evaluated + used.written)
            of = {
                "gold_of": len(question.gold),
                "contradictions_of": len(question.contradictions),
                "irrelevant_of": len(question.irrelevant),
            }
            yield {
                "question": question.name,
                "kind": question.kind,
                "way": way,
                **vars(scored),
                **of,
                "text": text,
            }


def comparison_table(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The lines of a markdown table of what each way came to, with a last line for all questions."""
    lines = [
        "| question | way | gold facts | forbidden | contradictions | irrelevant | false quotes | tokens "
        "| worked |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [_line(row["question"], row["way"], [row]) for row in rows]
    lines += [
        _line("**all**", way, [row for row in rows if row["way"] == way])
        for way in dict.fromkeys(r["way"] for r in rows)
    ]
    return lines


def _line(name: str, way: str, rows: Sequence[dict[str, Any]]) -> str:
    def total(key: str) -> int:
        return sum(row[key] for row in rows)

    gold = f"{total('gold')} of {total('gold_of')}"
    clashes = f"{total('contradictions')} of {total('contradictions_of')}"
    aside = f"{total('irrelevant')} of {total('irrelevant_of')}"
    counts = (total("untrue_quotes"), total("tokens"), total("worked"))
    cells = (name, way, gold, total("forbidden"), clashes, aside, *counts)
    return f"| {' | '.join(map(str, cells))} |"


def harvest_of(
    question: SuiteQuestion, system: Path, model: Model, budget: Budget, replies: Path | None = None
) -> tuple[str, Usage]:
    """The harvest of a graph about a question, in a workspace of its own, and what it cost.

    Replies are recorded in the folder `replies`; what was asked before is not asked again, and costs the same.
    """
    if replies is not None:
        model = KeyedReplies(model, replies / f"{question.name}.jsonl")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "state").mkdir()
        (root / "system").symlink_to(system.resolve())
        shutil.copytree(question.notes, root / "notes")
        workspace, keys = Workspace(root), keys_of_model(model)
        kinds = ("pulse", "autonomous", ["notes"], Limits())
        graph = begin(workspace, question.text, *kinds, replace(budget, seconds=ENDLESS), keys)
        host = Host(workspace, model, Ledger(budget))
        work_on(graph, host, 1)
        return str(harvest(graph)["summary"]), replace(host.ledger.usage)
