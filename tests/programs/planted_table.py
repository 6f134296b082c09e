"""Write docs/planted_faults.md: what relations refuse of programs and rules of results, without a model.

Run it as `python -m tests.programs.planted_table DATE`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pandora.programs.experiments import RELATIONS
from pandora.programs.metamorphic.experiment_subject import Verdict
from tests.programs.answers_table import Refusals, refusals
from tests.programs.planted_mutants import CORPUS, FILES
from tests.programs.test_planted_mutants import objections, verdicts_on

PAGE = Path(__file__).parents[2] / "docs" / "planted_faults.md"
_HEAD = """\
# What relations catch of planted faults

Made without a model on {date}, by `python -m tests.programs.planted_table {date}`.

`tests/programs/planted_mutants.py` has {total} right programs over {files} files, written as a small model
would. Each has a twin with one planted fault: another column, a dropped filter, a wrong denominator, one off,
the first instead of the best. {same} twins give the same result on these files: nothing can tell them apart.
Of the other {faults}, the relations catch {caught}.

The programs were written together with the relations. So the table does not say what a relation brings with a
model and with tasks that it was not written for; [`pandora bench rules`](development.md#rules-that-pay) does.

| | faults caught | by it alone | right programs refused | right programs asked about |
|---|---:|---:|---:|---:|
"""
_ANSWERS = """\
## Results of the open suite

The tasks of `tests/tasks/open` come with right and wrong results, by authors who had not seen the code. Each
rule about words is held against those of its tasks: of questions about texts, of texts to write.

| | wrong results refused | right results refused |
|---|---:|---:|
"""


@dataclass
class Count:
    """What one relation did to the corpus; `alone` counts faults that nothing else catches."""

    caught: int = 0
    alone: int = 0
    refused: int = 0
    asked: int = 0


@dataclass
class Table:
    """The counts by name, and how many faults no file shows and how many are caught."""

    counts: dict[str, Count] = field(default_factory=lambda: {name: Count() for name in RELATIONS})
    same: int = 0
    caught: int = 0


def counted(folder: Path) -> Table:
    """Hold every program of the corpus to each relation."""
    table = Table()
    for planted in CORPUS:
        right, verdicts = verdicts_on(planted, planted.right, folder)
        for name in _relations(objections(planted, verdicts)):
            table.counts[name].refused += 1
        for verdict in verdicts:
            table.counts[verdict.relation].asked += verdict.state == "violated" and bool(verdict.question)
        mutant, verdicts = verdicts_on(planted, planted.mutant, folder)
        if mutant.same_as(right):
            table.same += 1
            continue
        caught = _relations(objections(planted, verdicts))
        for name in caught:
            table.counts[name].caught += 1
            table.counts[name].alone += len(caught) == 1
        table.caught += bool(caught)
    return table


def _relations(verdicts: Iterator[Verdict]) -> list[str]:
    return list(dict.fromkeys(verdict.relation for verdict in verdicts))


def page(table: Table, answers: Mapping[str, Refusals], date: str) -> str:
    """The page's text; relations that no program of the corpus concerns are named below the table."""
    head = _HEAD.format(
        date=date,
        total=len(CORPUS),
        files=len(FILES),
        same=table.same,
        faults=len(CORPUS) - table.same,
        caught=table.caught,
    )
    idle = [name for name, count in table.counts.items() if count == Count()]
    rows = [
        f"| `{name}` | {count.caught} | {count.alone} | {count.refused} | {count.asked} |"
        for name, count in table.counts.items()
        if name not in idle
    ]
    names = ", ".join(f"`{name}`" for name in idle)
    of_answers = [
        f"| `{name}` | {count.refused_wrong} of {count.wrong} | {count.refused_right} of {count.right} |"
        for name, count in sorted(answers.items())
    ]
    lines = [
        head.rstrip(),
        *rows,
        "",
        f"Nothing of the corpus concerns {names}.",
        "",
        _ANSWERS.rstrip(),
        *of_answers,
        "",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str], say: Callable[[str], object] = print) -> int:
    """Write the page; the one argument is the date that stands on it."""
    if len(arguments) != 1:
        say("usage: python -m tests.programs.planted_table DATE")
        return 2
    with TemporaryDirectory() as folder:
        programs, answers = Path(folder, "programs"), Path(folder, "answers")
        for place in (programs, answers):
            place.mkdir()
        PAGE.write_text(page(counted(programs), refusals(answers), arguments[0]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
