"""A program on a small table, tried with one relation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pandora.programs.experiments import MOST_RUNS, NOTHING_MEANT, trials
from pandora.programs.metamorphic.altered_copies import data_file
from pandora.programs.metamorphic.experiment_subject import Copy, Meaning, Verdict
from tests.programs.test_planted_mutants import run_here

ROWS = "name,city,price,day\nfig,Rome,412,2024-03-01\nplum,Oslo,255,2024-03-09\npear,Rome,730,2024-04-02\n"
ROWS += "kiwi,Bern,255,2024-04-05\nlime,Oslo,168,2024-04-11\n"
TABLE = 'rows = table("a.csv")\n'


def verdict(
    relation: str,
    request: str,
    source: str,
    folder: Path,
    content: str = ROWS,
    path: str = "a.csv",
    meaning: Meaning = NOTHING_MEANT,
) -> Verdict:
    files = {path: content.encode()}
    read = data_file(path, files[path])
    assert read is not None
    ran = 0

    def runs(copies: Sequence[Copy]) -> list[object]:
        nonlocal ran
        ran += len(copies)
        return [run_here(copy.program or source, {**files, **copy.files}, folder) for copy in copies]

    trial = trials(request, source, (read,), run_here(source, files, folder), [relation], meaning)
    try:
        copies = next(trial)
        while True:
            copies = trial.send(runs(copies))  # type: ignore[arg-type]
    except StopIteration as end:
        assert ran <= MOST_RUNS
        (found,) = end.value
        assert isinstance(found, Verdict)
        return found
