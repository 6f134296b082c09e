"""DO at the operation level: fill arguments, run them on a copy, compare the results, then apply the best."""

from __future__ import annotations

import re
from dataclasses import replace

from pandora.document.form import Form
from pandora.document.records import Standing, try_records
from pandora.document.state_document import digest
from pandora.engine.approval import take_answer_from_elsewhere
from pandora.engine.candidates import (
    Candidate,
    Tries,
    as_read_back,
    described_confinement,
    tries_of,
    unread_try,
    without_result,
)
from pandora.engine.carried_out import carry_out_last
from pandora.engine.check import Results
from pandora.engine.direct_try import with_direct_field
from pandora.engine.earlier_tries import earlier_tries
from pandora.engine.effects import before_applying
from pandora.engine.experiment_verdicts import reason_in
from pandora.engine.function_try import FURTHER_TRIES, suspects_of
from pandora.engine.kept_values import lent_blobs, record_kept
from pandora.engine.lookups import record_finds
from pandora.engine.loop import Loop
from pandora.engine.next_try import next_try
from pandora.engine.numbered_contents import Contents
from pandora.engine.pattern import DIRECT, FUNCTION, QUERY, STEPWISE, STUB
from pandora.engine.questions import only_once
from pandora.engine.reuse import arguments_digest
from pandora.engine.stub_try import module_to_make
from pandora.engine.try_agreement import (
    agreed_candidate,
    agreements_of_tries,
    differences_of_tries,
    kinds_of_tries,
    may_go_on,
    queries_alike,
    tries_of_earlier_attempts,
)
from pandora.engine.written_tries import write_section
from pandora.errors import ReplyError
from pandora.programs.code.call_trials import examples_for, new_modules
from pandora.programs.help import Evidence, LoopResults, Try
from pandora.programs.rules.empty_selections import question_of_empty_selections, question_of_rows_apart
from pandora.programs.rules.missing_columns import question_of_missing_column
from pandora.programs.rules.rival_columns import question_of_rival_columns
from pandora.programs.texts.doubtful_lines import question_of_failures
from pandora.workspace.applied_changes import is_last_undone, record_changes
from pandora.workspace.change import described_changes

EXAMPLE_TRIES = 3
"""Tries allowed beyond the pattern's `tries` for a module that examples of the task judge."""


def run_operation(loop: Loop) -> Results:
    """Run the operation and return its output and evidence. Each model reply is on disk before it is run."""
    take_answer_from_elsewhere(loop)
    loop.accept_edits(3)
    phase = loop.host.library.phase(loop.pattern, "do")
    description = loop.help.describe(loop.work, "do")
    form = with_direct_field(loop, phase.form.bind(**description.options).for_each(description.labels))
    tries, least = int(loop.pattern.keys.get("tries", 1)), int(loop.pattern.keys.get("agree", 1))
    request = loop.work.request
    if new_modules(loop.work) and examples_for(loop.work):
        tries += EXAMPLE_TRIES
    elif suspects_of(loop):
        tries += FURTHER_TRIES
    if module_to_make(loop):
        tries += 1
    grown = loop.pattern.script
    parts = [loop.pattern.file.parts.get(heading) for heading in (QUERY, STEPWISE, DIRECT, FUNCTION, STUB)]
    made_of = [phase.text, *(part.text for part in parts if part), request, loop.task.kind_with_doubt]
    made_of += [grown.source] if grown else []
    made_of += [loop.task.data] if loop.task.data else []
    origin = digest(loop.document.digest(1), loop.document.digest(2), *made_of, loop.host.model.fingerprint)
    if values := {**lent_blobs(loop), **loop.task.given}:
        origin = digest(origin, *(f"{name} {value}" for name, value in sorted(values.items())))
    earlier = earlier_tries(loop, form)
    if earlier:
        origin = digest(origin, *(candidate.result.text for candidate in earlier if candidate.result))
    tried, state = Tries(contents=Contents.of(loop.document)), loop.standing(3, origin, answers=True)
    human = state.by_person
    if not state.made_again:
        tried = tries_of(loop.document, form, loop.host.store)
    tried.earlier = earlier
    rewritten = state is Standing.EDITED and _drop_old_results(loop, tried, form)
    if human:
        # A person's §3 is taken as it is: no vote, and only what they rewrote or left without a result is run.
        loop.mark_as_edited("do", origin)
        least, tries = 1, len(tried.candidates)
        if not tried.candidates:
            return Results(loop.document.body(3), (Evidence(True, "a person wrote §3"),))
    if rewritten:
        write_section(loop, tried, form, origin)
    named = tried.named if human and not _unfinished(tried) else None
    chosen = named if named and named.result else None
    if chosen is None and not rewritten:
        chosen = agreed_candidate(loop, tried, least)
    while chosen is None and (may_go_on(loop, tried, tries, least, human) or _unfinished(tried)):
        if not _unfinished(tried):
            left = tries - len(tried.candidates) - 1 if least > 1 else 0
            try:
                tried.candidates.append(next_try(loop, phase, form, tried, description.text, left))
            except ReplyError as error:
                if tries < 2 or (tried.candidates and tried.candidates[-1].unread):
                    raise
                tried.candidates.append(
                    as_read_back(unread_try(error, form), form, loop.host.store, tried.contents)
                )
            loop.take_edits(before=4)
            write_section(loop, tried, form, origin)
            if not _unfinished(tried):
                continue  # a reply that cannot be read is a try that failed: those before it stand
        done = carry_out_last(loop, tried, form, origin)
        tried.candidates[-1] = replace(
            as_read_back(done, form, loop.host.store, tried.contents),
            key=done.key,
            cache=done.cache,
            confined=described_confinement(done.result),
        )
        if done.result is not None:
            read_back = tried.candidates[-1].result or done.result
            record_finds(loop, done.result.lookup, read_back.text)
        if not only_once(loop):  # what may be done only once has its result written, or kept in a conflict copy
            loop.take_edits(before=4)
        write_section(loop, tried, form, origin)
        if human and done.ok:
            chosen = tried.candidates[-1]
        elif not rewritten:  # where a person's own program fails, no other takes its place
            chosen = agreed_candidate(loop, tried, least)
        loop.partial = done.result.text if done.result and done.ok else loop.partial
    if chosen is None and not rewritten:
        chosen = agreed_candidate(loop, tried, least, True)
    return _finish(loop, tried, form, origin, chosen, least)


def _drop_old_results(loop: Loop, tried: Tries, form: Form) -> bool:
    """Drop the results of the candidates whose arguments a person rewrote; return whether there are any.

    A result belongs to the arguments that gave it. The last such candidate becomes the last of all, and is the
    one that is carried out again.
    """
    records = try_records(loop.document)
    rewritten = [
        number
        for number, candidate in enumerate(tried.candidates)
        if (record := records.get(number + 1))
        and record.text != arguments_digest(form, candidate.arguments)
        and candidate.result is not None
    ]
    for number in rewritten:
        tried.candidates[number] = without_result(tried.candidates[number])
    if rewritten:
        del tried.candidates[rewritten[-1] + 1 :]
        tried.chosen = tried.applied = ""
    return bool(rewritten)


def _unfinished(tried: Tries) -> bool:
    return bool(tried.candidates) and tried.candidates[-1].result is None


def _finish(loop: Loop, tried: Tries, form: Form, origin: str, chosen: Candidate | None, least: int) -> Results:
    total = len(tried.candidates)
    good = [candidate for candidate in tried.candidates if candidate.ok]
    if chosen is None:
        gists = (
            "; ".join(dict.fromkeys(_gist(candidate) for candidate in tried.candidates)) or "nothing was tried"
        )
        if least > 1 and (alike := queries_alike(loop, tried)):
            failed = [candidate for candidate in tried.candidates if candidate not in good]
            gists = "; ".join(dict.fromkeys(_gist(candidate) for candidate in failed)) or "none was written"
            problem = (
                f"{len(alike)} queries of one kind gave the same, and nothing else did, which must: {gists}"
            )
            return Results(alike[0].result.text if alike[0].result else "", (Evidence(False, problem),))
        if len(good) > 1:
            gists = "; ".join(differences_of_tries(loop, tried)) or gists
            problem = f"{len(good)} of {total} tries worked, and their results differ: {gists}"
            return Results("", (Evidence(False, problem, question_of_missing_column(_said_of(loop, tried))),))
        problem = "the only try failed" if total == 1 else f"all {total} tries failed"
        if good:
            problem = f"only 1 of {total} tries worked, and {least} must give the same result"
        return Results(
            good[0].result.text if good and good[0].result else "",
            (Evidence(False, f"{problem}: {gists}", _question_of(loop, tried)),),
        )
    result = chosen.result
    assert result is not None
    total += len(tries_of_earlier_attempts(tried))
    final = [pair[1] for pair in agreements_of_tries(loop, tried, True) if pair[0] is chosen]
    same = len(final[0].tries) if final else 0
    kinds = len(kinds_of_tries(loop, tried, final[0])) if final else 0
    of_kinds = f", of {kinds} kinds" if kinds > 1 else ""
    tried.chosen = f"{tried.candidates.index(chosen) + 1} ({same} of {total} agree{of_kinds})"
    evidence = [Evidence(True, f"exit {result.code}")]
    if least > 1:
        where = ", of several attempts" if tried.earlier else ""
        evidence.append(Evidence(True, f"{same} of {total} tries gave this result{where}"))
    evidence += [Evidence(True, statement) for agreement in final for statement in agreement.held]
    if loop.host.operation(loop.pattern).cites:
        evidence += [Evidence(True, f"quotes: {quotes}") for quotes in result.held]
    elif result.held:
        evidence.append(Evidence(True, f"held: {', '.join(result.held)}"))
    others = [one.result.text for one in good if one is not chosen and one.result is not None]
    if loop.host.operation(loop.pattern).rerun and (
        rivals := question_of_rival_columns(loop.work, result.text, others)
    ):
        evidence.append(
            Evidence(False, "tries took it from two columns of a row, and the task names none", rivals)
        )
    if least > 1 and (missing := question_of_missing_column(_said_of(loop, tried))):
        evidence.append(Evidence(False, "each query asked for a column that is not there", missing))
    output = loop.help.told(loop.work, Try(chosen.arguments, result, loop.host.operation(loop.pattern).roles))
    evidence += loop.help.evidence(loop.work, LoopResults(output, applied=bool(result.changes)))
    if not all(fact.ok for fact in evidence):
        return Results(output, tuple(evidence))
    record_kept(loop, result)
    if result.changes:
        write_section(loop, tried, form, origin)
        _apply_changes(loop, tried, chosen)
        done = described_changes(result.changes)
        tried.applied = done.removeprefix("wrote ")
        evidence.append(Evidence(True, done))
        told = "" if loop.task.moves else output  # what a program says of files that stay is no part of it
        output = told if result.text and told else "\n".join(filter(None, (done, told)))
    write_section(loop, tried, form, origin)
    return Results(output, tuple(evidence))


def _question_of(loop: Loop, tried: Tries) -> str:
    """The question for a person where every try failed since what is asked is nowhere; else ""."""
    reasons = [candidate.result.text if candidate.result else "" for candidate in tried.candidates]
    if question := question_of_failures(loop.work, reasons):
        return question
    tries = _said_of(loop, tried)
    if (question := question_of_missing_column(tries)) or any(candidate.ok for candidate in tried.candidates):
        return question
    return question_of_empty_selections(tries) or question_of_rows_apart(loop.work, tries)


def _said_of(loop: Loop, tried: Tries) -> list[tuple[str, str]]:
    """Each try's program, and what it gave or what was said of it."""
    names = [name for name, role in loop.host.operation(loop.pattern).roles.items() if role == "program"]
    return [
        (
            "\n".join(candidate.arguments.get(name, "") for name in names),
            candidate.result.text if candidate.result else "",
        )
        for candidate in tried.candidates
    ]


def _apply_changes(loop: Loop, tried: Tries, chosen: Candidate) -> None:
    """Write the chosen candidate's changes to the workspace, after asking a person where policy says so."""
    result = chosen.result
    assert result is not None
    if tried.applied and not is_last_undone(loop.document):
        return
    before_applying(loop, result)
    host = loop.host
    loop.save(applied=record_changes(host.store, loop.document, result.changes, host.now()))
    loop.flush()
    loop.host.apply(result.changes, loop.host.workspace.root, loop.host.operation_context.protected)


def _gist(candidate: Candidate) -> str:
    text = candidate.result.text if candidate.result else ""
    if not candidate.ok:
        text = reason_in(text)
    return re.sub(r"\s+", " ", text)[:120] or "nothing"
