"""The search for a repair without a model: small edits tried against what the request says of the fault.

What the request says is found by running the code as it is (`fault_symptoms`). Of the edits with which every
symptom is gone, the one is taken that changes the least else: such edits overfit, so where two that behave
differently are equally good, none is.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from pandora.errors import RefusedError
from pandora.operations.python import python_command
from pandora.operations.staged_command import execute
from pandora.programs.code.call_trials import RAISES
from pandora.programs.code.code_mutations import Mutation, mutations
from pandora.programs.code.fault_symptoms import (
    Probe,
    Symptom,
    call_symptoms,
    checks,
    crash_probes,
    crash_symptoms,
    further_probes,
    line_symptoms,
    name_symptoms,
    near_probes,
    probes,
    with_quoted_results,
)
from pandora.programs.code.script_runs import ScriptRun
from pandora.programs.code.written_asserts import errors_in
from pandora.programs.inside import repair_runner
from pandora.regular_file import read_regular
from pandora.workspace.file_walk import files_below
from pandora.workspace.operation_context import OperationContext
from pandora.workspace.paths import is_hidden, is_test_file

SECONDS = 25.0
"""The most seconds that one start of the sandbox may try edits."""
MOST_FILES, LARGEST = 8, 32 << 10
"""The most files that are edited, and the most bytes of one."""
_OF_DATA = (".csv", ".tsv", ".txt", ".json")
_CELL_ENDS = re.compile(r"[,;\t\n|:]")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)+(?![\w.])")
MOST_NEAR = 40
"""The most calls near the symptoms in which two tries must agree."""
MOST_BROKEN = 2
"""The most calls that are told of those that a change gives another value."""
MOST_FOUND = 48
"""The most edits that are compared with one another."""
_MOST_HALVES = 4
"""The most edits that mend a part and to which a second one is looked for."""


@dataclass(frozen=True)
class Repair:
    """The edits that mend a fault, the texts of their files, and the symptoms that are gone with them."""

    edits: tuple[Mutation, ...]
    files: Mapping[str, str]
    symptoms: tuple[Symptom, ...]

    @property
    def said(self) -> str:
        """The edits in one line."""
        return "; ".join(edit.said for edit in self.edits)


@dataclass(frozen=True)
class Outcome:
    """What the trial of a variant gave: of calls, of command lines, and what each check says of each call.

    `messages` are those of the errors in which calls ended.
    """

    calls: Mapping[Probe, str] = field(default_factory=dict)
    printed: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    checks: tuple[tuple[str, ...], ...] = ()
    messages: Mapping[Probe, str] = field(default_factory=dict)


def code_files(files: Sequence[str], context: OperationContext) -> dict[str, str]:
    """Return the texts of the Python files that may be edited, by path."""
    texts = {}
    for path in files:
        if not path.endswith(".py") or is_test_file(path) or is_hidden(path, context.workspace, context.hides):
            continue
        with contextlib.suppress(OSError, UnicodeDecodeError):
            data, whole = read_regular(path, LARGEST, inside=context.workspace)
            if whole:
                texts[path] = data.decode("utf-8")
    return dict(list(texts.items())[:MOST_FILES])


def symptoms_of(
    request: str, files: Mapping[str, str], runs: Sequence[ScriptRun], context: OperationContext
) -> tuple[list[Symptom], Outcome]:
    """Return what the request says of the fault, by what the code gives as it is, and what that was."""
    request = with_quoted_results(request, files)
    now = tried_variants([{}], probes(request, files), runs, [], files, context).get(0)
    if now is None:
        return [], Outcome()
    symptoms = call_symptoms(request, now.calls)
    if further := further_probes(request, symptoms):
        more = tried_variants([{}], further, [], [], files, context).get(0, Outcome())
        told = {value for symptom in symptoms for value in symptom.wanted}  # of the calls that are said
        symptoms += [
            one for one in call_symptoms(request, more.calls) if told.isdisjoint((one.now, *one.wanted))
        ]
    values = _values_of_data(context) if now.printed else set()
    figures = {figure for source in files.values() for figure in _FIGURE.findall(source)}
    symptoms += line_symptoms(request, now.printed, values | figures)
    if not symptoms and errors_in(request):
        ended = tried_variants([{}], crash_probes(request, files), [], [], files, context).get(0, Outcome())
        symptoms = crash_symptoms(request, ended.calls, ended.messages)
    if not symptoms and now.printed:
        symptoms = name_symptoms(request, now.printed, lambda word: word.casefold() in values)
    return symptoms, now


def _values_of_data(context: OperationContext) -> set[str]:
    """The words that stand alone in the cells of the workspace's small tables, in small letters."""
    values: set[str] = set()
    paths = (path for path in files_below(context.workspace, context.hides) if path.endswith(_OF_DATA))
    for path in islice(paths, MOST_FILES):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            data, whole = read_regular(path, LARGEST, inside=context.workspace)
            cells = _CELL_ENDS.split(data.decode("utf-8")) if whole else []
            values |= {cell.strip(" \"'").casefold() for cell in cells}
    return values


def settled_symptoms(
    request: str, files: Mapping[str, str], runs: Sequence[ScriptRun], context: OperationContext
) -> list[Symptom]:
    """Return the symptoms of which it is known what should be; of a call that stays open, one of several."""
    found = symptoms_of(request, files, runs, context)[0]
    settled = _settled(found, files, context)
    known = {symptom.probe for symptom in settled}
    left = [one for one in found if one not in settled and one.probe not in known]
    return [*settled, *(one for one in left if one.probe is not None and one.probe.said)]


def outcomes_near(
    symptoms: Sequence[Symptom],
    changed: Mapping[str, str],
    files: Mapping[str, str],
    runs: Sequence[ScriptRun],
    context: OperationContext,
) -> tuple[list[Symptom], dict[str, str]]:
    """Return the symptoms that stay with changed files, and what calls near them and the command lines give.

    A symptom that stays says what the changed files give, which may be another wrong value. Where the request
    complains of an error alone, so does a call near it that ended in none, and gives something else now.
    """
    called = [symptom.probe for symptom in symptoms if symptom.probe is not None]
    near = near_probes(symptoms)
    near = near[:: -(-len(near) // MOST_NEAR) or 1]
    ended = tried_variants([{}, changed], [*called, *near], runs, [], files, context)
    before, given = ended.get(0, Outcome()), ended.get(1, Outcome())
    left = [
        symptom.after(given.calls, given.printed)
        for symptom in symptoms
        if not symptom.held(given.calls, given.printed)
    ]
    if symptoms and all(symptom.ends_in_error for symptom in symptoms):
        worked = {probe: before.calls.get(probe, RAISES) for probe in near}
        left += [
            Symptom(probe, now, (said,), kept=True)
            for probe, said in worked.items()
            if not said.startswith(RAISES) and (now := given.calls.get(probe, "")) != said
        ][:MOST_BROKEN]
    gives = {probe.shown: said for probe, said in given.calls.items()}
    gives |= {run.shown: printed for run, printed in zip(runs, given.printed, strict=False)}
    return left, gives


def search(
    request: str,
    files: Mapping[str, str],
    runs: Sequence[ScriptRun],
    context: OperationContext,
) -> Repair | None:
    """Return the repair that one or two edits of the files make; None where there is none, or several."""
    if not files:
        return None
    symptoms, now = symptoms_of(request, files, runs, context)
    symptoms = _settled(symptoms, files, context)
    if not any(symptom.is_telling for symptom in symptoms):
        return None
    called = [symptom.probe for symptom in symptoms if symptom.probe is not None]
    single = [(edit,) for edit in mutations(files)]
    found, halves = _mending(single, symptoms, called, now, files, runs, context)
    for half in halves[:_MOST_HALVES]:
        edited = {**files, half[-1].path: half[-1].source}
        pairs = [(*half, edit) for edit in mutations(edited)]
        found += _mending(pairs, symptoms, called, now, files, runs, context)[0]
    best = _least(found[:MOST_FOUND], symptoms, now, files, runs, context)
    return None if best is None else Repair(best, _texts(best), tuple(symptoms))


Edits = tuple[Mutation, ...]


def _texts(edits: Edits) -> dict[str, str]:
    """The files as the edits leave them: each edit was made in what those before it left."""
    return {edit.path: edit.source for edit in edits}


def _settled(symptoms: Sequence[Symptom], files: Mapping[str, str], context: OperationContext) -> list[Symptom]:
    """Return the symptoms of which one value is wanted; a check of the code's own tells it of several.

    It says no of what is given now, and yes of just one that the request has.
    """
    settled = [symptom for symptom in symptoms if len(symptom.wanted) == 1 or symptom.ends_in_error]
    open_ones = [symptom for symptom in symptoms if len(symptom.wanted) > 1]
    for path, name in checks(files) if open_ones else []:
        for symptom in open_ones:
            values = [value.removeprefix("datetime.") for value in (symptom.now, *symptom.wanted)]
            asked = [Probe(path, name, value) for value in values]
            said = tried_variants([{}], asked, [], [], files, context).get(0, Outcome())
            given = [said.calls.get(probe, "") for probe in asked]
            right = [want for want, is_so in zip(symptom.wanted, given[1:], strict=True) if is_so == "True"]
            if given[0] == "False" and len(right) == 1:
                settled.append(Symptom(symptom.probe, symptom.now, (right[0],), symptom.command))
    return list(dict.fromkeys(settled))


def _mending(
    candidates: Sequence[Edits],
    symptoms: Sequence[Symptom],
    called: Sequence[Probe],
    now: Outcome,
    files: Mapping[str, str],
    runs: Sequence[ScriptRun],
    context: OperationContext,
) -> tuple[list[Edits], list[Edits]]:
    """Return the edits with which all symptoms are gone, and those with which some are, no script failing."""
    tried = tried_variants([_texts(edits) for edits in candidates], called, runs, [], files, context)
    whole: list[Edits] = []
    part: list[Edits] = []
    for number, edits in enumerate(candidates):
        outcome = tried.get(number, Outcome())
        worse = any(error and not before for error, before in zip(outcome.errors, now.errors, strict=False))
        count = sum(symptom.held(outcome.calls, outcome.printed) for symptom in symptoms)
        if count and not worse:
            (whole if count == len(symptoms) else part).append(edits)
    return whole, part


def _least(
    found: Sequence[Edits],
    symptoms: Sequence[Symptom],
    now: Outcome,
    files: Mapping[str, str],
    runs: Sequence[ScriptRun],
    context: OperationContext,
) -> Edits | None:
    """Return the edits that change the least else; None where others that behave differently change as little.

    A check that says no of what is given now, and yes of what is wanted, should say yes of all that is given.
    """
    if not found:
        return None
    near = near_probes(symptoms)
    asked = [symptom.probe for symptom in symptoms if symptom.probe is not None]
    judges = checks(files)
    calls = [*asked, *near]
    tried = tried_variants([{}, *(_texts(edits) for edits in found)], calls, runs, judges, files, context)
    before = tried.get(0, Outcome())
    ranked = []
    for number, edits in enumerate(found, 1):
        if (outcome := tried.get(number)) is None:
            continue
        no = 0
        for row, (path, name) in enumerate(judges):
            told = [said[row] if row < len(said) else () for said in (before.checks, outcome.checks)]
            if any(edit.path == path and _touches(edit, name) for edit in edits):
                continue
            if asked and {*told[0][: len(asked)]} == {"False"} and {*told[1][: len(asked)]} == {"True"}:
                no += sum(said == "False" for said in told[1])
        differs = sum(outcome.calls.get(probe) != before.calls.get(probe) for probe in near)
        lines, known = Counter(_lines(outcome)), Counter(_lines(before))
        differs += max((lines - known).total(), (known - lines).total())
        behaviour = (tuple(outcome.calls.items()), outcome.printed)
        ranked.append(((no, _moves_the_case(edits, symptoms), differs), edits, behaviour))
    ranked.sort(key=lambda entry: entry[0])
    if not ranked:
        return None
    rivals = [entry for entry in ranked if entry[0] == ranked[0][0] and entry[2] != ranked[0][2]]
    return None if rivals else ranked[0][1]


def _moves_the_case(edits: Sequence[Mutation], symptoms: Sequence[Symptom]) -> bool:
    """True where an edit moves a number by one that is an argument of a call which the request complains of.

    Of `f(1000)` at a limit of 1000 such an edit mends one limit, and a comparison mends all.
    """
    said = [symptom.probe.arguments for symptom in symptoms if symptom.probe is not None]
    numbers = {number for arguments in said for number in _NUMBER.findall(arguments)}
    return any(
        edit.before in numbers and edit.after.isdecimal() and abs(int(edit.after) - int(edit.before)) == 1
        for edit in edits
    )


def _touches(edit: Mutation, function: str) -> bool:
    """True where an edit may be within a function: no check judges by what was changed in it."""
    return f"def {function}(" in edit.before


def _lines(outcome: Outcome) -> list[str]:
    return [line for printed in outcome.printed for line in printed.splitlines()]


def tried_variants(
    variants: Sequence[Mapping[str, str]],
    calls: Sequence[Probe],
    runs: Sequence[ScriptRun],
    judges: Sequence[Sequence[str]],
    files: Mapping[str, str],
    context: OperationContext,
) -> dict[int, Outcome]:
    """Try variants in one start of the sandbox; return what came of each that ended, by its number."""
    if not variants or not (calls or runs):
        return {}

    def place(root: Path) -> None:
        for path, text in files.items():
            (root / path).unlink(missing_ok=True)
            (root / path).write_text(text, encoding="utf-8", newline="")

    trial = {
        "variants": [dict(variant) for variant in variants],
        "calls": [probe.encoded for probe in calls],
        "commands": [[run.path, *run.words] for run in runs],
        "checks": [list(judge) for judge in judges],
        "seconds": SECONDS,
    }
    script = Path(repair_runner.__file__)
    try:
        staged = execute(
            python_command(script),
            context,
            readable=(script.parent,),
            prepare=place,
            stdin=json.dumps(trial).encode(),
        )
    except RefusedError:
        return {}
    outcomes: dict[int, Outcome] = {}
    for text in staged.completed.stdout.decode("utf-8", "replace").splitlines():
        with contextlib.suppress(ValueError, KeyError, TypeError):
            line = json.loads(text)
            outcomes[line["variant"]] = Outcome(
                dict(zip(calls, line["calls"], strict=True)),
                tuple(command["printed"] for command in line["commands"]),
                tuple(command["error"] for command in line["commands"]),
                tuple(tuple(said) for said in line["checks"]),
                dict(zip(calls, line["messages"], strict=True)),
            )
    return outcomes
