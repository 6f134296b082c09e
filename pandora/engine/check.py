"""CHECK: code gathers evidence; where it speaks against the result, nobody can accept it."""

from __future__ import annotations

from dataclasses import replace

from pandora.engine import prompt as prompts
from pandora.engine.done_below import done_below
from pandora.engine.evidence import Results
from pandora.engine.loop import Loop
from pandora.engine.phase import by_code, by_model, through_plan
from pandora.engine.work import help_of, work_of
from pandora.programs.help import LoopResults
from pandora.programs.program import read_program


def examined(loop: Loop, results: Results) -> Results:
    """What DO gave, with the evidence that the loop's own level adds: the files made, the column used.

    Where there is no result there is nothing to ask a person about its column: another try comes first.
    """
    if loop.task.level == "operation":
        return results  # it asked its help before it wrote or kept anything
    changing = loop.task.level == "system" and results.sound
    tries, applied = done_below(loop) if changing else ((), False)
    by_person = any(record.human for record in (*loop.steps.values(), loop.record(3)))
    programs = tuple(map(read_program, results.programs))
    given = LoopResults(results.output, results.sound, programs, tries, applied, by_person)
    return replace(results, evidence=(*results.evidence, *help_of(loop).evidence(work_of(loop), given)))


def check(loop: Loop, results: Results) -> tuple[str, str]:
    """Make §4; returns the decision (accept, retry, escalate) and its reason."""
    phase = loop.host.library.phase(loop.pattern, "check")
    evidence = "\n".join(f"- {each}" for each in results.evidence) or "- none"
    if phase.by == "code" or not results.sound or any(fact.settles for fact in results.evidence):
        form = phase.form
        values = {
            "evidence": evidence,
            "validation": "pass" if results.sound else "fail",
            "issues": results.against or "none",
            "decision": "accept" if results.sound else "escalate" if results.question else _way_out(loop),
        }
        parsed = by_code(loop, phase, form, values)
    else:
        # Without the run's own name, so that the same results are the same question in every run.
        bodies = {
            number: loop.document.body(number).replace(f"-{loop.task.run}-", "-") for number in phase.reads
        }
        found = f"## §4 CHECK\nEvidence:\n{evidence}\nResult: {results.output}"
        parts, made_of = ([*prompts.shown(each), found] for each in (bodies, through_plan(loop, bodies)))
        parsed = by_model(loop, phase, phase.form, parts, {"evidence": evidence}, made_of=made_of)
    decision, validation = str(parsed.values["decision"]), str(parsed.values["validation"])
    if validation == "fail" and decision == "accept":
        decision = "retry"
    return decision, str(parsed.values.get("issues", "")) or "CHECK did not pass"


def _way_out(loop: Loop) -> str:
    """Below the system level a failure goes upward: the operations had their tries, the system plans again."""
    return "retry" if loop.task.level == "system" else "escalate"
