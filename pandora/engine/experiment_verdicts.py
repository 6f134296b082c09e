"""Run the experiments on a try's program, ask the model what may exempt it, and judge the try."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic

from pandora.document.form import Field, Form, Slot
from pandora.engine import prompt as prompts
from pandora.engine.candidates import SHOWN
from pandora.engine.greeted_text import GREETING, ungreeted_letter
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import ask_beside, make_prompt
from pandora.engine.questions import Escalate
from pandora.engine.yes_or_no.asked_columns import untold_parts
from pandora.engine.yes_or_no.asked_entries import only_counted
from pandora.engine.yes_or_no.asked_notes import unasked_notes
from pandora.engine.yes_or_no.asked_ranking import in_asked_order, in_order_of_query, unsorted_rows
from pandora.engine.yes_or_no.folder_places import misplaced_folders
from pandora.engine.yes_or_no.left_open import unsaid_subject
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.engine.yes_or_no.meant_folders import in_asked_folders
from pandora.engine.yes_or_no.meant_keys import unmeant_keys
from pandora.engine.yes_or_no.meant_values import meaning_of, unheld_measure
from pandora.engine.yes_or_no.rows_of_zero import without_rows_of_zero
from pandora.engine.yes_or_no.said_clauses import CLAUSES, untold_clauses
from pandora.engine.yes_or_no.text_author import AUTHOR, other_author
from pandora.engine.yes_or_no.told_rivals import surer_rivals
from pandora.engine.yes_or_no.used_length import hardly_used
from pandora.operations.registry import Operation
from pandora.programs.code.copied_results import copied_results
from pandora.programs.code.lost_modules import lost_modules
from pandora.programs.code.renamed_words import renamed_words
from pandora.programs.experiments import (
    COLUMNS,
    LIMITS,
    MEANT_ROWS,
    OF_REQUEST,
    SECONDS,
    TESTED,
    ZEROS,
    demand_of,
)
from pandora.programs.handed_values import handed_on
from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.parsed_program import error_in
from pandora.programs.repairs.copied_files import copies_as_moves, moves_as_copies
from pandora.programs.rules.changed_rows import changed_rows
from pandora.programs.rules.filled_gaps import filled_gaps
from pandora.programs.rules.grouped_files import grouped_files
from pandora.programs.rules.lost_lines import lost_lines
from pandora.programs.rules.moved_files import moved_files
from pandora.programs.rules.named_settings import named_settings
from pandora.programs.rules.rows_per_value import rows_per_value
from pandora.programs.texts.doubtful_lines import doubtful_lines
from pandora.workspace.operation_context import OperationContext, Result

_REFUSAL = re.compile(r"(.*) \(here: (.*) \| there: (.*)\)", re.S)
_TOLD = SHOWN - 1
"""So much of a reason §3 surely has; a longer one is cut there."""
_YES, _NO = "yes", "no"
EXEMPT = "exempt"
"""What §3 says of a violated relation that the request itself exempts."""
EXEMPTION = Field("Answer", Slot("choice", "answer", (_NO, _YES)))
"""What the model is asked about a relation that was violated: whether the request asks for just that."""


def judged_by_experiments(
    loop: Loop, operation: Operation, arguments: Mapping[str, str], context: OperationContext, result: Result
) -> Result:
    """Return the result with the relations that held; a failure where one is violated and not exempt.

    Raises Escalate with a question where only a person can settle it.
    """
    result = copies_as_moves(loop.work, in_asked_folders(loop, result))
    verdicts = [*verdicts_on(loop, operation, arguments, context, result)]
    if handed := handed_on(loop.work, Try(arguments, result, operation.roles)):
        verdicts.insert(0, handed)
    attempt = Try(arguments, result, operation.roles)
    without_zeros = without_rows_of_zero(loop, attempt)
    result = in_order_of_query(loop, attempt)
    ordered = result is not attempt.result or without_zeros is not None
    attempt = replace(attempt, result=result)
    looks = (
        *(moved_files, grouped_files, renamed_words, changed_rows, lost_lines, filled_gaps),
        *(named_settings, doubtful_lines, copied_results, lost_modules, rows_per_value),
    )
    for look in looks:
        verdicts += look(loop.work, attempt)
    verdicts += [
        *other_author(loop, attempt),
        *ungreeted_letter(loop, attempt),
        *untold_clauses(loop, attempt),
        *unasked_notes(loop, attempt),
        *surer_rivals(loop, attempt),
        *untold_parts(loop, attempt),
        *unsaid_subject(loop, attempt),
        *only_counted(loop, attempt),
        *hardly_used(loop, attempt),
        *unmeant_keys(loop, attempt),
        *misplaced_folders(loop, attempt),
        *(() if ordered else unsorted_rows(loop, attempt)),
    ]
    reasons = [*result.held]
    if refused := _refused(loop, verdicts, reasons, result):
        return refused
    if refused := _refused(loop, unheld_measure(loop, attempt), reasons, result):
        return refused
    if operation.rerun is not None and (meaning := meaning_of(loop, result, attempt.argument("program") or "")):
        known = (
            (MEANT_ROWS, meaning.rows),
            (COLUMNS, meaning.column),
            (LIMITS, meaning.odds),
            (ZEROS, meaning.zeros),
            (TESTED, meaning.untested),
        )
        asked = {name for name, meant in known if meant}
        work = replace(loop.work, rules=loop.work.rules & asked, meaning=meaning)
        more = verdicts_on(loop, operation, arguments, context, result, work)
        if refused := _refused(loop, more, reasons, result):
            return refused
    if without_zeros is not None:
        change, reason = without_zeros
        return replace(result, changes=(change,), held=(*reasons, reason))
    return moves_as_copies(loop.work, in_asked_order(loop, replace(result, held=tuple(reasons))))


def _refused(loop: Loop, verdicts: Sequence[Verdict], reasons: list[str], result: Result) -> Result | None:
    """The result as a failure where a verdict refuses it, else None; `reasons` gets what held or is exempt."""
    reasons += [verdict.reason for verdict in verdicts if verdict.state == "held"]
    for verdict in verdicts:
        if verdict.state != "violated":
            continue
        if verdict.once and verdict.reason[:_TOLD] in loop.document.body(3):
            reasons.append(f"also when told: {verdict.reason}".replace(";", ","))
            continue
        asks = verdict.question and not loop.untrusted  # a stranger's words exempt nothing
        chance = _chance_of_exemption(loop, verdict) if asks else 0.0
        if chance is None or chance < verdict.least:
            if verdict.asks:
                raise Escalate(verdict.reason, question=verdict.asks)
            told = demand_line(verdict) if loop.untrusted else violation_line(verdict)
            return replace(result, ok=False, text=told, changes=(), code=result.code or 1)
        reasons.append(f"{verdict.relation} {EXEMPT} ({chance:.2f})")
    return None


def demand_line(verdict: Verdict) -> str:
    """Return what a violated relation demands, in words of no file but those that the request has, too.

    The words of strangers do not reach a prompt.
    """
    if verdict.relation in (*OF_REQUEST, CLAUSES, AUTHOR, GREETING):
        return verdict.reason
    return f"{verdict.relation}: {demand_of(verdict.relation)}"


def violation_line(verdict: Verdict) -> str:
    """Return a violated relation in one line, with the two outputs side by side where it has them."""
    before, after = verdict.outputs
    if not before and not after:
        return verdict.reason
    return f"{verdict.reason} (here: {before} | there: {after})"


def refusal_in(text: str) -> tuple[str, str, str] | None:
    """The reason of a violated relation in a result's text, and the two outputs; None where it has none."""
    refusal = _REFUSAL.fullmatch(text.strip())
    return (refusal[1], refusal[2], refusal[3]) if refusal else None


def reason_in(text: str) -> str:
    """Why a try failed, by its result's text: what a relation demands, the error that it ended with, or all."""
    refusal = refusal_in(text)
    # The line of the program that raised would be copied into the next one.
    return refusal[0] if refusal else error_in(text) or text


def verdicts_on(
    loop: Loop,
    operation: Operation,
    arguments: Mapping[str, str],
    context: OperationContext,
    result: Result,
    work: Work | None = None,
) -> Sequence[Verdict]:
    """Run the experiments that the pattern asks for, and return their verdicts; () where there are none.

    `work` stands for the loop's own where others are asked for.
    """
    if operation.rerun is None or not result.ok:
        return ()
    trial = loop.help.experiments(work or loop.work, Try(arguments, result, operation.roles))
    if trial is None:
        return ()
    deadline = monotonic() + SECONDS
    try:
        copies = next(trial)
        while True:
            seconds = max(0.0, deadline - monotonic())
            copies = trial.send(operation.rerun(arguments, context, result, copies, seconds))
    except StopIteration as end:
        verdicts: list[Verdict] = end.value
        return verdicts


def _chance_of_exemption(loop: Loop, verdict: Verdict) -> float | None:
    """Ask the model whether the request itself asks for what a relation forbids; None where it says no.

    Returns the probability of its yes, 1 where the model shows none.
    """
    if all(verdict.contrast):
        odds = [log_odds_of(loop, question, f"Task: {loop.work.request}") for question in verdict.contrast]
        first, second = odds
        if first is not None and second is not None:
            surer = 1 / (1 + math.exp(second - first))
            return surer if surer > 0.5 else None
    form = Form((EXEMPTION,))
    phase = Phase("do", "model", f"{verdict.question} Answer about the task alone.", form, ())
    prompt = make_prompt(loop, phase, form, [prompts.part(1, f"Task: {loop.work.request}")])
    said, chance = ask_beside(loop, phase, EXEMPTION, prompt)
    return None if said != _YES else 1.0 if chance is None else chance
