"""Build the phase files that a kernel lacks: a template filled for each, checked, tried, then registered.

The run's own loop plans a step for each file and tries them all with a simple task; each step is a loop of the
operation `write`, whose form is the section `## BUILD` of `pattern.md` and whose template the phase's section.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from pandora.budget import MAX_RETRIES, Budget
from pandora.check.lint_system import system_problems
from pandora.check.token_costs import CEILINGS, Meter
from pandora.document.form import Form, Group, Value
from pandora.document.instructions import Instructions
from pandora.document.meta_values import listed, mapping
from pandora.document.state_document import PHASES
from pandora.document.step_lines import read_step_lines
from pandora.engine.attempt_history import lessons_of_attempts
from pandora.engine.check import Results
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import by_code, by_model
from pandora.engine.plan import plan as plan_of_engine
from pandora.engine.run import Ended, resume, start
from pandora.engine.step_schedule import RunLoop
from pandora.engine.steps import run_steps
from pandora.errors import DocumentError, PandoraError, Problem, UsageError
from pandora.growth.check_values import check_values
from pandora.growth.registration import Growth, register
from pandora.growth.said_again import wrong_with
from pandora.growth.staging import Staging
from pandora.growth.templates import PhaseTemplate, template_of
from pandora.models.protocol import GREEDY, Sampling
from pandora.outcome import Status
from pandora.programs.help import Evidence

NAME = "phases"
"""What stands under `builder` in the front matter of a loop that this builder has."""
DELIVER, ITSELF = "deliver", "build yourself"
"""The field of UNDERSTAND that says what is to be delivered, and its value where that is the system itself."""
SECTION = "BUILD"
"""The section of `pattern.md` with the text and the form by which the model fills a template."""
BY = "by: "
"""What stands before the author of a file: the model, a person, or the template itself."""
WARM = 0.5
"""Temperature of the tries of a file after the first."""
FILE = "fruit.csv"
TASK = f"Find the cheapest red fruit in {FILE}"
"""The task that the new files are tried with: one such as people ask for, with a condition and a choice."""
FRUITS = ("apple", "cherry", "fig", "grape", "medlar", "mulberry", "pear", "plum", "quince", "sloe")
COLOURS = ("blue", "green", "red", "yellow")
_PATH = re.compile(r"system/phases/([a-z]+)\.md")


class PhaseBuilder:
    """The builder of phase files; it is made for one host, and keeps the staging folder of each run."""

    def __init__(self) -> None:
        self._staging: dict[str, Staging] = {}

    def begin(self, loop: Loop) -> None:
        """Have a run that builds phase files stand on the pattern to its end, and all others on the files."""
        meta, library = loop.document.meta, loop.host.library
        built = frozenset(listed(meta, "builds")) if meta.get("builder") == NAME else frozenset()
        if built != library.built:
            loop.host.library = replace(library, built=built)

    def takes(self, loop: Loop) -> bool:
        """Take a request to build where phases stand on the pattern alone, and the steps of such a run."""
        if loop.document.meta.get("builder") == NAME:
            return True
        task, store = loop.task, loop.host.store
        if task.parent is not None:
            parent = store.load(task.parent) if store.exists(task.parent) else None
            return parent is not None and parent.meta.get("builder") == NAME
        understood = loop.parsed.get("understand")
        if understood is None or understood.values.get(DELIVER) != ITSELF or task.named or task.outputs:
            return False  # a task that names files is about them, whatever a small model says
        return SECTION in _pattern(loop).parts and bool(_missing(loop))

    def plan(self, loop: Loop) -> list[tuple[str, str]]:
        """§2: of the run, a step for each missing file; of a step, the step itself."""
        if loop.task.parent is not None:
            return plan_of_engine(loop)
        missing = listed(loop.document.meta, "builds") or _missing(loop)
        loop.save(builder=NAME, builds=missing)
        phase = loop.host.library.phase(loop.pattern, "plan")
        steps = [{"menu": "write", "line": _step(name)} for name in missing]
        values: dict[str, Value] = {
            "approach": "a file for each phase that stands on system/pattern.md alone",
            "confidence": "high",
            "steps": steps,
            "done when": f"every file passes the check, and with them {TASK!r} gets the right answer",
            "rationale": "a template is filled, and no file written from nothing",
        }
        parsed = by_code(loop, phase, _with_room(phase.form.bind(menu=()), len(steps)), values)
        written = parsed.values.get("steps")
        items = written if isinstance(written, list) else steps
        return [(item["menu"], item["line"]) for item in items]

    def do(self, loop: Loop, steps: list[tuple[str, str]], run: RunLoop) -> Results:
        """§3: of the run, its steps, each a loop; of a step, the template filled by the model."""
        if loop.task.parent is not None:
            return self._fill(loop)
        results = run_steps(loop, steps, run)
        return replace(results, output=_account(loop, steps)) if results.sound else results

    def check(self, loop: Loop, results: Results) -> tuple[str, str]:
        """§4 by code; of the run, after a trial of the new files, which are then registered."""
        if loop.task.parent is not None:
            return _write_check(loop, results)
        if results.sound:
            results = replace(results, evidence=(*results.evidence, self._tried(loop)))
        decision = _write_check(loop, results)
        if decision[0] == "accept":
            staging, used = self._of(loop), mapping(loop.document.meta, "trial")
            gate = f"{used.get('task')} gave {used.get('answer')}"
            figures = {"written": results.output.partition(";")[2].strip()}
            growth = Growth("phases", "system", "none", gate, figures)
            register(loop, staging.files(), growth, asks=False)
        return decision

    def _of(self, loop: Loop) -> Staging:
        run = loop.task.run
        if run not in self._staging:
            self._staging[run] = Staging.open(loop.host.workspace, run)
        return self._staging[run]

    def _fill(self, loop: Loop) -> Results:
        """Have the model fill the template of the step's file, and check the file.

        In the last attempt, a file that fails is the template as it is.
        """
        template = _template(loop)
        build = _pattern(loop).parts[SECTION]
        if build.form is None:
            path = loop.host.library.load("system").path
            raise DocumentError(Problem(path, build.line, f"no '### Form' under '## {SECTION}'", "add one"))
        form = build.form.bind(order=template.orders)
        if not template.orders:
            form = Form(tuple(field for field in form.fields if field.key != "order"))
        phase = Phase("do", "model", f"The line: {template.sentence}\n\n{build.text}", form, ())
        last = loop.attempt > MAX_RETRIES
        # What failed with the most likely words is drawn: the same words come again, whatever the reason says.
        sampling = Sampling(WARM, loop.attempt) if loop.attempt > 1 else GREEDY

        def with_file(values: Mapping[str, Value]) -> Mapping[str, Value]:
            """The values with the file that they make; in the last attempt, of a file that passes."""
            sentence, order = str(values.get("instruction", "")), str(values.get("order", ""))
            content, by = template.filled(sentence, order), "model"
            if last and (problems := self._problems(loop, template, content)):
                content, by = template.filled(), f"template ({problems[0]})"
            return {**values, "by": by, "file": content.rstrip("\n")}

        lessons = _lessons(loop)
        # The model sees the line alone, and the file is made of the whole section.
        made_of = [f"## The section\n{template.section}", *lessons]
        given = {"section": f"## {template.phase.upper()} of {loop.host.library.load('system').path}"}
        parsed = by_model(loop, phase, form, lessons, given, mend=with_file, made_of=made_of, sampling=sampling)
        content, by = f"{parsed.values['file']}\n", str(parsed.values["by"])
        if loop.record(3).human:
            by = "a person"
        problems = self._problems(loop, template, content, said=by == "model")
        evidence = [Evidence(False, problem) for problem in problems]
        if not problems:
            evidence = [Evidence(True, "the form parses, and has the fields that the engine needs")]
            evidence.append(Evidence(True, f"at most {CEILINGS.phase} tokens of text"))
        evidence.append(Evidence(True, f"{BY}{by}"))
        return Results(f"{template.path}, {BY}{by}", tuple(evidence))

    def _problems(self, loop: Loop, template: PhaseTemplate, content: str, said: bool = True) -> list[str]:
        """What is wrong with the file: what `pandora check` says in the staged system, and its instruction.

        The instruction is held to the section's only where a model `said` it again. Tokens are counted by the
        model's own tokenizer.
        """
        staging = self._of(loop)
        staging.write(template.path, content.encode())
        problems = list(system_problems(staging.staged, Meter(loop.host.count)))
        messages = [problem.message for problem in problems if problem.path == template.path]
        sentence = content.partition(f"# {template.phase.upper()}\n")[2].strip().partition("\n")[0]
        if said and not loop.record(3).human:
            messages += wrong_with(sentence, template.sentence, _pattern(loop).parts[SECTION].text)
        return messages

    def _tried(self, loop: Loop) -> Evidence:
        """Evidence of a task that was done with the new files, in the staged workspace.

        The same files are tried once; a trial that was broken off is gone on with.
        """
        staging = self._of(loop)
        of = staging.digest()
        kept = mapping(loop.document.meta, "trial")
        if kept.get("of") != of:
            right = _write_table(loop, staging, of)
            ended = _run_trial(loop, staging)
            loop.used.add(ended.usage)
            loop.host.ledger.settle(0, ended.usage)
            loop.host.book(loop.task.run, ended.usage)
            answer = " ".join(ended.outcome.output.split())[:200]
            named = set(re.findall(r"[a-z]+", answer.casefold())) & set(FRUITS)
            accepted = ended.outcome.status is Status.ACCEPTED
            kept = {
                "of": of,
                "task": TASK,
                "answer": answer or ended.outcome.status.value,
                "expected": right,
                "right": named == {right} and accepted,
                "document": f"{staging.root.relative_to(loop.host.workspace.root)}/state/{ended.root}.md",
            }
            loop.save(trial=kept)
        said = f"{kept['task']} gave {kept['answer']}, and {kept['expected']} is right [{kept['document']}]"
        return Evidence(kept["right"] is True, said)


def _write_table(loop: Loop, staging: Staging, of: str) -> str:
    """Write the table of the trial, with a content drawn for this run and these files; returns the right name.

    The cheapest of all is of another colour, and the first of the right colour is not the cheapest of them.
    """
    draw = random.Random(f"{loop.task.run} {of}")
    names, prices = draw.sample(FRUITS, len(FRUITS)), sorted(draw.sample(range(11, 99), len(FRUITS)))
    others = [colour for colour in COLOURS if colour != "red"]
    rows = [
        (name, price, "red" if place in (1, 4, 6) else draw.choice(others))
        for place, (name, price) in enumerate(zip(names, prices, strict=True))
    ]
    while next(name for name, _, colour in rows if colour == "red") == names[1]:
        draw.shuffle(rows)
    lines = "".join(f"{name},{price},{colour}\n" for name, price, colour in rows)
    staging.write(FILE, f"name,price,colour\n{lines}".encode())
    return names[1]


def _run_trial(loop: Loop, staging: Staging) -> Ended:
    """Do the simple task in the staged workspace; a run of it that is not ended goes on."""
    host = staging.host(loop.host)
    loop.flush()
    loop.host.tell(loop.id, loop.task.parent, "run", f"a trial of the new files: {TASK}")
    for root in staging.staged.runs():
        with suppress(PandoraError):
            if host.store.load(root).meta.get("status") == Status.RUNNING.value:
                return resume(root, host, host.ledger.ceiling)
    return start(TASK, host, replace(loop.task.budget, **_ceilings(host.ledger.ceiling)))


def _ceilings(budget: Budget) -> dict[str, int]:
    """The ceilings of a budget, without the context and the depth of its loop."""
    return {"calls": budget.calls, "tokens": budget.tokens, "seconds": budget.seconds}


def _account(loop: Loop, steps: Sequence[tuple[str, str]]) -> str:
    """The run's output: the files that were made, and how many of them the model wrote."""
    lines = read_step_lines(loop.document.body(3)).values()
    by_model = sum(f"{BY}model" in line.result for line in lines)
    names = ", ".join(match[0] for _, text in steps if (match := _PATH.search(text)))
    return f"{names}; the model wrote {by_model} of {len(steps)}"


def _with_room(form: Form, count: int) -> Form:
    """The form of PLAN with room for so many steps: a model plans few, and code as many as there are files."""
    return Form(
        tuple(
            replace(field, slot=replace(field.slot, high=max(field.slot.high, count)))
            if field.key == "steps" and isinstance(field.slot, Group)
            else field
            for field in form.fields
        )
    )


def _step(phase: str) -> str:
    """The words of the step that makes the file of a phase."""
    return f"system/phases/{phase}.md, as the section ## {phase.upper()} of system/pattern.md says"


def _pattern(loop: Loop) -> Instructions:
    return loop.host.library.load("system").file


def _missing(loop: Loop) -> list[str]:
    """The phases that stand on the pattern alone."""
    return [phase for phase in PHASES if loop.host.library.on_pattern(phase)]


def _template(loop: Loop) -> PhaseTemplate:
    """The template of the file that the step names; UsageError where it names none."""
    match = _PATH.search(loop.task.text)
    if match is None or match[1] not in PHASES:
        place = f"{loop.document.path}:{loop.document.sections[1].line}"
        raise UsageError(f"{place}: the step names no file of a phase; name one, such as {_step(PHASES[0])}")
    return template_of(_pattern(loop), str(loop.host.workspace.system / "pattern.md"), match[1])


def _lessons(loop: Loop) -> list[str]:
    """What earlier attempts came to: those of the run, and those of this step."""
    return [*(part for part in loop.task.context if part.startswith("## ")), *lessons_of_attempts(loop)]


def _write_check(loop: Loop, results: Results) -> tuple[str, str]:
    """Make §4 from the evidence; what is not sound is tried again."""
    phase = loop.host.library.phase(loop.pattern, "check")
    decision = "accept" if results.sound else "retry"
    parsed = by_code(loop, phase, phase.form, check_values(results.evidence, results.against, decision))
    return str(parsed.values["decision"]), str(parsed.values.get("issues", ""))
