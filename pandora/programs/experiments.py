"""Experiments on a program: the relations that a pattern asks for, run on altered copies and judged."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from pandora.programs.file_difference import new_values
from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import OF_KEYS, kind_of
from pandora.programs.metamorphic import (
    data_relations,
    kept_conditions,
    narrowed_values,
    program_relations,
    result_relations,
    text_relations,
    total_rows,
)
from pandora.programs.metamorphic.altered_copies import SAMPLED_ABOVE, UNREADABLE, DataFile, data_file
from pandora.programs.metamorphic.experiment_subject import (
    Copy,
    Meaning,
    Relation,
    Runs,
    Subject,
    Trial,
    Verdict,
    altered,
)
from pandora.programs.metamorphic.record_columns import as_number, column_names
from pandora.programs.printed_values import Run
from pandora.regular_file import read_regular
from pandora.workspace.operation_context import Result

NOTHING_MEANT = Meaning()
NO_NUMBERS: Mapping[str, float] = MappingProxyType({})
NO_TEXTS: Mapping[str, bytes] = MappingProxyType({})
MEANT_ROWS, COLUMNS, LIMITS, ZEROS = "meant rows", "columns", "limits", "zeros"
TESTED = "tested blanks"
"""The relations about values and columns that the request may not name; a model is asked which it means."""
RELATIONS: Mapping[str, tuple[Relation, str]] = {
    "order": (data_relations.order, "the rows in another order give the same result"),
    "duplication": (data_relations.duplication, "with every row twice, each number stays or doubles"),
    "named values": (
        data_relations.named_values,
        "a value that the request names selects its rows, or leaves them out",
    ),
    kept_conditions.KEPT_CONDITIONS: (
        kept_conditions.kept_conditions,
        "a condition on a number that the request names, or on a year or month, holds for all that is given",
    ),
    "narrowed values": (
        narrowed_values.narrowed_values,
        "of values that share what the request names, none is taken alone",
    ),
    MEANT_ROWS: (
        data_relations.meant_rows,
        "values of a column that the request means, without a name of theirs, select its rows",
    ),
    "dates": (
        data_relations.dates,
        "a named date that divides the rows makes a difference",
    ),
    "messages": (data_relations.messages, "messages of a log with a word that the request names matter"),
    "groups": (data_relations.groups, "the values of a group stay without the rows of the others"),
    COLUMNS: (data_relations.columns, "the one column of numbers that the request names or means matters"),
    "constants": (program_relations.constants, "a number that the request names makes a difference"),
    LIMITS: (program_relations.limits, "a limit that the request does not name decides nothing"),
    "blanks": (data_relations.blanks, "rows without a value are not among those that a mean is divided by"),
    ZEROS: (data_relations.zeros, "where the request takes a blank for none, a 0 in its place changes nothing"),
    TESTED: (data_relations.tested_blanks, "a blank decides nothing where the request does not ask for it"),
    "summed values": (data_relations.summed_values, "a zero that is given is a sum of values, not of blanks"),
    total_rows.RELATION: (
        total_rows.total_rows,
        "a last row with the sums of the others is not added up, counted or chosen with them",
    ),
    "spellings": (data_relations.spellings, "values that differ in case or accents alone are one value"),
    "alphabet": (result_relations.alphabet, "names that are sorted stand as a dictionary has them"),
    "parts": (result_relations.parts, "two things that are asked do not get the same number whatever the rows"),
    "rows": (result_relations.rows, "a name and a number of one row belong together"),
    "made file": (result_relations.made_file, "a made file holds whole values of the same types"),
    "copied rows": (
        result_relations.copied_rows,
        "a made table that has only columns of the data has rows of it as they are",
    ),
    "listed columns": (
        result_relations.listed_columns,
        "a made table has the columns of the data that the request lists, and no others",
    ),
    "idle conditions": (
        program_relations.idle_conditions,
        "a text that is looked for stands in the data or in the request",
    ),
    "searched words": (
        text_relations.searched_words,
        "of texts without rows, a word that the request names and the program looks for matters",
    ),
    "selection": (program_relations.selection, "where nothing is found, no condition is at fault"),
}
"""The relations by their names in a pattern's `evidence`, what each demands; in the order of their runs."""
OF_REQUEST = ("named values", "constants", "dates", "parts")
"""The relations whose reasons say no words of the files but those that the request has."""
HANDED = "the values of earlier steps are used"
"""What is demanded of a program that gets values of earlier steps."""
MOST_RUNS = 12
"""The most runs of one program."""
SECONDS = 2.0
"""The most seconds that the runs of one program may take together."""
_OF_SAMPLES = ("order", "duplication", "groups")
"""The relations that hold of some rows where they hold of all: what a request names may not be among them."""
_OF_NO_DATA = ("constants",)
"""The relations that tell something of a program that reads no file."""
_OF_TEXTS = ("selection", "narrowed values", "order", "searched words")
"""The relations that tell something of a program that reads no rows, but other texts."""
_OF_MOVES = ("searched words",)
"""The relations that tell something of files that go to other places by what is in them."""
_OF_NOTHING = ("summed values", "selection")
"""The relations that tell something of a result that is nothing, or zero."""
_MOST_FILES = 8
_MOST_TEXTS = 200
"""The most files without rows that are altered; a query over the files of a folder reads them all."""
_PATHLIKE = re.compile(r"\S+\.[A-Za-z]\w{1,6}\b")

Experiments = Generator[Sequence[Copy], Runs, list[Verdict]]


def demand_of(relation: str) -> str:
    """What a relation demands, in a few words."""
    return RELATIONS[relation][1] if relation in RELATIONS else HANDED


def experiments_on(
    request: str,
    source: str,
    result: Result,
    workspace: Path,
    asked: Sequence[str],
    meaning: Meaning = NOTHING_MEANT,
) -> Experiments | None:
    """The experiments on a program by its first result; None where it read no rows that can be altered.

    Yields the copies to run, gets their runs in the same order, and returns the verdicts. `meaning` is what
    the request means of the data without naming it.
    """
    contents = {change.path: change.content for change in result.changes if change.content is not None}
    if len(contents) < len(result.changes):
        asked = [name for name in asked if name in _OF_MOVES]
        texts = _texts(result.read, workspace) if contents and asked else {}
        given = Run(True, result.text, contents)
        return trials(request, source, (), given, asked, texts=texts) if texts else None
    updated = {path: _content(path, workspace) for path in set(contents) & set(result.read)}
    if not all(before and new_values(path, before, contents[path]) for path, before in updated.items()):
        return None  # nor are rows that are altered in their place
    files = read_files([path for path in result.read if path not in updated], workspace)
    if not files:
        if result.changes or not result.text:
            return None
        known = _OF_TEXTS if result.read else _OF_NO_DATA
        asked = [name for name in asked if name in known]
    run = _updates(Run(True, result.text, contents), updated)
    keyed = _numbers_by_key(result.read, workspace)
    texts = {} if files else _texts([path for path in result.read if path not in updated], workspace)
    trial = trials(request, source, files, run, asked, meaning, keyed, texts)
    return _of_updates(trial, updated) if updated else trial


def _of_updates(trial: Experiments, updated: Mapping[str, bytes]) -> Experiments:
    """The same experiments, in which of an updated file only what a run changed in it counts."""
    try:
        copies = next(trial)
        while True:
            runs = yield copies
            copies = trial.send([run and _updates(run, updated) for run in runs])
    except StopIteration as end:
        verdicts: list[Verdict] = end.value
        return verdicts


def _updates(run: Run, updated: Mapping[str, bytes]) -> Run:
    """A run that says of each updated file which keys it changed, and to what."""
    if not updated:
        return run
    said = [
        line
        for path, before in sorted(updated.items())
        for line in new_values(path, before, run.files.get(path, before))
    ]
    others = {path: content for path, content in run.files.items() if path not in updated}
    return Run(run.ok, "\n".join([run.text, *said]).strip(), others)


def _numbers_by_key(paths: Sequence[str], workspace: Path) -> dict[str, float]:
    """The numbers of the files of keys among those of some paths, as they were before the program ran."""
    numbers: dict[str, float] = {}
    for path in paths[:_MOST_FILES]:
        if kind_of(path) not in OF_KEYS:
            continue
        try:
            read = parse_content(path, _content(path, workspace))
        except (ValueError, RecursionError):
            continue
        for key, value in read.items() if isinstance(read, dict) else ():
            inner = value if isinstance(value, dict) else {key: value}
            for name, cell in inner.items():
                if (number := as_number(cell)) is not None:
                    numbers[str(name)] = number
    return numbers


def _texts(paths: Sequence[str], workspace: Path) -> dict[str, bytes]:
    """What stands in files that hold no rows, as far as it is text; {} of more than are altered."""
    if len(paths) > _MOST_TEXTS:
        return {}
    contents = {path: _content(path, workspace) for path in paths}
    texts = {path: content for path, content in contents.items() if content and b"\0" not in content}
    return texts if sum(map(len, texts.values())) <= SAMPLED_ABOVE else {}


def _content(path: str, workspace: Path) -> bytes:
    """The bytes of a file that is there; b"" where it cannot be read whole."""
    try:
        content, _ = read_regular(path, SAMPLED_ABOVE + 1, inside=workspace)
    except OSError:
        return b""
    return content if len(content) <= SAMPLED_ABOVE else b""


def read_files(paths: Sequence[str], workspace: Path) -> tuple[DataFile, ...]:
    """Those of the files whose rows can be altered."""
    files = []
    for path in paths[:_MOST_FILES]:
        try:
            content, _ = read_regular(path, SAMPLED_ABOVE + 1, inside=workspace)
        except OSError:
            continue
        if file := data_file(path, content):
            files.append(file)
    return tuple(files)


def subject_of(request: str, result: Result, workspace: Path, source: str = "") -> Subject:
    """The subject of experiments on a program by the tables that it read and what it printed."""
    files = read_files(result.read, workspace)
    made = {change.path: change.content for change in result.changes if change.content is not None}
    return Subject(_PATHLIKE.sub(" ", request), source, files, Run(True, result.text, made))


def trials(
    request: str,
    source: str,
    files: tuple[DataFile, ...],
    given: Run,
    asked: Sequence[str] = tuple(RELATIONS),
    meaning: Meaning = NOTHING_MEANT,
    keyed: Mapping[str, float] = NO_NUMBERS,
    texts: Mapping[str, bytes] = NO_TEXTS,
) -> Experiments:
    """Run the relations `asked` and return their verdicts; [] where the program is no subject of experiments.

    It is none where it gives something else than `given` on files that hold the same rows, written again.
    `keyed` are numbers that it may have read, by key, and `texts` files without rows, by path.
    """
    subject = Subject(_PATHLIKE.sub(" ", request), source, files, given, meaning, keyed, texts)
    if program_relations.is_empty(subject):
        asked = [name for name in asked if name in _OF_NOTHING]
    unaltered = altered(subject, lambda path, name, records: records)
    left = MOST_RUNS - 1
    if any(file.sampled for file in files):
        (baseline,) = yield [unaltered]
        if baseline is None or not baseline.ok:
            return []
        subject = replace(subject, baseline=baseline)
        asked = [name for name in asked if name in _OF_SAMPLES and not program_relations.is_empty(subject)]
    begun: dict[str, Trial] = {name: RELATIONS[name][0](subject) for name in asked}
    verdicts: dict[str, Verdict] = {}
    answers: dict[str, Runs] = {}
    first = [] if subject.baseline is not given else [unaltered]
    while len(verdicts) < len(begun):
        wanted: dict[str, Sequence[Copy]] = {}
        for name in (name for name in begun if name not in verdicts):
            try:
                copies = begun[name].send(answers[name]) if name in answers else next(begun[name])
            except StopIteration as end:
                verdicts[name] = end.value
                continue
            if len(copies) > left:
                verdicts[name] = Verdict(name, "not applicable", "no runs are left")
                continue
            left -= len(copies)
            wanted[name] = copies
        if not wanted and not first:
            break
        runs = list((yield [*first, *(copy for copies in wanted.values() for copy in copies)]))
        if first and ((again := runs.pop(0)) is None or not again.same_as(given)):
            return []
        first, answers = [], {}
        for name, copies in wanted.items():
            own, runs = runs[: len(copies)], runs[len(copies) :]
            pairs = zip(copies, own, strict=True)
            answers[name] = [run if _keeps_columns(files, copy) else None for copy, run in pairs]
    return [verdicts[name] for name in begun]


def _keeps_columns(files: Sequence[DataFile], copy: Copy) -> bool:
    """False where a log of a copy is read with fewer columns, so that a right program finds nothing in it.

    The lines of one service alone, for example, name no service. So it is where the cells of a table would be
    read as something else.
    """
    for file in files:
        content = copy.files.get(file.path, b"")
        if file.path in copy.files and content == UNREADABLE:
            return False
        if kind_of(file.path) != "text" or not content or (read := data_file(file.path, content)) is None:
            continue
        if not {*_columns(file)} <= {*_columns(read)}:
            return False
    return True


def _columns(file: DataFile) -> Iterator[str]:
    return (name for records in file.tables.values() for name in column_names(records))
