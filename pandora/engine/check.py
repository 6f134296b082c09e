"""CHECK: code gathers evidence; where it speaks against the result, nobody can accept it."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from pandora.engine import prompt as prompts
from pandora.engine.evidence import Evidence, Results
from pandora.engine.loop import Loop
from pandora.engine.phase import by_code, by_model, through_plan
from pandora.engine.understand import is_output
from pandora.programs.measure import measure_evidence
from pandora.programs.mentions import tables
from pandora.programs.rules import nothing_found

_NOTHING = Evidence(True, "the programs looked at every row and agree that nothing matches; that is the answer")

_NO_MATCH = re.compile(r"\bno\b|\bnothing\b|\bnot found\b", re.I)


def examined(loop: Loop, results: Results) -> Results:
    """What DO gave, with the evidence that the loop's own level adds: the files made, the column used.

    Where there is no result there is nothing to ask a person about its column: another try comes first.
    """
    column = measure_evidence(loop, results.programs) if results.sound else []
    return replace(results, evidence=(*results.evidence, *_outputs(loop), *column, *_none_found(loop, results)))


def check(loop: Loop, results: Results) -> tuple[str, str]:
    """Make §4; returns the decision (accept, retry, escalate) and its reason."""
    phase = loop.host.library.phase(loop.pattern, "check")
    evidence = "\n".join(f"- {each}" for each in results.evidence) or "- none"
    if phase.by == "code" or not results.sound or (_NOTHING in results.evidence and _said_so(loop, results)):
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


def _none_found(loop: Loop, results: Results) -> list[Evidence]:
    """That nothing matches is an answer, too. Small models never take it for one, so code says so in CHECK."""
    whole = loop.task.level == "system" and loop.task.kind_of_task in ("", "answer") and results.sound
    return [_NOTHING] if whole and results.output and nothing_found(results.output) else []


def _said_so(loop: Loop, results: Results) -> bool:
    """True where programs over rows say in words that nothing matches; None, nan or 0 may be a slip."""
    rows = any(True for _ in tables(loop.task.files, loop.host.workspace.root))
    return rows and _NO_MATCH.search(results.output) is not None


def _outputs(loop: Loop) -> list[Evidence]:
    """Paths that the task names as its results must be there now."""
    if loop.task.level != "system":
        return []
    found = []
    for path in loop.task.outputs:
        if not is_output(path, loop.task.text):
            continue
        there = Path(loop.host.workspace.root / path)
        size = there.stat().st_size if os.path.isfile(there) else 0
        told = f"{path} exists ({size} bytes)" if os.path.isfile(there) else f"{path} does not exist"
        found.append(Evidence(size > 0, told))
    return found
