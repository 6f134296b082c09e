"""Judge a try's result by the rules and relations, and say which of them refuses it by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pandora.engine.experiment_verdicts import EXEMPT, judged_by_experiments, verdicts_on, violation_line
from pandora.engine.loop import Loop
from pandora.engine.questions import Escalate
from pandora.engine.yes_or_no.left_open import told_left_open
from pandora.engine.yes_or_no.meant_values import meaning_of, person_wrote_plan
from pandora.operations.registry import Operation
from pandora.programs.experiments import RELATIONS
from pandora.programs.help import Try
from pandora.programs.rules.judgement import asks_for_no_answer
from pandora.programs.rules.wording_rules import RULES
from pandora.workspace.operation_context import OperationContext, Result


@dataclass(frozen=True)
class Judgement:
    """What became of a try that ran well.

    `result` is what it would have given without any rule and relation. `refused_by` names those each of which
    refuses it by itself, and `accepted` is true where none did. `whole` is true where the try does all that the
    request asks for, not only a step of it.
    """

    result: Result
    accepted: bool
    refused_by: tuple[str, ...]
    whole: bool


def judged(
    loop: Loop, operation: Operation, arguments: Mapping[str, str], context: OperationContext, result: Result
) -> Result:
    """Return the result; a failure, whose text helps the next try, where a rule or a relation refuses it.

    The host is told of each result of a program or words that ran well, where it listens. Raises Escalate where
    a program shows that the request is no question.
    """
    attempt = Try(arguments, result, operation.roles, operation.spreads)
    if (reason := asks_for_no_answer(loop.work, attempt)) and not (loop.untrusted or person_wrote_plan(loop)):
        raise Escalate(reason)  # the request is read anew, as one for a change
    ruled = told_left_open(loop, attempt, loop.help.object(loop.work, attempt))
    final = judged_by_experiments(loop, operation, arguments, context, ruled)
    if result.ok and (listen := loop.host.on_judged) is not None:
        listen(_judgement(loop, operation, context, attempt, final))
    return final


def _judgement(
    loop: Loop, operation: Operation, context: OperationContext, attempt: Try, final: Result
) -> Judgement:
    work = loop.work
    relations = work.rules & RELATIONS.keys()
    bare = loop.help.object(replace(work, rules=relations), attempt)
    refused: list[str] = []
    if bare.ok:
        for rule in sorted(work.rules & RULES.keys()):
            if not loop.help.object(replace(work, rules=relations | {rule}), attempt).ok:
                refused.append(rule)
        if not final.ok or final.held:
            for verdict in verdicts_on(loop, operation, attempt.arguments, context, bare):
                exempt = any(reason.startswith(f"{verdict.relation} {EXEMPT}") for reason in final.held)
                settled = not verdict.question or final.text == violation_line(verdict)
                if verdict.state == "violated" and settled and not exempt:
                    refused.append(verdict.relation)
        if (
            not final.ok
            and not refused
            and (meaning := meaning_of(loop, bare, attempt.argument("program") or ""))
        ):
            more = verdicts_on(
                loop, operation, attempt.arguments, context, bare, replace(work, meaning=meaning)
            )
            refused += [verdict.relation for verdict in more if final.text == violation_line(verdict)]
    whole = "".join(work.request.split()) in "".join(work.task.text.split())
    return Judgement(bare, final.ok, tuple(refused), whole)
