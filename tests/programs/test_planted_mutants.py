from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stdout
from pathlib import Path

import pytest

from pandora.operations.experiment_runs import run_copies
from pandora.operations.python import python
from pandora.programs.experiments import RELATIONS, experiments_on, trials
from pandora.programs.inside import program_functions
from pandora.programs.metamorphic.altered_copies import data_file
from pandora.programs.metamorphic.experiment_subject import Copy, Verdict
from pandora.programs.printed_values import Run
from pandora.sandbox.process import Limits
from pandora.workspace.operation_context import OperationContext
from tests.programs.planted_mutants import CORPUS, FILES, Planted

_FUNCTIONS = {name: getattr(program_functions, name) for name in program_functions.__all__}


def run_here(source: str, files: dict[str, bytes], folder: Path) -> Run:
    """Run a program of the corpus in this process, on these files alone."""
    for path, content in files.items():
        (folder / path).write_bytes(content)
    printed = io.StringIO()
    try:
        with chdir(folder), redirect_stdout(printed):
            exec(
                compile(source, "program.py", "exec", dont_inherit=True), {"__name__": "__main__", **_FUNCTIONS}
            )
        ok = True
    except Exception:
        ok = False
    made = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.relpath(os.path.join(place, name), folder)
            content = (folder / path).read_bytes()
            if path not in files:
                made[path] = content
            (folder / path).unlink()
    return Run(ok, printed.getvalue().strip(), made)


def verdicts_on(planted: Planted, source: str, folder: Path) -> tuple[Run, list[Verdict]]:
    files = {planted.path: FILES[planted.path]}
    given = run_here(source, files, folder)
    read = data_file(planted.path, files[planted.path])
    assert read is not None, planted.path
    if not given.ok:
        return given, []
    trial = trials(planted.request, source, (read,), given)

    def runs(copies: Sequence[Copy]) -> list[Run]:
        return [run_here(copy.program or source, {**files, **copy.files}, folder) for copy in copies]

    try:
        copies = next(trial)
        while True:
            copies = trial.send(runs(copies))
    except StopIteration as end:
        return given, end.value


def objections(planted: Planted, verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    """What is violated and stays so after a person answered the questions."""
    for verdict in verdicts:
        if verdict.state == "violated" and not any(words in verdict.question for words in planted.exempt):
            yield verdict


def test_experiments_catch_planted_faults_and_refuse_no_right_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    caught, by_relation, refused, missed, same = 0, Counter[str](), [], [], 0
    questions = 0
    for planted in CORPUS:
        right, verdicts = verdicts_on(planted, planted.right, tmp_path)
        assert right.ok, planted.request
        questions += any(verdict.state == "violated" for verdict in verdicts)
        refused += [(planted.request, verdict) for verdict in objections(planted, verdicts)]
        mutant, verdicts = verdicts_on(planted, planted.mutant, tmp_path)
        if mutant.same_as(right):
            same += 1
            continue
        found = [verdict.relation for verdict in objections(planted, verdicts)]
        by_relation.update(found)
        caught += bool(found)
        if not found:
            missed.append(f"{planted.kind}: {planted.request}")
    faulty = len(CORPUS) - same
    with capsys.disabled():
        print(f"\n{caught} of {faulty} mutants caught; {len(refused)} of {len(CORPUS)} right programs refused")
        print(*(f"  {count:3} by {relation}" for relation, count in by_relation.most_common()), sep="\n")
        if os.environ.get("SHOW"):
            print("missed:", *missed, "refused:", *refused, sep="\n  ")
            print("asked about", questions)
    assert len(CORPUS) >= 40
    assert caught >= 0.8 * faulty
    assert len(refused) <= 0.02 * len(CORPUS)


@pytest.mark.parametrize("planted", [CORPUS[0], next(one for one in CORPUS if "amd.csv" in one.request)])
def test_the_real_sandbox_gives_the_same_verdicts(planted: Planted, tmp_path: Path) -> None:
    workspace, elsewhere = tmp_path / "work", tmp_path / "elsewhere"
    for folder in (workspace, elsewhere):
        folder.mkdir()
    (workspace / "notes").mkdir()
    (workspace / "notes/a.txt").write_text("nothing of the kind")
    (workspace / planted.path).write_bytes(FILES[planted.path])
    context = OperationContext(workspace, limits=Limits(seconds=20))
    for source in (planted.right, planted.mutant):
        result = python({"code": source}, context)
        assert result.read == (planted.path,)
        trial = experiments_on(planted.request, source, result, workspace, tuple(RELATIONS))
        assert trial is not None
        try:
            copies = next(trial)
            while True:
                copies = trial.send(run_copies({"code": source}, context, result, copies, 10.0))
        except StopIteration as end:
            verdicts: list[Verdict] = end.value
        assert verdicts == verdicts_on(planted, source, elsewhere)[1]
        assert bool(list(objections(planted, verdicts))) == (source == planted.mutant)
