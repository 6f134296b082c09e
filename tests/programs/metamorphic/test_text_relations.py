"""Altered texts: a word that the request names and the program looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.operations.experiment_runs import run_copies
from pandora.operations.python import python
from pandora.programs.experiments import experiments_on
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.sql.query_shape import query_call
from pandora.sandbox.process import Limits
from pandora.workspace.operation_context import OperationContext

TEXTS = {
    "autumn.txt": "The leaves fall.\nA yellow Moon looks on.\n",
    "harbour.txt": "Boats sleep.\nNo light, no moon.\n",
    "spring.txt": "Green, and green again.\n",
}
LOADED = "file_rows, line_rows = file_tables()\n"
PRINTED = "\nfor row in found:\n    print(*row.values())\n"


def queried(sql: str) -> str:
    return LOADED + query_call(sql, {"files": "file_rows", "lines": "line_rows"}) + PRINTED


def verdict(source: str, request: str, folder: Path) -> Verdict:
    for path, text in TEXTS.items():
        (folder / path).write_text(text)
    context = OperationContext(folder, limits=Limits(seconds=20))
    result = python({"code": source}, context)
    assert result.ok, result.text
    trial = experiments_on(request, source, result, folder, ["searched words"])
    assert trial is not None
    try:
        copies = next(trial)
        while True:
            copies = trial.send(run_copies({"code": source}, context, result, copies, 10.0))
    except StopIteration as end:
        (found,) = end.value
        assert isinstance(found, Verdict)
        return found


@pytest.mark.parametrize(
    ("source", "state"),
    [
        (queried("SELECT name FROM files WHERE text LIKE '%moon%'"), "held"),
        (queried("SELECT DISTINCT name FROM lines WHERE LOWER(line) LIKE '%moon%'"), "held"),
        ('for path in files("*.txt"):\n    if "moon" in text(path).lower():\n        print(path)', "held"),
        (
            'for path in files("*.txt"):\n    if "moon" in text(path).lower():\n        move(path, "night/")',
            "held",
        ),
        (queried("SELECT name FROM files ORDER BY size DESC LIMIT 1"), "not applicable"),
        (queried("SELECT name FROM files WHERE text LIKE '%night%' OR size > 1"), "not applicable"),
    ],
)
def test_a_word_that_is_looked_for_in_texts_matters(source: str, state: str, tmp_path: Path) -> None:
    found = verdict(source, "which of my poems mention the moon?", tmp_path)
    assert (found.state, found.reason if state == "held" else "`moon` matters") == (state, "`moon` matters")
