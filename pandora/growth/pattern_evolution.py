"""A round of edits of one pattern, as loops: a suite is run, edits are proposed, and pairs of runs judge them.

The root runs the suite in PLAN and has a loop for each candidate in DO. A candidate's loop states its edit and
what it should mend in §2, its pairs in §3 and the gate's verdict in §4. At most one edit is registered.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pandora.budget import Budget
from pandora.check.lint_system import system_problems
from pandora.check.token_costs import Meter
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.counted import counted
from pandora.document.form import Value
from pandora.document.ids import Name
from pandora.document.meta_values import mapping
from pandora.document.state_document import Document
from pandora.document.step_lines import Step, lines_of
from pandora.engine.check import Results
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.micro_loop import micro_loop
from pandora.engine.phase import by_code, by_model
from pandora.engine.run import Ended, start
from pandora.engine.step_schedule import RunLoop
from pandora.errors import CeilingError, UsageError
from pandora.growth.check_values import check_values, first_against
from pandora.growth.edit_proposals import Proposal, SeenRun, decode, encode, proposals_for, seen_run
from pandora.growth.frozen_parts import FrozenError, change_of, parts_of, with_part
from pandora.growth.gate import (
    Pair,
    Score,
    Verdict,
    evidence_of_harm,
)
from pandora.growth.leak_audit import leak
from pandora.growth.paired_runs import PairedRuns, time_left
from pandora.growth.registration import Growth, register
from pandora.growth.staging import Staging
from pandora.growth.suite_runs import OpenSuites, SuiteRuns, Suites
from pandora.programs.help import Evidence
from pandora.regular_file import read_text
from pandora.task import Task

ROUND, CANDIDATE = "grow_evolve", "grow_candidate"
"""The patterns of the two kinds of loop, which only code calls."""
GATE = "suite"
KEPT, DROPPED = "kept", "dropped"
_LONGEST = 1 << 20
_PATTERN = re.compile(r"^Improve (system/\S+\.md)", re.M)
_MOST = re.compile(r"^Candidates: at most (\d+)", re.M)


def task_text(path: str, suite: str, hidden: str, most: int, limits: str, tasks_by: str = "") -> str:
    """The task of a round: the pattern's file, the suites, how many candidates, and what a sitting may use.

    `tasks_by` names the model that does the suite's tasks, where another one proposes.
    """
    lines = [f"Improve {path}", f"Suite: {suite}", f"Hidden suite: {hidden or 'none'}"]
    lines += [f"Candidates: at most {most}", f"Limits: {limits}"]
    return "\n".join([*lines, *([f"Tasks are done by: {tasks_by}"] if tasks_by else [])])


def begin(text: str, host: Host, budget: Budget) -> Ended:
    """Start a round; it ends waiting for a yes where an edit is kept."""
    return start(text, host, budget, loop=functools.partial(micro_loop, role=ROUND))


class EvolutionBuilder:
    """The builder of rounds and of their candidates; see `pandora.engine.builders`."""

    def __init__(self, open_suites: OpenSuites) -> None:
        self._open = open_suites
        self._suites: dict[str, Suites] = {}

    def begin(self, loop: Loop) -> None:
        """Prepare nothing."""

    def takes(self, loop: Loop) -> bool:
        """Take the loops of rounds and of candidates."""
        return loop.pattern.name in (ROUND, CANDIDATE)

    def plan(self, loop: Loop) -> list[tuple[str, str]]:
        """§2: of a round, how the suite does now and which edits are tried; of a candidate, its edit."""
        if loop.pattern.name == CANDIDATE:
            _plan_candidate(loop)
        else:
            self._plan_round(loop)
        return []

    def do(self, loop: Loop, steps: list[tuple[str, str]], run: RunLoop) -> Results:
        """§3: of a round, a loop for each candidate until one is kept; of a candidate, its pairs."""
        if loop.pattern.name == CANDIDATE:
            return _Trial(loop, self._suites_of(loop)).run()
        return self._run_candidates(loop, run)

    def check(self, loop: Loop, results: Results) -> tuple[str, str]:
        """§4, by code; of a round, an edit that was kept is registered, once a person allows it."""
        phase = loop.host.library.phase(loop.pattern, "check")
        values = check_values(results.evidence, first_against(results.evidence), "accept")
        parsed = by_code(loop, phase, phase.form.with_all_given(), values)
        decision = str(parsed.values["decision"])
        kept = mapping(loop.document.meta, "kept")
        if loop.pattern.name == ROUND and kept and decision == "accept":
            content = loop.host.store.read_blob(str(kept["text"]))
            figures = {"claim": str(kept["claim"]), "pairs": str(kept["pairs"])}
            growth = Growth(str(kept["name"]), str(kept["level"]), "none", GATE, figures)
            register(loop, {str(kept["path"]): content}, growth)
        return decision, str(parsed.values.get("issues", ""))

    def _suites_of(self, loop: Loop) -> Suites:
        run = loop.task.run
        if run not in self._suites:
            self._suites[run] = self._open(loop)
        return self._suites[run]

    def _plan_round(self, loop: Loop) -> None:
        phase = loop.host.library.phase(loop.pattern, "plan")
        if "round" not in loop.document.meta:
            suite, path = self._suites_of(loop).shared, pattern_path(loop)
            runs = list(_baseline(loop, suite))
            pattern = loop.host.library.at(path)
            text = read_text(loop.host.workspace.root / path, _LONGEST)
            most = _MOST.search(loop.task.text)
            proposals = proposals_for(pattern, text, loop.host.library, runs)[: int(most[1]) if most else None]
            solved = sum(seen.solved for seen in runs)
            failed = ", ".join(seen.task for seen in runs if not seen.solved) or "none"
            entry = {
                "baseline": f"{solved} of {len(suite.names)} solved; unsolved: {failed}",
                "proposals": loop.host.store.write_blob(encode(proposals)),
            }
            loop.save(round=entry)
        baseline = str(mapping(loop.document.meta, "round")["baseline"])
        listed = [
            f"{number}. {proposal.title}; expects {', '.join(proposal.expects)}"
            for number, proposal in enumerate(_proposals(loop.host.store, loop.document), 1)
        ]
        values: dict[str, Value] = {
            "baseline": baseline,
            "candidates": "\n".join(listed) or "none: no rule finds an edit in what failed",
        }
        by_code(loop, phase, phase.form.with_all_given(), values)

    def _run_candidates(self, loop: Loop, run: RunLoop) -> Results:
        """Run the candidates one after another; where the round has ended already, read how."""
        proposals = _proposals(loop.host.store, loop.document)
        entry = dict(mapping(loop.document.meta, "round"))
        steps: list[Step] = []
        if not entry.get("ended"):
            for number, proposal in enumerate(proposals, 1):
                task = _child(loop, proposal, number)
                child = str(Name(task.level, task.kind, task.run, task.number))
                _write_steps(loop, [*steps, Step(number, CANDIDATE, child, "running", "")])
                outcome = run(task, loop.host)
                if outcome.ceiling is not None:
                    raise CeilingError(outcome.ceiling)
                reason = outcome.output or outcome.reason
                steps.append(Step(number, CANDIDATE, child, outcome.status.value, reason))
                _write_steps(loop, steps)
                document = loop.host.store.load(child)
                verdict = mapping(document.meta, "verdict")
                if verdict.get("decision") == KEPT:
                    pattern = loop.host.library.at(proposal.path)
                    loop.save(
                        kept={
                            **{key: verdict[key] for key in ("text", "claim", "pairs")},
                            **{"path": proposal.path, "name": pattern.name, "level": pattern.level},
                            "candidate": child,
                        }
                    )
                    break
            loop.save(round={**entry, "ended": True})
        kept = mapping(loop.document.meta, "kept")
        if not proposals:
            return Results("no rule finds an edit in what failed", (Evidence(True, "nothing was tried"),))
        if not kept:
            tried = counted(len(proposals), "candidate")
            return Results(f"none of {tried} was kept", (Evidence(True, f"the gate dropped {tried}"),))
        output = f"{kept['path']}: {kept['claim']} [{kept['candidate']}.md]"
        return Results(output, (Evidence(True, f"the gate kept {kept['candidate']}"),))


def pattern_path(loop: Loop) -> str:
    """The file that a round improves, as §1 says; raises UsageError where it names none."""
    named = _PATTERN.search(loop.task.text)
    if not named:
        place = f"{loop.document.path}:{loop.document.sections[1].line}"
        raise UsageError(f"{place}: §1 names no pattern; write `Improve system/….md`")
    return named[1]


def _baseline(loop: Loop, suite: SuiteRuns) -> Iterator[SeenRun]:
    """Run every task once as the patterns are, and yield the runs that can be read."""
    system, of = loop.host.workspace.system, len(suite.names)
    seconds, ran = 0.0, 0
    for number, name in enumerate(suite.names, 1):
        began = loop.host.clock()
        done = suite.run(name, 1, system)
        if not done.recorded:
            seconds, ran = seconds + loop.host.clock() - began, ran + 1
            where = f"baseline {number} of {of}: {name}{time_left(seconds, ran, of - number)}"
            loop.host.tell(loop.id, loop.task.parent, "note", where)
        kept = suite.documents(name, system)
        seen = seen_run(name, done.score.solved, Store(kept), done.run) if kept else None
        if seen is not None:
            yield seen


def _proposals(store: Store, document: Document) -> list[Proposal]:
    return decode(store.read_blob(str(mapping(document.meta, "round")["proposals"])))


def _child(loop: Loop, proposal: Proposal, number: int) -> Task:
    """The task of a candidate's loop."""
    text = f"Judge this edit: {proposal.title}"
    budget = loop.task.budget.child(loop.host.count(text), "tool")
    return Task(
        text, level="tool", kind=CANDIDATE, run=loop.task.run, parent=loop.id, number=str(number), budget=budget
    )


def _write_steps(loop: Loop, steps: Sequence[Step]) -> None:
    """§3 of a round: a line for each candidate, and its document."""
    body = "\n".join(lines_of(list(steps), {}, "")) + "\n"
    origin = loop.origin("do", body)
    if not loop.keeps("do", origin):
        loop.write("do", body, "code", origin)
        loop.flush()


def _plan_candidate(loop: Loop) -> None:
    """§2 of a candidate: its edit and what it should mend, by rule, or with a sentence by the model."""
    proposal, phase = _proposal_of(loop), loop.host.library.phase(loop.pattern, "plan")
    text = read_text(loop.host.workspace.root / proposal.path, _LONGEST)
    known: dict[str, Value] = {
        "file": proposal.path,
        "part": proposal.part,
        "expects": ", ".join(proposal.expects) or "nothing",
    }
    if "base" not in loop.document.meta:  # once an edit is registered, the file is another one
        loop.save(base=loop.host.store.write_text_blob(text))
    if proposal.new:
        values = {**known, "cause": proposal.cause, "change": proposal.new}
        by_code(loop, phase, phase.form.with_all_given(), values)
        return
    shown = [f"## Failed run\n{proposal.failed}", f"## Right run\n{proposal.right}"]
    by_model(loop, phase, phase.form, shown, known)


def _proposal_of(loop: Loop) -> Proposal:
    store = loop.host.store
    proposals = _proposals(store, store.load(str(loop.task.parent)))
    return proposals[int(loop.task.number) - 1]


@dataclass
class _Trial:
    """The pairs of one candidate: audited, then run until the gate has decided."""

    loop: Loop
    suites: Suites
    lines: list[str] = field(default_factory=list)
    ran: int = 0

    def run(self) -> Results:
        """Judge the candidate; a loop that has its verdict already is only read."""
        loop = self.loop
        verdict = mapping(loop.document.meta, "verdict")
        if not verdict:
            verdict = self._judged()
            loop.save(verdict=verdict)
        claim = f"; {verdict['claim']}" if verdict["claim"] else ""
        output = f"{verdict['decision']}: {verdict['reason']}{claim}"
        kept = verdict["decision"] == KEPT
        return Results(output, (Evidence(kept, f"{verdict['reason']}{claim}"),))

    def _judged(self) -> dict[str, Any]:
        proposal, root = _proposal_of(self.loop), self.loop.host.workspace
        old = self.loop.host.store.read_blob(str(self.loop.document.meta["base"])).decode("utf-8")
        change = str(self.loop.parsed["plan"].values["change"])
        new_text = change if proposal.new else f"{parts_of(old).open.get(proposal.part, '')} {change}".strip()
        uses = self.suites.shared.count_use(f"{self.loop.id}")
        try:
            text = with_part(old, proposal.part, new_text)
            edit = change_of({proposal.path: old}, {proposal.path: text})
        except FrozenError as error:
            return self._dropped(str(error))
        secrets = [*self.suites.shared.secrets, *(self.suites.hidden.secrets if self.suites.hidden else ())]
        if edit.part not in ("needs", "tries", "agree") and (known := leak(edit.added, secrets)):
            return self._dropped(known)
        staging = Staging.open(root, f"{self.loop.task.run}-{self.loop.task.number}")
        staging.write(proposal.path, text.encode())
        if problem := _new_problem(self.loop, staging.staged):
            return self._dropped(problem)
        systems = root.system, staging.staged.system
        verdict = self._on(self.suites.shared, systems, proposal.expects, uses, "")
        if verdict is None:
            return self._dropped("it changes no prompt of the suite")
        if verdict.decision == "keep" and self.suites.hidden:
            opened = self.suites.hidden.count_use(self.loop.id)
            self.lines.append(f"Hidden suite: opened {counted(opened, 'time')}")
            hidden = self._on(self.suites.hidden, systems, (), opened, "hidden ", must_mend=False)
            if hidden is not None and hidden.decision == "keep":
                verdict = replace(verdict, harm=max(verdict.harm, hidden.harm))
            elif hidden is not None:
                verdict = hidden
        entry = self._entry(verdict)
        if verdict.decision == "keep":
            entry["text"] = self.loop.host.store.write_blob(text.encode())
        return entry

    def _on(
        self,
        suite: SuiteRuns,
        systems: tuple[Path, Path],
        expects: Sequence[str],
        uses: int,
        what: str,
        must_mend: bool = True,
    ) -> Verdict | None:
        """The verdict of one suite; None where the edit reaches no task of it."""
        key = f"{self.loop.id} {what}"
        runs = PairedRuns(suite, *systems, expects, uses, key, must_mend)
        shown = "" if what else f": {', '.join(runs.reached)}"
        self.lines.append(f"Affected: {len(runs.reached)} of {len(suite.names)} {what}tasks{shown}")
        if not runs.reached:
            return None

        def begun(number: int, of: int) -> None:
            note = f"{what}{runs.progress(number, of)}"
            self.loop.host.tell(self.loop.id, self.loop.task.parent, "note", note)

        def ended(pairs: Sequence[Pair]) -> None:
            self.ran += 1
            name = "hidden task" if what else pairs[-1].task
            self._write(f"{name}, seed {pairs[-1].seed}", pairs)

        return runs.judged(begun, ended)

    def _write(self, where: str, pairs: Sequence[Pair]) -> None:
        """§3 with one more pair: the scores, and the evidence of harm so far."""
        last = pairs[-1]
        evidence = evidence_of_harm(pairs)
        self.lines.append(f"- {where}: {_words(last.old)} → {_words(last.new)}; H {evidence:.3g}")
        loop, body = self.loop, "\n".join(self.lines) + "\n"
        loop.write("do", body, "code", loop.origin("do", body))
        loop.flush()

    def _dropped(self, reason: str) -> dict[str, Any]:
        self.lines.append(f"Dropped before it ran: {reason}")
        loop, body = self.loop, "\n".join(self.lines) + "\n"
        loop.write("do", body, "code", loop.origin("do", body))
        return {"decision": DROPPED, "reason": reason, "claim": "", "pairs": self.ran}

    def _entry(self, verdict: Verdict) -> dict[str, Any]:
        kept = verdict.decision == "keep"
        mended = f"mends {', '.join(verdict.mended)}" if verdict.mended else "mends nothing"
        elsewhere = ", ".join(verdict.elsewhere)
        noise = f"; gains in {elsewhere}, which nobody predicted, are noise" if elsewhere else ""
        return {
            "decision": KEPT if kept else DROPPED,
            "reason": f"{mended if kept else '; '.join(verdict.reasons)}{noise}",
            "claim": verdict.claim,
            "pairs": self.ran,
            "evidence": round(verdict.evidence, 3),
            "mean": round(float(verdict.mean), 4),
            "lower": round(float(verdict.lower), 4),
        }


def _words(score: Score) -> str:
    return "solved" if score.solved else "accepted and wrong" if score.wrong else "unsolved"


def _new_problem(loop: Loop, staged: Workspace) -> str:
    """What `check` and `budget` find in the staged system and not in the real one; "" where nothing."""
    meter = Meter(loop.host.count)
    before = {(problem.path, problem.message) for problem in system_problems(loop.host.workspace, meter)}
    problems = system_problems(staged, meter)
    return next((str(problem) for problem in problems if (problem.path, problem.message) not in before), "")
