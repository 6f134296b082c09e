"""The next try of an operation: its arguments from the task, from a cached reply, or from the model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pandora.disk.reply_index import ReplyAddress
from pandora.document.body import as_text, indent
from pandora.document.form import Form
from pandora.document.step_lines import preview
from pandora.engine import prompt as prompts
from pandora.engine.candidates import Candidate, Tries, prompt_part
from pandora.engine.direct_try import direct_arguments, direct_tries, with_file_of_code
from pandora.engine.effects import before_running
from pandora.engine.function_try import TURNS, function_try, suspects_of
from pandora.engine.greeted_text import greeted_text
from pandora.engine.kept_values import lent_values
from pandora.engine.loop import Loop
from pandora.engine.named_points import summary_of_points, with_named_points
from pandora.engine.pattern import QUERY, STEPWISE, Phase
from pandora.engine.phase import call_model, make_prompt
from pandora.engine.reuse import call_key, recalled_try
from pandora.engine.stub_try import stub_try
from pandora.engine.task_parts import parts_of_task
from pandora.engine.tries_progress import furthest, understood_so_far
from pandora.engine.try_agreement import (
    asks_files_of,
    differences_of_tries,
    is_stepwise_of,
    second_failed_alone,
    tries_of_kind,
)
from pandora.engine.try_sampling import (
    fork_of_next_try,
    last_two_are_alike,
    sampling_of_next_try,
    samplings_after,
)
from pandora.engine.yes_or_no.asked_notes import with_asked_notes
from pandora.models.foreseen import foreseeing
from pandora.models.protocol import GREEDY
from pandora.operations.registry import ALWAYS
from pandora.operations.script_trial import SAME
from pandora.programs.code.call_trials import RULE
from pandora.programs.file_description import describe_kept
from pandora.programs.handed_values import opening_of_steps
from pandora.programs.help import Try
from pandora.programs.help_kinds import LEARNED
from pandora.programs.parsed_program import ends_with_raised_error
from pandora.programs.rules.answer_rules import COPIES

_ONE_LINE = 80
"""The most tokens of an answer in one line."""
_MOST_QUERIES = 2
"""Queries of a shape that worked, after which none is asked for; of files one more, which may agree alone."""
_TESTS_FAILED = 1
"""The exit code of a test run in which tests failed."""
_GONE_ON_WITH = {"given_numbers", RULE}
"""The rules of patterns whose tries go on with a text or a module of the try before."""
_DIFFER = "## Tried\nTwo solutions differ. Work out from the task which of them is right here, if any:\n"
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


def next_try(loop: Loop, phase: Phase, form: Form, tried: Tries, files: str, left: int) -> Candidate:
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
    if (summary := summary_of_points(loop, phase, tried, files)) is not None:
        return Candidate(summary)
    function = function_try(loop, phase, tried) or stub_try(loop, phase, tried, files)
    directly, direct_prompts = direct_tries(loop, phase, form, files) if function is None else (phase, {})
    if suspects_of(loop):
        direct_prompts = {TURNS * turn + 1: prompt for turn, prompt in direct_prompts.items()}
    query = _next_query(loop, phase, tried)
    whole, drawn = tried, query.drawn if query else tries_of_kind(loop, tried, False)
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
    if function is not None:
        phase, asked, opening = function.phase, function.phase.form, function.opening
    elif direct:
        phase, asked = directly, directly.form
    elif query is not None:
        phase, asked, parts = query.phase, query.phase.form, _parts_of_query(loop, tried, query.parts)
        opening = query.opening
    else:
        begun = loop.help.begin(loop.work, len(tried.candidates), _last_failed(loop, tried))
        opening = _with_given(loop, begun)
        parts = _parts_of_program(loop, tried, files, goes_on=_goes_on(loop, tried, begun))
    if function is not None:
        prompt = function.prompt
    else:
        prompt = direct_prompts[number] if direct else make_prompt(loop, phase, asked, parts)
    sampling = sampling_of_next_try(loop, drawn)
    own = direct_prompts.get(number)
    if direct_prompts and all(direct_prompts.get(earlier) != own for earlier in range(number)):
        sampling = GREEDY  # this prompt, or the one with the form, is new to the model
    if function is not None and function.sampling is not None:
        sampling = function.sampling
    first_failed = len(tried.candidates) == 1 and not tried.candidates[0].ok
    if query is not None and (query.anew or first_failed):
        sampling = GREEDY  # with its parts, or with what was said of the first one, the prompt is new
    gone_on_with = opening and _GONE_ON_WITH & {*loop.pattern.evidence}
    if gone_on_with and not last_two_are_alike(tried) and tried is drawn:
        sampling = GREEDY  # what is gone on with is new to the model
    if loop.host.candidates == "forks":
        sampling = fork_of_next_try(loop, drawn, prompt, opening)
    key = call_key(prompt, loop.host.model.fingerprint, sampling, opening)
    place = ReplyAddress(loop.id, "try", number + 1)
    if recalled := recalled_try(loop, form, key):
        loop.host.note_reply(key, place)
        return Candidate(recalled[0], key=key, cache=recalled[1])
    alike = whole is tried and not direct  # the tries after it have its prompt
    with foreseeing(samplings_after(loop, tried, sampling, left) if alike else []):
        reply = call_model(loop, phase, asked, prompt, sampling, opening)
    loop.host.note_reply(key, place, asked=True)
    written = {name: as_text(form[name], value) for name, value in reply.filled.values.items()}
    if function is not None:
        written = function.arguments(written, [entry.key for entry in form.asked])
    else:
        written = direct_arguments(loop, form, written) if direct else with_file_of_code(loop, written)
    finished = greeted_text(loop, phase, loop.help.finish(loop.work, written))
    return Candidate(with_named_points(loop, phase, finished, files), key=key)


@dataclass(frozen=True)
class _Query:
    """A try that is a query: its phase, what its prompt has, how it begins, and the tries of its shape so far.

    `anew` is True where none of these had such a prompt.
    """

    phase: Phase
    parts: Sequence[str]
    opening: Mapping[str, str]
    drawn: Tries
    anew: bool


def _next_query(loop: Loop, phase: Phase, tried: Tries) -> _Query | None:
    """What a try that is a query is asked with; None where the next try is none.

    A query, one that keeps its rows first, and a program take turns: what is wrong in the one is seldom
    wrong in the other. Where only one of the two kinds of queries worked, the next is of the other kind. A
    model that wrote something else where it was asked for a query is asked for none again. Once a query failed,
    each part of a question is asked for by itself.
    """
    parts = loop.pattern.file.parts
    if QUERY not in parts or loop.record(1).human or not loop.help.query(loop.work):
        return None
    queries = tries_of_kind(loop, tried, True)
    if tried.candidates and not queries.candidates:
        return None
    of_files = bool(queries.candidates) and all(asks_files_of(loop, query) for query in queries.candidates)
    failed = next((place for place, query in enumerate(queries.candidates) if not query.ok), None)
    parted = failed is not None and not of_files
    two_kinds = STEPWISE in parts and not of_files and loop.task.named
    opening = loop.help.begin_stepwise_query(loop.work, parted) if two_kinds else {}
    turn = len(tried.candidates) % (3 if opening else 2)
    if turn and not (opening and turn == 1):
        return None
    worked = {is_stepwise_of(loop, query) for query in queries.candidates if query.ok}
    stepwise = bool(opening) and (turn == 1 if len(worked) != 1 else worked == {False})
    part = parts[STEPWISE if stepwise else QUERY]
    if part.form is None:
        return None
    alike = [query for query in queries.candidates if not opening or is_stepwise_of(loop, query) == stepwise]
    if sum(query.ok for query in alike) >= _MOST_QUERIES + of_files:
        return None  # what is missing is another one that gives the same
    drawn = tried if len(alike) == len(tried.candidates) else replace(tried, candidates=alike)
    begun = opening if stepwise else loop.help.begin_query(loop.work, parted)
    told = loop.help.query(loop.work, parted)
    later = queries.candidates[failed + 1 :] if failed is not None else []
    anew = parted and told != loop.help.query(loop.work) and not any(query in later for query in alike)
    return _Query(replace(phase, text=part.text, form=part.form), told, begun, drawn, anew)


def _parts_of_query(loop: Loop, tried: Tries, told: Sequence[str]) -> list[str]:
    """The parts of the prompt of a query: the tables, what is asked, and what earlier attempts came to.

    Of the last query that failed it has what was said, and not the query: a model copies what it is shown.
    """
    parts = [*told, *(text for text in loop.task.context if text.startswith(LEARNED))]
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
    differences = "\n".join(f"- {line}" for line in differences_of_tries(loop, tried))
    if differences:
        return [*parts, _DIFFER + differences]
    return parts if goes_on else [*parts, *lessons_of_tries(loop, tried)]


def _found_by_code(loop: Loop) -> Mapping[str, str] | None:
    """Return the arguments of a first try that code finds by itself; None where the operation has no such."""
    operation = loop.host.operation(loop.pattern)
    if operation.first is None or loop.record(3).human:
        return None
    parts = parts_of_task(loop)
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
    if last is None or last.result is None or last.ok or second_failed_alone(loop, tried):
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
    parts = parts_of_task(loop)
    taken = loop.host.operation(loop.pattern).parts
    return {field.key: parts[taken.get(field.key, "text")] for field in form.asked}


def lessons_of_tries(loop: Loop, tried: Tries) -> list[str]:
    """Return the part of the next prompt that describes a failed try; [] if none is described.

    A model copies what it is shown. So for tested operations a failed file is shown only if it passes more
    tests than before. Otherwise only its error is shown, and nothing if its tests ran.
    """
    failed = [candidate for candidate in tried.candidates if candidate.result and not candidate.ok]
    if not failed or second_failed_alone(loop, tried):
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


def _raised_an_error(candidate: Candidate) -> bool:
    """Return True if the result ends with an error that the program raised, so it is worth showing."""
    return candidate.result is not None and ends_with_raised_error(candidate.result.text)
