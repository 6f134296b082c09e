"""The planner: makes a plan for one query, whose shape code checks; it is made again where it is refused.

A suggested plan that the model finds to answer the query is taken as it is. Else a query that one look answers
gets a plan of one leaf, and one that names a thing only by what it does a plan of two. Of any other, the model
writes an outline of questions.
A plan whose shape is wrong goes to History with what is wrong in it; after two more attempts the planner
escalates. No plan is ever trimmed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pandora.budget import MAX_RETRIES
from pandora.document.body import parse, render
from pandora.document.form import Form, Slot
from pandora.engine import prompt as prompts
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code, by_model, call_model, make_prompt
from pandora.engine.questions import Escalate
from pandora.errors import DocumentError, Problem
from pandora.outcome import Outcome, Status
from pandora.research.claim_support import same_words
from pandora.research.materials import phase_of
from pandora.research.research_plan import (
    Leaf,
    Node,
    Problems,
    calls_of,
    inner_question,
    outline_plan,
    plan_of_one_look_up,
    plan_of_two_hops,
    plan_text,
    read_plan,
    shape_problems,
)
from pandora.task import Task

SEVERAL, SURE_OF_SEVERAL = ("a comparison", "several questions"), 0.5
"""What a query may ask for that is taken apart, and the least probability of that choice."""
FITS = "suggestion fits"
"""The field that is asked only where a plan is suggested: whether it answers the query; `none` without one."""
OFF_TOPIC = "this question has no word of the query"
MOST_OFF_TOPIC = 2
"""After so many plans with questions off the query, it is looked up at once."""
QUESTION_MARKS = "?؟"
PLANNING = 3
"""The calls that manager and planner make before a plan is carried out."""
_ALIKE, _INSPIRED = 0.5, 0.2


@dataclass(frozen=True)
class Planned:
    """How a planner ended, and its plan, which is None where it did not make one."""

    outcome: Outcome
    plan: Node | None = None


def make_plan(task: Task, host: Host, field: str, suggestion: str = "") -> Planned:
    """Make the plan of a query; `suggestion` is the text of a plan that was checked before."""
    loop = open_loop(task, host)
    plans: list[Node] = []

    def phases(loop: Loop) -> str:
        plans.clear()
        plans.append(_plan(loop, field, suggestion))
        return plan_text(plans[-1])

    outcome = run_phases(loop, phases)
    if outcome.status is not Status.ACCEPTED:
        return Planned(outcome)
    plan, problems = read_plan(outcome.output)
    if plan is None or problems or (problems := shape_problems(plan)):
        line = loop.document.sections[5].line
        raise DocumentError(
            *(Problem(loop.document.path, line + at, message, "mend the plan") for at, message in problems)
        )
    return Planned(outcome, plan)


def _plan(loop: Loop, field: str, suggestion: str) -> Node:
    phase = phase_of(loop, "understand", field, ("asks for", FITS) if suggestion else ("asks for",))
    form = phase.form if suggestion else _without_question(phase.form, FITS)
    parts = [f"# TASK\n{loop.task.text}"]
    if suggestion:
        parts.append(f"# SUGGESTED PLAN\n{suggestion}")
    context = "\n".join(loop.task.context)
    if context:
        parts.append(f"# THE PERSON SAYS\n{context}")
    given = {"task": loop.task.text, "context": context or "none", "suggestion": suggestion or "none"}
    understood = by_model(loop, phase, form, parts, given | ({} if suggestion else {FITS: "none"}))
    loop.take_edits(before=2)
    fitting = read_plan(suggestion)[0] if understood.values.get(FITS) == "yes" else None
    sure = understood.probabilities.get("asks for", 1.0) >= SURE_OF_SEVERAL
    several = understood.values["asks for"] in SEVERAL and sure
    while True:
        # one that was refused, such as for its calls, is not taken again
        taken = None if _lessons(loop) else fitting
        plan, problems = _attempt(loop, field, suggestion, several, taken)
        loop.take_edits(before=4)
        issues = "; ".join(f"line {line}: {message}" for line, message in problems) or "none"
        phase = phase_of(loop, "check")
        check = {"validation": "fail" if problems else "pass", "issues": issues}
        by_code(loop, phase, phase.form, check)
        if plan is not None and not problems:
            return plan
        if loop.record(2).human:
            raise DocumentError(
                *(
                    Problem(loop.document.path, _line_of_plan(loop) + line, message, "mend the plan")
                    for line, message in problems
                )
            )
        if loop.attempt > MAX_RETRIES:
            raise Escalate(
                f"no plan of the right shape in {loop.attempt} attempts: {issues}",
                question="What are the questions that together answer the query, one after the other?",
            )
        loop.retire()


def _without_question(form: Form, key: str) -> Form:
    """The form with a field that code fills in where the model would be asked."""
    given = Slot("given", "given")
    fields = (replace(entry, slot=given) if entry.key == key else entry for entry in form.fields)
    return replace(form, fields=tuple(fields))


def _line_of_plan(loop: Loop) -> int:
    """The line of the file before the first line of the plan in §2."""
    body = loop.document.body(2).split("\n")
    return loop.document.line(2, next((n for n, line in enumerate(body, 1) if line.startswith("Plan:")), 1))


def _attempt(
    loop: Loop, field: str, suggestion: str, several: bool, taken: Node | None
) -> tuple[Node | None, Problems]:
    """The plan of this attempt, or None, and what is wrong with it; §3 says what became of the suggestion.

    `taken` is the suggested plan where it is the plan of this attempt.
    """
    phase = phase_of(loop, "plan", field)
    query = loop.task.text
    off_topic = sum(OFF_TOPIC in line for line in _lessons(loop).split("\n"))
    if taken is None and several and off_topic < MOST_OFF_TOPIC:
        _outlined(loop, field)
    else:
        plan = taken or _look_up(query, loop.host.ledger.ceiling.calls - PLANNING)
        outline = "\n".join(leaf.objective for leaf in plan.leaves)
        by_code(loop, phase, phase.form, {"outline": outline, "plan": plan_text(plan)})
    written = str(parse(phase.form, loop.document.body(2)).values.get("plan", ""))
    read, problems = read_plan(written)
    if read is not None:
        problems = [*problems, *shape_problems(read)]
        if taken is None and not loop.record(2).human:
            problems += _off_topic(query, read)
        most, needed = loop.host.ledger.ceiling.calls, calls_of(read)
        if needed > most:
            remedy = "make it smaller, or raise --calls"
            problems.append((1, f"this plan may take {needed} calls, and {most} are the most; {remedy}"))
    do = phase_of(loop, "do")
    by_code(loop, do, do.form, {"suggestion": use_of_suggestion(suggestion, written)})
    return read, problems


def _look_up(query: str, calls: int) -> Node:
    """Plan a query that is looked up at once: of two leaves where a question is inside, if `calls` reach."""
    inner = inner_question(query)
    if inner and calls_of(plan := plan_of_two_hops(query, inner)) <= calls:
        return plan
    return plan_of_one_look_up(query, calls)


def _off_topic(query: str, plan: Node) -> Problems:
    """The questions that have no word of the query: a small model may write of its own task instead."""
    below: list[Leaf | Node] = [*plan.leaves, *(task for task in plan.tasks if isinstance(task, Node))]
    return [(task.line, OFF_TOPIC) for task in below if not same_words(query, task.objective)]


def _outlined(loop: Loop, field: str) -> None:
    """Have the model write the outline, and code the plan that it gives; both stand in §2.

    Of an outline of one line that asks nothing, the query itself is looked up: a small model writes
    `Understand the question, analyze the context` there.
    """
    phase = phase_of(loop, "plan", field, ("outline",))
    parts = [prompts.part(1, loop.document.body(1))]
    lessons = _lessons(loop)
    if lessons:
        parts.append(f"# REFUSED\n{lessons}")
    origin = loop.origin(make_prompt(loop, phase, phase.form, parts).text, loop.host.model.fingerprint)
    if loop.keeps("plan", origin):
        return
    reply = call_model(loop, phase, phase.form, make_prompt(loop, phase, phase.form, parts))
    outline = str(reply.filled.values["outline"])
    plan, problems = outline_plan(loop.task.text, outline)
    asks = any(mark in outline for mark in QUESTION_MARKS)
    if plan is not None and len(plan.tasks) == len(plan.leaves) == 1 and not asks:
        plan = plan_of_one_look_up(loop.task.text, loop.host.ledger.ceiling.calls - PLANNING)
    text = plan_text(plan) if plan is not None else "\n".join(message for _, message in problems)
    body = render(phase.form, {"outline": outline, "plan": text}, reply.filled.probabilities)
    loop.write("plan", body, "model", origin)


def _lessons(loop: Loop) -> str:
    """What was wrong with the plans of earlier attempts, from History."""
    document = loop.document
    if document.history is None:
        return ""
    history = document.text[document.history :].replace("\r\n", "\n")
    lines = [line.removeprefix("Issues: ") for line in history.split("\n") if line.startswith("Issues: ")]
    return "\n".join(f"- an earlier plan: {line}" for line in lines if line != "none")


def use_of_suggestion(suggestion: str, plan: str) -> str:
    """What a plan made of the manager's suggestion: none given, implemented, refined, inspired or ignored.

    What the leaves ask is compared, since the query and the lines of the phases are alike in any two plans.
    """
    if not suggestion:
        return "none given"
    suggested, written = (read_plan(text)[0] for text in (suggestion, plan))
    if suggested is None or written is None:
        return "ignored"
    if plan_text(suggested) == plan_text(written):
        return "implemented"
    shared = same_words(*("\n".join(leaf.objective for leaf in node.leaves) for node in (suggested, written)))
    return "refined" if shared >= _ALIKE else "took inspiration" if shared > _INSPIRED else "ignored"
