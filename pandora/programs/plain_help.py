"""The help of a pattern that names none: files are described in few lines, results are held to the request."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from pandora.programs.agreement import agree, values
from pandora.programs.describe import describe_many
from pandora.programs.help import MOST_DESCRIBED, Agreement, Description, Evidence, LoopResults, Try, Work
from pandora.programs.measure import LIKELY, NONE, SURE, columns_of_files, measure_evidence
from pandora.programs.mentions import tables
from pandora.programs.request_words import is_output
from pandora.programs.rules import judged, nothing_found, says_no, unknown_names, written_again
from pandora.workspace.operation_context import Result
from pandora.workspace.paths import is_test_file

CHANGING = ("file", "code", "change")
"""The kinds of task that are done only where some file is made or changed."""
_NOTHING = "the programs looked at every row and agree that nothing matches; that is the answer"


class PlainHelp:
    """What every help does, but for what it does in a way of its own."""

    def describe(self, work: Work, phase: str) -> Description:
        """For UNDERSTAND, the shape of the files; for PLAN, their columns; for DO, the files to choose from."""
        task = work.task
        if phase == "understand":
            columns = columns_of_files(task.files, work.workspace)
            text = describe_many(task.files[:MOST_DESCRIBED], work.workspace) if task.files else ""
            return Description(text, columns)
        if phase == "plan":
            measure = work.fields.get("measure", "")
            text = f"Task: {task.text}\nMeasure: {measure}\nColumns: {', '.join(task.columns)}"
            options = {"columns": (*task.columns, NONE)}
            return Description(text, task.columns, options, {"column": (LIKELY, SURE)})
        code = tuple(path for path in task.files if path.endswith(".py") and not is_test_file(path))
        return Description(options={"file": code or task.files})

    def begin(self, work: Work, number: int) -> Mapping[str, str]:
        """Nothing: the model writes every field from its beginning."""
        return {}

    def object(self, work: Work, attempt: Try) -> Result:
        """The result as the rules judge it."""
        return judged(work, attempt)

    def agree(self, work: Work, tries: Sequence[Try]) -> Sequence[Agreement]:
        """Tries agree where they made the same files, or printed the same values."""
        said = [values(each.result.text, each.program, each.result.changes, work.request) for each in tries]
        return [
            Agreement(len(own), tuple(place for place, other in enumerate(said) if agree(own, other)))
            for own in said
        ]

    def evidence(self, work: Work, results: LoopResults) -> Sequence[Evidence]:
        """Of an operation, names that no file has; of a tool, its column; of the whole, its files."""
        if work.task.level == "operation":
            return _names(work, results)
        column = measure_evidence(work, results.programs) if results.sound else []
        if work.task.level != "system":
            return column
        files = _outputs(work)
        return [*files, *_unchanged(work, results, files), *column, *_none_found(work, results)]


def _names(work: Work, results: LoopResults) -> list[Evidence]:
    """That nothing was found says little where what is asked about stands nowhere."""
    absent = unknown_names(work) if nothing_found(results.output) and not results.applied else []
    if not absent:
        return []
    told = f"nothing was found, and {', '.join(absent)} stands in none of the files"
    return [Evidence(False, told, f"Who or what is {absent[0]}?")]


def _none_found(work: Work, results: LoopResults) -> list[Evidence]:
    """That nothing matches is an answer, too. Small models never take it for one, so code says so in CHECK.

    Of programs over rows that say it in words nobody else is asked; None, nan or 0 may be a slip.
    """
    answer = work.task.kind_of_task in ("", "answer") and results.sound
    if not (answer and results.output and nothing_found(results.output)):
        return []
    rows = any(True for _ in tables(work.task.files, work.workspace))
    return [Evidence(True, _NOTHING, settles=rows and says_no(results.output))]


def _outputs(work: Work) -> list[Evidence]:
    """Paths that the task names as its results must be there now."""
    found = []
    for path in work.task.outputs:
        if is_output(path, work.task.text):
            there = os.path.isfile(work.workspace / path)
            size = os.stat(work.workspace / path).st_size if there else 0
            told = f"{path} exists ({size} bytes)" if there else f"{path} does not exist"
            found.append(Evidence(size > 0, told))
    return found


def _unchanged(work: Work, results: LoopResults, files: Sequence[Evidence]) -> list[Evidence]:
    """A task for files is not done where no file was made or changed, unless what it wants stood there already.

    That is so where all of its new files are there, or where a step wrote the file that it is to make again.
    """
    if work.task.kind_of_task not in CHANGING or results.applied or results.by_person or not results.sound:
        return []
    if files and all(each.ok for each in files):
        return []
    wanted = [path for path in work.task.files if is_output(path, work.task.text)]
    if any(written_again(path, each, work.workspace) for path in wanted for each in results.tries):
        return []
    return [Evidence(False, "no file was made or changed")]
