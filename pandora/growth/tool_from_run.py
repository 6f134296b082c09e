"""Make an operation of the program that an accepted run chose, without a model call.

The literals that stand in the task's own words become fields of a form. The operation is kept if its script
gives the same for that run, and what was accepted in a second run of the same kind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pandora.check.lint_system import system_problems
from pandora.check.token_costs import Meter
from pandora.document.body import fence_for, render
from pandora.document.fill import one_line
from pandora.document.form import Value, parse_form
from pandora.document.meta_values import mapping
from pandora.document.operation_script import Script
from pandora.engine.check import Results
from pandora.engine.loop import Loop
from pandora.engine.pattern import Library
from pandora.engine.phase import by_code
from pandora.engine.step_schedule import RunLoop
from pandora.errors import UsageError
from pandora.growth.check_values import check_values
from pandora.growth.chosen_program import ChosenProgram, chosen_program, other_accepted_runs
from pandora.growth.program_fields import Fields, fields_of, script_of
from pandora.growth.registration import Growth, register
from pandora.growth.staging import Staging
from pandora.programs.agreement import result_values, values_agree
from pandora.programs.help import Evidence
from pandora.programs.parsed_program import read_program

NAME = "from run"
"""What stands under `builder` in the front matter of such a run."""
FORM = parse_form("Source: {given}\nFields: {given}\nPattern: {given}\nTrials: {given}")
_NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
_WORD = re.compile(r"[a-z]{3,}")
_BY_CODE = {"understand": "code", "plan": "code", "do": "code", "check": "code"}


@dataclass(frozen=True)
class ToolFromRun:
    """The builder of such runs; `source` is the run that a new one is made from, `name` the operation's."""

    source: str = ""
    name: str = ""

    def begin(self, loop: Loop) -> None:
        """Have code do every phase of a run that makes an operation of another run."""
        if self.source and loop.stored is None:
            loop.save(builder=NAME, source={"run": self.source, **({"name": self.name} if self.name else {})})
        if loop.document.meta.get("builder") == NAME:
            loop.pattern = replace(loop.pattern, keys={**loop.pattern.keys, "phases": _BY_CODE})

    def takes(self, loop: Loop) -> bool:
        """Take the runs that were begun so."""
        return loop.task.parent is None and loop.document.meta.get("builder") == NAME

    def plan(self, loop: Loop) -> list[tuple[str, str]]:
        """§2: which literals become fields, and what the operation is held to."""
        phase = loop.host.library.phase(loop.pattern, "plan")
        program, fields, name = _made_from(loop)
        step = {"menu": name, "line": f"an operation for: {fields.blanks}"}
        values: dict[str, Value] = {
            "approach": f"the words of the task in the program of {program.document} become fields",
            "confidence": "high",
            "steps": [step],
            "done when": "it gives the same for that run, and what is right for a second run of the same kind",
            "rationale": "what was right once and differs only in these words is one operation",
        }
        by_code(loop, phase, phase.form.bind(menu=()), values)
        return [(step["menu"], step["line"])]

    def do(self, loop: Loop, steps: list[tuple[str, str]], run: RunLoop) -> Results:
        """§3: the pattern of the operation, and what its script gave for both runs."""
        program, fields, name = _made_from(loop)
        kept = mapping(loop.document.meta, "trials")
        text = _pattern_text(name, program, fields)
        path = f"system/operations/{name}.md"
        staging = Staging.open(loop.host.workspace, loop.task.run)
        staging.write(path, text.encode())
        evidence = _problems(loop, staging, path)
        if kept.get("of") != staging.digest():
            script = Library(staging.staged).load("operation", name).script
            outcomes = _trials(loop, program, fields, script) if script else {}
            kept = {"of": staging.digest(), **outcomes}
            loop.save(trials=kept)
        trials = [mapping(kept, key) for key in ("first trial", "second trial")]
        question = "" if kept.get("second") else f"Which run did a second task of this kind: {fields.blanks}"
        evidence += [Evidence(trial.get("ok") is True, str(trial.get("said")), question) for trial in trials]
        values = {
            "source": f"system-{program.run}, {program.document}",
            "fields": "\n".join(f"{field.label}: {field.words}" for field in fields.fields),
            "pattern": text.rstrip("\n"),
            "trials": "\n".join(f"- {trial.get('said')}" for trial in trials),
        }
        body = render(FORM, values)
        origin = loop.origin("do", body)
        if loop.standing(3, origin, answers=True).made_again:
            loop.write("do", body, "code", origin)
        return Results(f"{path}: {fields.blanks}", tuple(evidence))

    def check(self, loop: Loop, results: Results) -> tuple[str, str]:
        """§4, by code; what held is registered, once a person said yes where policy asks."""
        phase = loop.host.library.phase(loop.pattern, "check")
        decision = "accept" if results.sound else "escalate"
        parsed = by_code(loop, phase, phase.form, check_values(results.evidence, results.against, decision))
        if str(parsed.values["decision"]) == "accept":
            program, fields, name = _made_from(loop)
            second = str(mapping(loop.document.meta, "trials").get("second", ""))
            figures = {"first": program.run, "second": second, "fields": ", ".join(fields.values)}
            growth = Growth(name, "operation", "none", "same result, and right for a second run", figures)
            files = {_path(name): _pattern_text(name, program, fields).encode()}
            register(loop, files, growth)
        return str(parsed.values["decision"]), str(parsed.values.get("issues", ""))


def fields_for(program: ChosenProgram) -> Fields:
    """The fields of a run's program; raises UsageError where none of its literals stands in the task."""
    place = f"state/{program.document}.md:1"
    try:
        fields = fields_of(program.source, program.task, program.columns)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UsageError(f"{place}: its program cannot be parsed ({error}); name another run") from None
    if not fields.fields:
        message = "no literal of its program stands in the words of the task, so there is nothing to fill in"
        raise UsageError(f"{place}: {message}; name another run")
    return fields


def _made_from(loop: Loop) -> tuple[ChosenProgram, Fields, str]:
    """The program, its fields and the operation's name, which is chosen once."""
    source = mapping(loop.document.meta, "source")
    program = chosen_program(loop.host, str(source.get("run", "")))
    fields = fields_for(program)
    name = str(source.get("name", "")) or _free_name(loop, program, fields)
    if source.get("name") != name:
        loop.save(source={**source, "name": name})
    return program, fields, name


def _free_name(loop: Loop, program: ChosenProgram, fields: Fields) -> str:
    """A name from the first words of the task that are no field, which no pattern has."""
    words = _WORD.findall(re.sub(r"[A-Z]+(?: \d+)?", " ", fields.blanks[:1].lower() + fields.blanks[1:]))
    stem = "_".join(words[:4])[:32].strip("_") or f"from_{program.run}"
    taken = {pattern.name for pattern in loop.host.library.all()[0]}
    numbered = (stem, *(f"{stem}_{number}" for number in range(2, 100)))
    return next(name for name in numbered if name not in taken)


def usable_name(name: str) -> str:
    """A name that a person gave an operation; raises UsageError where no pattern can have it."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"--name is {name!r}; use a-z, 0-9 and _, a letter first")
    return name


def _path(name: str) -> str:
    return f"system/operations/{name}.md"


def _pattern_text(name: str, program: ChosenProgram, fields: Fields) -> str:
    """The operation's file."""
    source = script_of(program.source, fields)
    fence = fence_for(source)
    endings = dict.fromkeys(
        f"*.{field.words.rsplit('.', 1)[-1]}" for field in fields.fields if field.label.startswith("File")
    )
    keys = {
        "pattern": name,
        "level": "operation",
        "handler": "script",
        "when": json.dumps(f"a task of this very kind: {fields.blanks}", ensure_ascii=False),
        **({"kinds": f"[{program.kind}]"} if program.kind else {}),
        **({"needs": json.dumps(list(endings))} if endings else {}),
        "parents": "[system]",
        "effects": "none",
        "repeat": "true",
    }
    head = "\n".join(f"{key}: {value}" for key, value in keys.items())
    form = "\n".join(f"{field.label}: {{line 24: such as {_hint(field.words)}}}" for field in fields.fields)
    return (
        f"---\n{head}\n---\n# {name}\n\nMade of the run {program.run} without a model: what stood in the words "
        f"of its task is a field now.\n\n## DO\n\nFill in what the task says for each word in capitals of: "
        f"{fields.blanks}\n\n### Form\n{form}\n\n## Handler\n\n{fence}python\n{source.rstrip()}\n{fence}\n"
    )


def _hint(words: str) -> str:
    return re.sub(r"[{}|:]", " ", words)


def _problems(loop: Loop, staging: Staging, path: str) -> list[Evidence]:
    """What `pandora check` says of the operation in the staged system."""
    meter = Meter(loop.host.count, exact=False)
    problems = [problem for problem in system_problems(staging.staged, meter) if problem.path == path]
    if not problems:
        return [Evidence(True, "check finds nothing in it")]
    return [Evidence(False, f"check: {problem.message}") for problem in problems]


def _trials(loop: Loop, program: ChosenProgram, fields: Fields, script: Script) -> dict[str, Any]:
    """What the script gave for the run that it was made from, and for a second one of the same kind."""
    same = _result(loop, script, fields.values)
    said = f"for {program.run} it gave {_short(same)}, and the run {_short(program.result)}"
    first = {"ok": same.split() == program.result.split(), "said": said}
    second = next(
        (
            (run, values)
            for run, task in other_accepted_runs(loop.host, program.run)
            if (values := fields.match(task)) is not None and values != fields.values
        ),
        None,
    )
    if second is None:
        said = f"there is no second accepted run of the kind: {fields.blanks}"
        return {"second": "", "first trial": first, "second trial": {"ok": False, "said": said}}
    run, values = second
    expected = loop.host.store.load(f"system-{run}").body(5)
    given = _result(loop, script, values)
    right = bool(expected.strip()) and values_agree(_values(given, script), _values(expected, script))
    said = f"for {run} it gave {_short(given)}, and the run's answer is {_short(expected)}"
    return {"second": run, "first trial": first, "second trial": {"ok": right, "said": said}}


def _values(result: str, script: Script) -> tuple[str, ...]:
    """The values of a result, without the words that the script prints around them."""
    return result_values(result, read_program(script.source), ())


def _result(loop: Loop, script: Script, values: Mapping[str, str]) -> str:
    """What the script prints with these arguments, in the sandbox; its error where it fails."""
    context = replace(loop.host.operation_context, script=script)
    return loop.host.operations["script"].handler(values, context).text


def _short(text: str) -> str:
    """A result on one line, cut where it is long."""
    return repr(one_line(text)) if text.strip() else "nothing"
