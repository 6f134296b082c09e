"""DO at the operation level: fill arguments, run them on a copy, compare the results, then apply the best."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pandora import interrupt
from pandora.disk.reply_index import ReplyAddress
from pandora.document.body import as_text, indent
from pandora.document.form import Form
from pandora.document.records import Record, Standing, standing, stored, try_record, try_records
from pandora.document.state_document import digest
from pandora.document.step_lines import preview
from pandora.engine import prompt as prompts
from pandora.engine.approval import take_answer_from_elsewhere
from pandora.engine.candidates import (
    Candidate,
    Tries,
    as_read_back,
    described_confinement,
    prompt_part,
    tries_of,
    unread_try,
    with_confinement,
    without_result,
    write_tries,
)
from pandora.engine.check import Results
from pandora.engine.direct_try import direct_arguments, direct_tries, with_direct_field
from pandora.engine.earlier_tries import earlier_tries
from pandora.engine.effects import before_applying, before_running
from pandora.engine.experiment_verdicts import reason_in
from pandora.engine.greeted_text import greeted_text
from pandora.engine.judgements import judged
from pandora.engine.kept_values import lent_blobs, lent_values
from pandora.engine.kept_values import record_kept as record_kept
from pandora.engine.later_attempts import SEVERAL
from pandora.engine.lookups import record_finds
from pandora.engine.loop import Loop
from pandora.engine.numbered_contents import KEY as CONTENTS
from pandora.engine.numbered_contents import Contents
from pandora.engine.pattern import DIRECT, QUERY, Phase
from pandora.engine.phase import call_model, make_prompt
from pandora.engine.questions import next_intent, only_once, settled_by_person
from pandora.engine.reuse import arguments_digest, call_key, recalled_try
from pandora.engine.tries_progress import furthest, tries_for_progress, understood_so_far
from pandora.engine.trust import cleaned_result
from pandora.engine.yes_or_no.asked_notes import with_asked_notes
from pandora.engine.yes_or_no.list_entries import with_added_entries
from pandora.engine.yes_or_no.meant_keys import with_meant_keys
from pandora.engine.yes_or_no.read_cells import with_settled_readings, with_surest_cells
from pandora.engine.yes_or_no.text_length import within_length
from pandora.engine.yes_or_no.told_rivals import with_surer_values
from pandora.errors import DiskError, ReplyError
from pandora.models.foreseen import foreseeing
from pandora.models.protocol import GREEDY, Prompt, Sampling
from pandora.operations.named_keys import with_named_keys
from pandora.operations.registry import ALWAYS, Handler, Operation, Part
from pandora.operations.script_trial import SAME
from pandora.programs.code.call_trials import examples_for, new_modules, trial_for
from pandora.programs.code.code_examples import examples_in
from pandora.programs.code.script_runs import encoded_runs, script_runs
from pandora.programs.file_description import describe_kept
from pandora.programs.handed_values import opening_of_steps
from pandora.programs.help import Agreement, Evidence, LoopResults, Try, Work
from pandora.programs.help_kinds import LEARNED
from pandora.programs.parsed_program import ends_with_raised_error
from pandora.programs.repairs.mended_rows import with_rows_mended
from pandora.programs.repairs.widened_conditions import with_conditions_widened
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.rules.answer_rules import COPIES
from pandora.programs.rules.empty_selections import question_of_empty_selections
from pandora.programs.sql.query_shape import is_query
from pandora.programs.texts.doubtful_lines import question_of_failures
from pandora.web.address import urls
from pandora.web.search_engine import DUCKDUCKGO
from pandora.workspace.applied_changes import is_last_undone, record_changes
from pandora.workspace.apply import PLACE_ERRNOS
from pandora.workspace.change import described_changes
from pandora.workspace.named_files import named_paths
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import is_test_file, printable_path

EXAMPLE_TRIES = 3
"""Tries allowed beyond the pattern's `tries` for a module that examples of the task judge."""
_ONE_LINE = 80
"""The most tokens of an answer in one line."""
EXTRA_TRIES = 2
"""Tries allowed beyond the pattern's `tries` when exactly one try worked and a second must agree with it."""


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
    grown = loop.pattern.script
    parts = [loop.pattern.file.parts.get(heading) for heading in (QUERY, DIRECT)]
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
        _write_section(loop, tried, form, origin)
    named = tried.named if human and not _unfinished(tried) else None
    chosen = named if named and named.result else None
    if chosen is None and not rewritten:
        chosen = _agreed_candidate(loop, tried, least)
    while chosen is None and (_may_go_on(loop, tried, tries, least, human) or _unfinished(tried)):
        if not _unfinished(tried):
            left = tries - len(tried.candidates) - 1 if least > 1 else 0
            try:
                tried.candidates.append(_next_try(loop, phase, form, tried, description.text, left))
            except ReplyError as error:
                if tries < 2 or (tried.candidates and tried.candidates[-1].unread):
                    raise
                tried.candidates.append(
                    as_read_back(unread_try(error, form), form, loop.host.store, tried.contents)
                )
            loop.take_edits(before=4)
            _write_section(loop, tried, form, origin)
            if not _unfinished(tried):
                continue  # a reply that cannot be read is a try that failed: those before it stand
        done = _carry_out_last(loop, tried, form, origin)
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
        _write_section(loop, tried, form, origin)
        if human and done.ok:
            chosen = tried.candidates[-1]
        elif not rewritten:  # where a person's own program fails, no other takes its place
            chosen = _agreed_candidate(loop, tried, least)
        loop.partial = done.result.text if done.result and done.ok else loop.partial
    if chosen is None and not rewritten:
        chosen = _agreed_candidate(loop, tried, least, True)
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


def _agreed_candidate(loop: Loop, tried: Tries, least: int, final: bool = False) -> Candidate | None:
    """Return the candidate on which at least `least` tries agree, or None; `final` where no try is left.

    Where another program gave something else, one more must agree, and SEVERAL where one of an earlier attempt
    did, for less is doubted there. Of several that print their result, a program comes before a query, which
    prints bare values; then it is the one of which the most relations held, and then the one with the largest
    result.
    """
    agreements = _agreements(loop, tried, final)
    if _is_disputed(loop, tried, agreements, least):
        least = max(least + 1, SEVERAL if tried.earlier and loop.pattern.evidence else 0)
    agreed = [pair for pair in agreements if len(pair[1].tries) >= max(least, pair[1].least)]
    if least > 1:
        agreed = [pair for pair in agreed if not _only_queries(loop, tried, pair[1])]

    queries = _of_kind(loop, tried, True).candidates

    def rank(pair: tuple[Candidate, Agreement]) -> tuple[bool, int, int]:
        candidate, result = pair[0], pair[0].result
        bare = candidate in queries and result is not None and not result.changes
        return not bare, len(result.held) if result else 0, pair[1].size

    return max(agreed, key=rank, default=(None, None))[0]


def _queries_alike(loop: Loop, tried: Tries) -> list[Candidate]:
    """The queries that alone agree, where all that worked are these."""
    worked = [candidate for candidate in tried.candidates if candidate.ok]
    for _, agreement in _agreements(loop, tried):
        if len(agreement.tries) == len(worked) > 1 and _only_queries(loop, tried, agreement):
            return worked
    return []


_MOST_QUERIES = 2
"""Queries that worked, after which no further one is asked for."""


def _only_queries(loop: Loop, tried: Tries, agreement: Agreement) -> bool:
    """True where queries alone agree: two of them are the same words mostly, with the same mistake in them."""
    worked = [*(candidate for candidate in tried.candidates if candidate.ok), *_others(tried)]
    queries = _of_kind(loop, replace(tried, candidates=worked), True).candidates
    return all(worked[number] in queries for number in agreement.tries)


def _is_disputed(
    loop: Loop, tried: Tries, agreements: Sequence[tuple[Candidate, Agreement]], least: int
) -> bool:
    """True where programs of which some must agree gave different results, and nothing speaks against any.

    Of 54 kept results on which two programs agreed, 43 were right of 46 where no other one worked, and three of
    eight where one gave something else.
    """
    if least < 2 or "program" not in loop.host.operation(loop.pattern).roles.values():
        return False
    tries = len(agreements) + len(_others(tried))
    return any(len(agreement.tries) < tries for _, agreement in agreements)


def _may_go_on(loop: Loop, tried: Tries, tries: int, least: int, human: bool) -> bool:
    """True while another try is allowed; a person's are all there.

    EXTRA_TRIES more if exactly one worked and a second must agree with it, or two agree and a third must; and
    more for those that passed more tests than all before them.
    """
    agreements = _agreements(loop, tried) if least > 1 else []
    third = _is_disputed(loop, tried, agreements, least)
    waits = len(agreements) == 1 or (third and any(len(one.tries) >= least for _, one in agreements))
    waits = waits or any(len(one.tries) >= least and _only_queries(loop, tried, one) for _, one in agreements)
    second = EXTRA_TRIES if waits else 0
    further = 0 if human else tries_for_progress(loop, tried.candidates)
    return len(tried.candidates) < tries + second + further


def _agreements(loop: Loop, tried: Tries, final: bool = False) -> list[tuple[Candidate, Agreement]]:
    """Return each candidate that worked, with the tries that agree with it, those of earlier attempts too."""
    roles = loop.host.operation(loop.pattern).roles
    worked = [candidate for candidate in tried.candidates if candidate.ok]
    tries = [
        Try(candidate.arguments, candidate.result, roles)
        for candidate in (*worked, *_others(tried))
        if candidate.result is not None
    ]
    return list(zip(worked, loop.help.agree(loop.work, tries, final), strict=False))


def _others(tried: Tries) -> list[Candidate]:
    """The tries of earlier attempts that are none of these again."""
    own = [candidate.arguments for candidate in tried.candidates if candidate.ok]
    return [candidate for candidate in tried.earlier if candidate.arguments not in own and candidate.result]


_FRAME = re.compile(r'^\s*File "([^"]+)", line \d+', re.M)
"""A frame of an error in the output of a script: the last one raised it."""


def file_without_effect(tried: Tries) -> str:
    """Return the file that the last try changed for a fault which is in another one, it seems; "" for none.

    The task's script gave the same as before, or ended in an error that was raised in another file. The next
    try takes another file, and the one after it may come back to this one.
    """
    last = tried.candidates[-1] if tried.candidates else None
    if last is None or last.result is None:
        return ""
    path, raised = last.arguments.get("path", "").strip(), _FRAME.findall(last.result.text)
    return path if SAME in last.result.text or (raised and raised[-1] != path) else ""


def _next_try(loop: Loop, phase: Phase, form: Form, tried: Tries, files: str, left: int) -> Candidate:
    """Return the next try, with arguments from the task, from a cached reply, or from the model.

    `files` is the text that describes the task's files in the prompt, and `left` how many more tries a vote
    may take after this one.
    """
    if phase.by == "code":
        return Candidate(_arguments_from_task(loop, form))
    if loop.pattern.keys.get("makes"):  # a small model writes to the file that it has just read
        form = form.with_choice("path", loop.task.makes)
    number = len(tried.candidates)
    if not number and (found := _found_by_code(loop)) is not None:
        return Candidate(found)
    directly, direct_prompts = direct_tries(loop, phase, form, files)
    query = _query_phase(loop, phase, tried)
    whole, drawn = tried, _of_kind(loop, tried, query is not None)
    tried = drawn.readable
    if tried.candidates and (last := tried.candidates[-1]).result:
        roles = loop.host.operation(loop.pattern).roles
        form = form.with_fewest(loop.help.fewest(loop.work, Try(last.arguments, last.result, roles)))
        if last.result.text.startswith(COPIES):  # told so, a small model copies them again
            form, direct_prompts = form.with_lines(_ONE_LINE), {}
    form = form.without_option("path", file_without_effect(tried))
    opening: Mapping[str, str] = {}
    asked, parts = form, list[str]()
    direct = number in direct_prompts
    if direct:
        phase, asked = directly, directly.form
    elif query is not None:
        phase, asked, parts = query, query.form, _parts_of_query(loop, tried)
    else:
        begun = loop.help.begin(loop.work, len(tried.candidates), _last_failed(loop, tried))
        opening = _with_given(loop, begun)
        parts = _parts_of_program(loop, tried, files, goes_on=_goes_on(loop, tried, begun))
    prompt = direct_prompts[number] if direct else make_prompt(loop, phase, asked, parts)
    sampling = sampling_of_next_try(loop, drawn)
    own = direct_prompts.get(number)
    if direct_prompts and all(direct_prompts.get(earlier) != own for earlier in range(number)):
        sampling = GREEDY  # this prompt, or the one with the form, is new to the model
    if query is not None and len(tried.candidates) == 1 and not tried.candidates[0].ok:
        sampling = GREEDY  # with what was said of the first one the prompt is new
    if (
        opening
        and "given_numbers" in loop.pattern.evidence
        and not _last_two_are_alike(tried)
        and tried is drawn
    ):
        sampling = GREEDY  # a text that is gone on with is new to the model
    if loop.host.candidates == "forks":
        sampling = fork_of_next_try(loop, drawn, prompt, opening)
    key = call_key(prompt, loop.host.model.fingerprint, sampling, opening)
    place = ReplyAddress(loop.id, "try", number + 1)
    if recalled := recalled_try(loop, form, key):
        loop.host.note_reply(key, place)
        return Candidate(recalled[0], key=key, cache=recalled[1])
    alike = whole is tried and not direct  # the tries after it have its prompt
    with foreseeing(_samplings_after(loop, tried, sampling, left) if alike else []):
        reply = call_model(loop, phase, asked, prompt, sampling, opening)
    loop.host.note_reply(key, place, asked=True)
    written = {name: as_text(form[name], value) for name, value in reply.filled.values.items()}
    if direct:
        written = direct_arguments(loop, form, written)
    return Candidate(greeted_text(loop, phase, loop.help.finish(loop.work, written)), key=key)


def _query_phase(loop: Loop, phase: Phase, tried: Tries) -> Phase | None:
    """The phase of a try that is a query; None where the next try is none.

    Queries and programs take turns: what is wrong in the one is seldom wrong in the other. A model that wrote
    something else where it was asked for a query is asked for none again.
    """
    part = loop.pattern.file.parts.get(QUERY)
    if part is None or part.form is None or loop.record(1).human:
        return None
    queries = _of_kind(loop, tried, True).candidates
    if len(tried.candidates) % 2 or (tried.candidates and not queries) or not loop.help.query(loop.work):
        return None
    if sum(query.ok for query in queries) >= _MOST_QUERIES:
        return None  # what is missing is a program that gives the same
    return replace(phase, text=part.text, form=part.form)


def _of_kind(loop: Loop, tried: Tries, queries: bool) -> Tries:
    """The tries that are queries, or those that are not; the same object where that is all of them."""
    roles = loop.host.operation(loop.pattern).roles
    names = [name for name, role in roles.items() if role == "program"]
    kept = [
        candidate
        for candidate in tried.candidates
        if any(is_query(candidate.arguments.get(name, "")) for name in names) == queries
    ]
    return tried if len(kept) == len(tried.candidates) else replace(tried, candidates=kept)


def _parts_of_query(loop: Loop, tried: Tries) -> list[str]:
    """The parts of the prompt of a query: the tables, what is asked, and what earlier attempts came to.

    Of the last query that failed it has what was said, and not the query: a model copies what it is shown.
    """
    parts = [*loop.help.query(loop.work), *(text for text in loop.task.context if text.startswith(LEARNED))]
    last = tried.candidates[-1] if tried.candidates else None
    failed = last is not None and last.result is not None and not last.ok
    return [*parts, prompt_part(last, whole=False)] if last is not None and failed else parts


def _goes_on(loop: Loop, tried: Tries, begun: Mapping[str, str]) -> bool:
    """True where a program begins with what the last one was, up to where it stopped, and with its error."""
    roles = loop.host.operation(loop.pattern).roles
    programs = [name for name, role in roles.items() if role == "program" and name in begun]
    if not programs or _last_failed(loop, tried) is None:
        return False
    anew = loop.help.begin(loop.work, len(tried.candidates))
    return any(begun[name] != anew.get(name, "") for name in programs)


def _parts_of_program(loop: Loop, tried: Tries, files: str, *, goes_on: bool = False) -> list[str]:
    """The parts of the prompt of any other try, with what was said of those before.

    A try that `goes_on` where the last one stopped has its lines and its error already.
    """
    files = with_asked_notes(loop, files)
    if "given_numbers" in loop.pattern.evidence and not loop.record(1).human:
        parts = _request_once(loop, files)
    else:
        parts = [prompts.part(1, understood_so_far(loop, tried.candidates) or loop.document.body(1))]
        if files:
            parts.append(files)
    if kept := describe_kept(lent_values(loop)):
        parts.append(kept)
    parts += _long_outputs(loop)
    differences = "\n".join(f"- {line}" for line in _differences(loop, tried))
    if differences:
        return [*parts, _DIFFER + differences]
    return parts if goes_on else [*parts, *lessons_of_tries(loop, tried)]


def _found_by_code(loop: Loop) -> Mapping[str, str] | None:
    """Return the arguments of a first try that code finds by itself; None where the operation has no such."""
    operation = loop.host.operation(loop.pattern)
    if operation.first is None or loop.record(3).human:
        return None
    parts = _parts_of_task(loop)
    given = {name: parts[part] for name, part in operation.parts.items() if part in ALWAYS}
    with loop.host.in_time():
        return operation.first(given, before_running(loop, operation, given))


def _request_once(loop: Loop, files: str) -> list[str]:
    """The parts of the prompt for a text to be written: what earlier steps gave, the files, the request.

    The request stands there once and last. A small model that reads it three times writes it down as the text.
    Where a person changed §1, the prompt has the whole of it, as for all else.
    """
    task = f"Task: {loop.work.request}"
    given = "\n".join(loop.task.context[1:])
    parts = [prompts.part(1, f"Context:{indent(given)}")] if given else []
    return [*parts, files] if task in files else [*parts, *([files] if files else []), task]


def _last_failed(loop: Loop, tried: Tries) -> Try | None:
    """Return the last try where it failed."""
    last = tried.candidates[-1] if tried.candidates else None
    if last is None or last.result is None or last.ok or _failed_alone(loop, tried):
        return None
    return Try(last.arguments, last.result, loop.host.operation(loop.pattern).roles)


def _with_given(loop: Loop, opening: Mapping[str, str]) -> Mapping[str, str]:
    """Return the beginnings of fields; a program begins by taking up what earlier steps gave."""
    operation = loop.host.operation(loop.pattern)
    if not operation.keeps_values or not loop.task.given:
        return opening
    programs = [name for name, role in operation.roles.items() if role == "program"]
    taken = opening_of_steps(loop.task.given)
    begun = {name: opening.get(name, "") for name in programs}
    return {
        **opening,
        **{name: code if code.startswith(taken) else taken + code for name, code in begun.items()},
    }


def _long_outputs(loop: Loop) -> list[str]:
    """Return as prompt parts what earlier steps gave, where §1 has it on one line or cut."""
    if loop.host.operation(loop.pattern).keeps_values:
        return []
    return [
        f"## What step {name.removeprefix('step')} gave\n{output}"
        for name, output in loop.task.given.items()
        if preview(output) != output.strip()
    ]


def _arguments_from_task(loop: Loop, form: Form) -> Mapping[str, str]:
    """Return arguments without a model: the parts of the task that the operation takes, else its whole text."""
    parts = _parts_of_task(loop)
    taken = loop.host.operation(loop.pattern).parts
    return {field.key: parts[taken.get(field.key, "text")] for field in form.asked}


def _text_with_examples(work: Work) -> str:
    """The request, and a line for each further example that it carries; "" where it carries none."""
    examples = examples_for(work)
    written = set(examples_in(work.request))
    lines = [f"{example.call} == {example.value}" for example in examples if example not in written]
    return "\n".join((work.request, *lines)) if examples else ""


def _parts_of_task(loop: Loop) -> Mapping[Part, str]:
    """Return the parts of the task under the registry's names; "" for a part that this task does not have."""
    text, files = loop.task.text, loop.task.files
    named, absent = named_paths(text, loop.host.workspace.root)
    paths = [*named, *files, *absent]
    tests = [path for path in paths if is_test_file(path)]
    given_tests = [path for path in files if is_test_file(path)]
    return {
        "path": _with_lines(paths[0], text) if paths else "",
        "test": _with_lines(tests[0], text) if tests else "",
        "examples": _text_with_examples(loop.work),
        "calls": trial_for(loop.work).encoded(loop.work.request),
        "request": "\n".join((loop.work.request, *loop.task.given.values())),
        "request alone": loop.work.request,
        "one test": given_tests[0] if len(given_tests) == 1 else "",
        "url": next(iter(urls(text)), ""),
        "engine": loop.host.searxng or DUCKDUCKGO,
        "one file": files[0] if len(files) == 1 else "",
        "files": "\n".join(files),
        "makes": "\n".join(loop.task.makes),
        "step": text,
        "readings": json.dumps(dict(loop.task.given)),
        "tries": "",
        "asked": "\n".join(asked_parts(loop.work.words)),
        "runs": encoded_runs(script_runs(loop.work.request, files, loop.host.workspace.root)),
        "text": text,
    }


def _with_lines(path: str, text: str) -> str:
    """Return the path, with the line range that `text` gives for it appended, such as notes.md:10-20."""
    lines = re.search(rf"(?<![\w/]){re.escape(path)}(:\d{{1,9}}(?:-\d{{0,9}})?)", text)
    return path + (lines[1] if lines else "")


def _carry_out_last(loop: Loop, tried: Tries, form: Form, origin: str) -> Candidate:
    """Run the last candidate and return it with its result.

    If the operation may run only once, its intent is on disk before it runs.
    """
    last = tried.candidates[-1]
    if not only_once(loop):
        return replace(last, result=_carry_out(loop, tried, lambda: None))
    intent = next_intent(loop, last.arguments, last.intent)
    if last.intent and last.intent.what == intent.what:
        settled = settled_by_person(loop, last.arguments, last.intent)
        if settled is not None:
            return replace(last, result=settled)

    def begin() -> None:
        tried.candidates[-1] = replace(last, intent=intent)
        _write_section(loop, tried, form, origin)

    result = _carry_out(loop, tried, begin)
    return replace(tried.candidates[-1], result=result)


def _tries_so_far(loop: Loop, tried: Tries) -> str:
    """The arguments of the tries before the last one, and how many the pattern still allows, as JSON."""
    left = int(loop.pattern.keys.get("tries", 1)) - len(tried.candidates)
    earlier = [dict(candidate.arguments) for candidate in tried.readable.candidates[:-1]]
    return json.dumps({"earlier": earlier, "left": max(0, left)})


def _carry_out(loop: Loop, tried: Tries, begin: Callable[[], None]) -> Result:
    """Run the last candidate, in the seconds that the run has left; `begin` is called once policy allows it."""
    operation, arguments = loop.host.operation(loop.pattern), tried.candidates[-1].arguments
    context = before_running(loop, operation, arguments)
    with loop.host.in_time():
        interrupt.check()
        return _carry_out_in(context, loop, tried, operation, begin)


def _carry_out_in(
    context: OperationContext, loop: Loop, tried: Tries, operation: Operation, begin: Callable[[], None]
) -> Result:
    arguments = tried.candidates[-1].arguments
    begin()
    loop.flush()
    loop.host.tell(loop.id, loop.task.parent, "run", operation.name)
    parts = {**_parts_of_task(loop), "tries": _tries_so_far(loop, tried)}
    always = {name: parts[part] for name, part in operation.parts.items() if part in ALWAYS}
    if "readings" in operation.parts.values():
        readings, settled = with_settled_readings(loop, loop.task.given)
        always |= {
            name: json.dumps(dict(readings)) for name, part in operation.parts.items() if part == "readings"
        }
    else:
        settled = []
    arguments, added = with_added_entries(loop, arguments)
    result = _carried_out(loop, operation, arguments, always, context)
    for name in (name for name, role in operation.roles.items() if role == "program" and not result.ok):
        written = arguments.get(name, "")
        mends = (mend(written, result.text) for mend in (with_rows_mended, with_conditions_widened))
        program, mended_by_code = next(filter(all, mends), ("", ""))
        if program:
            again = _carried_out(loop, operation, {**arguments, name: program}, always, context)
            result = replace(again, held=(*again.held, mended_by_code)) if again.ok else result
    if result.ok:
        return replace(result, held=(*result.held, *settled, *added))
    mended, reasons = within_length(loop, operation, arguments)
    if not reasons:
        mended, reasons = with_named_keys(arguments, result.text)
    tried = tried.readable
    if not reasons and len(tried.candidates) > 1:  # what a first try sets stays as the model wrote it
        earlier = [candidate.arguments for candidate in tried.candidates[:-1]]
        mended, reasons = with_meant_keys(loop, arguments, earlier, result.text)
    if not reasons:
        refused = [candidate.result.text for candidate in tried.candidates[:-1] if candidate.result]
        mended, reasons = with_surer_values(arguments, result.text, refused)
    better = _carried_out(loop, operation, mended, always, context) if reasons else result
    return replace(better, held=(*better.held, *reasons)) if better.ok else result


def _carried_out(
    loop: Loop,
    operation: Operation,
    arguments: Mapping[str, str],
    always: Mapping[str, str],
    context: OperationContext,
) -> Result:
    """Run the operation with arguments and with those that code `always` gives; judge what it gave."""
    given = {**arguments, **always}
    result = cleaned_result(
        loop, _call_handler(operation.handler, given, replace(context, kept=lent_values(loop)))
    )
    if loop.host.unsafe:
        result = replace(result, note="; ".join(filter(None, (result.note, "--unsafe"))))
    if loop.pattern.keys.get("reports") and result.text:
        return replace(result, ok=True)
    if operation.looks_up or operation.cites:
        # What the request wants is for a later step to give, or each part has its quote.
        return with_surest_cells(loop, result, context)
    return judged(loop, operation, arguments, replace(context, kept=lent_values(loop)), result)


def _call_handler(handler: Handler, arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Call the handler and return its result; an inaccessible path in the workspace is a failed result.

    Raises DiskError for any other OSError.
    """
    try:
        return handler(arguments, context)
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else str(context.workspace)
        inside = os.path.relpath(place, context.workspace)
        if error.errno in PLACE_ERRNOS and not inside.startswith(".."):
            return Result(False, f"{printable_path(inside)}: {error.strerror}", 1)
        raise DiskError(f"{place}:1: {error.strerror}; mend it, then resume") from error


def _write_section(loop: Loop, tried: Tries, form: Form, origin: str) -> None:
    body = write_tries(tried, form, loop.host.store)
    if loop.document.body(3) == body.strip("\n") and loop.record(3).origin == origin:
        return
    loop.refuse_if_edited(3, body)
    by = "human" if standing(loop.document, 3, origin, answers=True).by_person else "model"
    edit, text = loop.spliced(3, body)
    tries = {} if by == "human" else _try_records(loop, tried, form)
    keys: dict[str, Any] = {"tries": stored(tries)} if tries else {}
    confined = with_confinement(loop.document.meta.get("confined"), tried)
    if confined != loop.document.meta.get("confined", {}):
        keys["confined"] = confined
    if tried.contents.by_number != Contents.of(loop.document).by_number:
        keys[CONTENTS] = tried.contents.by_number
    loop.save(edit, phase="do", sections=stored(loop.recorded(3, by, origin, text)), **keys)


def _try_records(loop: Loop, tried: Tries, form: Form) -> dict[int, Record]:
    """Return the record of each try: new ones for tries made in this process, the stored ones for others."""
    earlier = try_records(loop.document)
    tries = {number: record for number, record in earlier.items() if number <= len(tried.candidates)}
    for number, candidate in enumerate(tried.candidates, 1):
        if candidate.key:
            arguments = arguments_digest(form, candidate.arguments)
            tries[number] = try_record(candidate.key, arguments, candidate.cache)
    return tries


def _finish(loop: Loop, tried: Tries, form: Form, origin: str, chosen: Candidate | None, least: int) -> Results:
    total = len(tried.candidates)
    good = [candidate for candidate in tried.candidates if candidate.ok]
    if chosen is None:
        gists = (
            "; ".join(dict.fromkeys(_gist(candidate) for candidate in tried.candidates)) or "nothing was tried"
        )
        if least > 1 and (alike := _queries_alike(loop, tried)):
            failed = [candidate for candidate in tried.candidates if candidate not in good]
            gists = "; ".join(dict.fromkeys(_gist(candidate) for candidate in failed)) or "none was written"
            problem = f"{len(alike)} queries gave the same, and no program did, which must: {gists}"
            return Results(alike[0].result.text if alike[0].result else "", (Evidence(False, problem),))
        if len(good) > 1:
            gists = "; ".join(_differences(loop, tried)) or gists
            problem = f"{len(good)} of {total} tries worked, and their results differ: {gists}"
            return Results("", (Evidence(False, problem),))
        problem = "the only try failed" if total == 1 else f"all {total} tries failed"
        if good:
            problem = f"only 1 of {total} tries worked, and {least} must give the same result"
        return Results(
            good[0].result.text if good and good[0].result else "",
            (Evidence(False, f"{problem}: {gists}", _question_of(loop, tried)),),
        )
    result = chosen.result
    assert result is not None
    total += len(_others(tried))
    final = [pair[1] for pair in _agreements(loop, tried, True) if pair[0] is chosen]
    same = len(final[0].tries) if final else 0
    tried.chosen = f"{tried.candidates.index(chosen) + 1} ({same} of {total} agree)"
    evidence = [Evidence(True, f"exit {result.code}")]
    if least > 1:
        where = ", of several attempts" if tried.earlier else ""
        evidence.append(Evidence(True, f"{same} of {total} tries gave this result{where}"))
    evidence += [Evidence(True, statement) for agreement in final for statement in agreement.held]
    if loop.host.operation(loop.pattern).cites:
        evidence += [Evidence(True, f"quotes: {quotes}") for quotes in result.held]
    elif result.held:
        evidence.append(Evidence(True, f"held: {', '.join(result.held)}"))
    output = loop.help.told(loop.work, Try(chosen.arguments, result, loop.host.operation(loop.pattern).roles))
    evidence += loop.help.evidence(loop.work, LoopResults(output, applied=bool(result.changes)))
    if not all(fact.ok for fact in evidence):
        return Results(output, tuple(evidence))
    record_kept(loop, result)
    if result.changes:
        _write_section(loop, tried, form, origin)
        _apply_changes(loop, tried, chosen)
        done = described_changes(result.changes)
        tried.applied = done.removeprefix("wrote ")
        evidence.append(Evidence(True, done))
        output = output if result.text else "\n".join(filter(None, (done, output)))
    _write_section(loop, tried, form, origin)
    return Results(output, tuple(evidence))


def _question_of(loop: Loop, tried: Tries) -> str:
    """The question for a person where every try failed since what is asked is nowhere; else ""."""
    reasons = [candidate.result.text if candidate.result else "" for candidate in tried.candidates]
    if question := question_of_failures(loop.work, reasons):
        return question
    if any(candidate.ok for candidate in tried.candidates):
        return ""
    names = [name for name, role in loop.host.operation(loop.pattern).roles.items() if role == "program"]
    programs = [
        "\n".join(candidate.arguments.get(name, "") for name in names) for candidate in tried.candidates
    ]
    return question_of_empty_selections(list(zip(programs, reasons, strict=True)))


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


SEEDS_OF_ATTEMPT = 100
"""How far the seeds of one attempt are from those of the next."""
FORKS_OF_ATTEMPT = 4
"""How far the forks of one attempt are from those of the next."""
HOT = 1.0
"""Temperature of a try after two tries with the same arguments, or MANY_FAILED that failed."""
MANY_FAILED = 3
"""Failed tries after which the next one is drawn hotter: of 79 such programs 28 were an earlier one again."""
WARM = 0.7
"""Temperature of a try after a failed one, to find a way past its error."""
MILD = 0.5
"""Temperature of a try after one that worked, to find another way to the same result."""
_TESTS_FAILED = 1


def lessons_of_tries(loop: Loop, tried: Tries) -> list[str]:
    """Return the part of the next prompt that describes a failed try; [] if none is described.

    A model copies what it is shown. So for tested operations a failed file is shown only if it passes more
    tests than before. Otherwise only its error is shown, and nothing if its tests ran.
    """
    failed = [candidate for candidate in tried.candidates if candidate.result and not candidate.ok]
    if not failed or _failed_alone(loop, tried):
        return []
    last = failed[-1]
    if not loop.host.operation(loop.pattern).tested:
        # An error is described even after a try that worked: the next try would make the same mistake.
        mended = len(tried.candidates) % 2 == 1 and last is tried.candidates[-1] and _raised_an_error(last)
        return [prompt_part(last, whole=mended)]
    if understood_so_far(loop, tried.candidates):
        return []  # the next prompt has its file in place of the one at the start
    if best := furthest(loop, tried.candidates):
        return [prompt_part(best)]
    ran = last.result is not None and last.result.code == _TESTS_FAILED
    return [] if ran else [prompt_part(last, whole=False)]


_DIFFER = "## Tried\nTwo solutions differ. Work out from the task which of them is right here, if any:\n"


def _differences(loop: Loop, tried: Tries) -> tuple[str, ...]:
    """Return how the last try that worked differs from another, in a line for each call."""
    return next((agreement.differs for _, agreement in reversed(_agreements(loop, tried))), ())


def sampling_of_next_try(loop: Loop, tried: Tries) -> Sampling:
    """Return sampling for the next try: greedy if its prompt is new, hotter if the last two were the same.

    A second repeat of a failed attempt begins as the first attempt did, and draws other tokens.
    """
    number, repeats = len(tried.candidates), loop.task.repeats
    if number == 0:
        return Sampling(MILD, repeats * SEEDS_OF_ATTEMPT) if repeats > 1 else GREEDY
    number += repeats * SEEDS_OF_ATTEMPT
    if loop.host.operation(loop.pattern).tested:
        best = furthest(loop, tried.candidates)
        if best is not None and best is tried.candidates[-1]:
            return GREEDY
    if tried.candidates[-1].ok or _failed_alone(loop, tried):
        return Sampling(MILD, number)
    failed = sum(not candidate.ok for candidate in tried.candidates)
    many = failed >= MANY_FAILED and not loop.host.operation(loop.pattern).tested
    return Sampling(HOT if many or _last_two_are_alike(tried) else WARM, number)


def fork_of_next_try(loop: Loop, tried: Tries, prompt: Prompt, opening: Mapping[str, str] | None) -> Sampling:
    """Return sampling for the next try where candidates are forks: its prompt's first one that is not tried.

    The first try of a prompt is greedy, unless the last two were the same, or an attempt is repeated again.
    """
    keys = {candidate.key for candidate in tried.candidates}
    keys |= {record.key for record in try_records(loop.document).values()}
    first = FORKS_OF_ATTEMPT * max(0, loop.task.repeats - 1) + _last_two_are_alike(tried)
    untried = (
        sampling
        for sampling in map(_fork, itertools.count(first))
        if call_key(prompt, loop.host.model.fingerprint, sampling, opening) not in keys
    )
    # Of a reply that could not be read no key is kept, since no run takes it up.
    unread = sum(candidate.unread for candidate in tried.candidates)
    return next(itertools.islice(untried, unread, None))


def _fork(number: int) -> Sampling:
    return Sampling(WARM, number, number) if number else GREEDY


def _samplings_after(loop: Loop, tried: Tries, sampling: Sampling, left: int) -> list[Sampling]:
    """Return how the tries after the next one are drawn, should they have its prompt: the others of a vote.

    The first try is greedy and alone: one that fails teaches the next. So it is after one that worked, and
    if those that follow work, too, without agreeing. Whether they are asked for then, the vote decides.
    """
    if not tried.candidates or not tried.candidates[-1].ok:
        return []
    if loop.host.candidates == "forks":
        return [_fork(sampling.fork + further) for further in range(1, left + 1)]
    number = len(tried.candidates) + 1 + loop.task.repeats * SEEDS_OF_ATTEMPT
    return [Sampling(MILD, number + further) for further in range(left)]


def _failed_alone(loop: Loop, tried: Tries) -> bool:
    """True where a vote's second program failed, which began on its own: the next begins as the first did."""
    if len(tried.candidates) != 2 or "program" not in loop.host.operation(loop.pattern).roles.values():
        return False
    first, second = tried.candidates
    return first.ok and second.result is not None and not second.ok


def _raised_an_error(candidate: Candidate) -> bool:
    """Return True if the result ends with an error that the program raised, so it is worth showing."""
    return candidate.result is not None and ends_with_raised_error(candidate.result.text)


def _last_two_are_alike(tried: Tries) -> bool:
    """Return True if the last two tries had the same arguments or the same result, so nothing new was tried."""
    last = tried.candidates[-2:]
    arguments = [dict(candidate.arguments) for candidate in last]
    results = [candidate.result.text for candidate in last if candidate.result is not None]
    return len(last) == 2 and (arguments[0] == arguments[1] or (len(results) == 2 and results[0] == results[1]))
