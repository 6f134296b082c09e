from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from pandora.programs.experiments import trials
from pandora.programs.metamorphic.altered_copies import data_file
from pandora.programs.metamorphic.experiment_subject import Verdict
from tests.programs.test_planted_mutants import run_here

TASKS = Path(__file__).parents[1] / "tasks"
TEXT = Path(__file__).with_name("right_programs.txt").read_text(encoding="utf-8")
PROGRAMS: Mapping[str, str] = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S))


@pytest.mark.parametrize("task", PROGRAMS)
def test_a_right_program_for_a_real_task_violates_nothing(task: str, tmp_path: Path) -> None:
    folder, source = TASKS / task / "files", PROGRAMS[task]
    paths = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]
    files = {path: (folder / path).read_bytes() for path in paths if path in source}
    for place in ("data", "logs", "out"):
        (tmp_path / place).mkdir()
    request = (TASKS / task / "task.md").read_text(encoding="utf-8").rpartition("\n---\n")[2]
    given = run_here(source, files, tmp_path)
    assert given.ok, given
    read = tuple(file for path, content in files.items() if (file := data_file(path, content)))
    trial = trials(request, source, read, given)
    try:
        copies = next(trial)
        while True:
            runs = [run_here(copy.program or source, {**files, **copy.files}, tmp_path) for copy in copies]
            copies = trial.send(runs)
    except StopIteration as end:
        verdicts: list[Verdict] = end.value
    violated = {verdict.relation for verdict in verdicts if verdict.state == "violated"}
    assert verdicts
    assert violated == set()
