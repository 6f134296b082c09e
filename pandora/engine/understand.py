"""UNDERSTAND: code gathers what the task names, then the task is resolved into §1."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace

from pandora.document.body import Parsed, parse, render
from pandora.document.form import Field, Form, Slot
from pandora.document.question_lines import pairs, pending
from pandora.document.records import by_person
from pandora.engine import prompt as prompts
from pandora.engine.attempt_history import history_of
from pandora.engine.fork import KEY as KEY_OF_FORK
from pandora.engine.gathered_files import Gathered, gather_once
from pandora.engine.lookups import addresses_of
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import by_code, by_model
from pandora.engine.questions import MAX_QUESTIONS, Ask, Escalate, ask
from pandora.engine.task_kind import (
    CHANGES,
    SURE_OF_ANSWER,
    SURE_OF_KIND,
    SURE_OF_NO_CHANGE,
    SURE_OF_NO_CODE_CHANGE,
    asks_for_change,
    is_about_all_files,
    kind_read_anew,
    of_kind,
    other_reading,
    renamed_in_texts,
    settled_kind,
    wants_change,
)
from pandora.engine.trust import distrust
from pandora.engine.yes_or_no.asked_moves import asks_for_copies, asks_for_moves
from pandora.engine.yes_or_no.left_alone import MOST_LEFT_ALONE, is_left_alone, without_left_alone
from pandora.outcome import Question
from pandora.programs.request.asked_parts import has_open_question
from pandora.programs.request.names_by_example import is_said_as_example, names_by_example
from pandora.programs.request.parted_names import files_told_by_words, parted_files
from pandora.programs.request.request_text import is_output, is_question
from pandora.programs.request.shared_names import files_with_names
from pandora.task import Task
from pandora.workspace.file_walk import files_below
from pandora.workspace.paths import is_source_code

NEW_FILE, NOT_NEW, ALL_NEW = "File to write", "none", "all of these"
"""The field that asks which of the paths that are not there the task asks to make, where no command in it
tells, and the choices which say that it makes none and all."""
FILES_NEEDED = "These files are needed"
"""The field that asks whether the task needs the files that were found, where it names none."""
SURE_OF_NO = 0.65
"""The least probability at which files that share words with the task, and are not named, are left out."""
SURE_OF_NONE = 0.65
"""The least probability at which a request that names no file that is there makes none of those it names.

It is 0.56 of `bitte als aushang.txt`, and 0.72 of a summary of a file that is missing.
"""
FEWEST_OTHERS = 3
"""So many files stand beside the one that a task names, where it may name it as the one that stays."""
LIKELY_NO = 0.5
"""The same for files that share no word with the task."""


def understand(loop: Loop) -> None:
    """Make §1 and put what code gathered into the loop's task; raises Ask while a question stands open."""
    phase = loop.host.library.phase(loop.pattern, "understand")
    body = loop.document.body(1)
    answers = " ".join(answer for _, answer in pairs(body))
    context, gathered = "\n".join(loop.task.context) or "none", Gathered((), (), "")
    if loop.task.level == "system":
        context, gathered = _with_gathered(loop, phase, answers)
    task = loop.task
    if phase.by == "code":
        # What the form asks of a model, such as a task's kind, no operation needs.
        form = phase.form.with_all_given()
        by_code(loop, phase, form, {"task": task.text, "context": context, "resolved": task.text})
        if task.level == "tool":
            loop.task = _that_makes(task)
        return
    unsettled = [path for path in task.outputs if path in task.text and not is_output(path, task.text)]
    guessed = bool(task.files) and (not task.named or gathered.by_folder) and not gathered.renames
    sure_of_no = SURE_OF_NO if gathered.shares_words or loop.task.level != "system" else LIKELY_NO
    form = _with_choice(phase.form, FILES_NEEDED, ("yes", "no")) if guessed else phase.form
    several = (ALL_NEW,) if len(unsettled) > 1 else ()
    form = _with_choice(form, NEW_FILE, (*unsettled, *several, NOT_NEW)) if unsettled else form
    parsed = _filled(loop, phase, form, context, sure_of_no)
    if question := pending(loop.document.body(1)):
        raise Ask(Question("task", question, loop.id, 1))
    if "kind" not in phase.form:
        loop.task = _that_makes(task)
        return
    task = replace(task, makes=_new_files(task, parsed, unsettled))
    task = _with_needed_files(loop, task, parsed, guessed, sure_of_no)
    loop.task = _with_kind(loop, task, parsed, gathered)
    if (request := _request_of(loop, phase.form, parsed, answers)) != task.text:
        loop.task = replace(loop.task, request=request)
    _ask_first(loop, answers)


def _with_gathered(loop: Loop, phase: Phase, answers: str) -> tuple[str, Gathered]:
    """Put what code gathers into the loop's task; returns the context that §1 has or gets, and what it is."""
    task, body = loop.task, loop.document.body(1)
    stood = parse(phase.form, body).values.get("context")
    gathered = gather_once(loop, f"{task.text} {answers}".strip(), str(stood) if stood else None)
    task = replace(
        task,
        files=gathered.files,
        columns=gathered.columns,
        outputs=gathered.absent,
        named=gathered.named,
        context=(gathered.context,),
        data=gathered.data,
    )
    loop.task = replace(task, addresses=addresses_of(task, loop.host))
    distrust(loop, [path for path in gathered.files if loop.host.policy.distrusts(path)])
    theirs = by_person(loop.document, 1) or KEY_OF_FORK in loop.document.meta
    return str(stood) if stood and (theirs or not gathered.data) else gathered.context, gathered


def _filled(loop: Loop, phase: Phase, form: Form, context: str, sure_of_no: float) -> Parsed:
    """Have the model fill §1."""
    task = loop.task
    known = {"task": task.text, "context": context}
    shown = {"task": task.text} if "understand" in (loop.pattern.keys.get("blind") or ()) else known
    parts = [prompts.part(1, render(phase.form, shown))]
    asked = {field.key for field in form.asked}
    given = {**known, "resolved": _on_one_line(task.text)}
    marks = {
        "kind": (SURE_OF_KIND,),
        NEW_FILE.lower(): (SURE_OF_KIND,),
        FILES_NEEDED.lower(): (sure_of_no,),
        CHANGES.lower(): (SURE_OF_NO_CHANGE, SURE_OF_NO_CODE_CHANGE),
    }
    given = {key: value for key, value in given.items() if key not in asked}
    return by_model(loop, phase, form, parts, given, marks=marks)


def _new_files(task: Task, parsed: Parsed, unsettled: Sequence[str]) -> tuple[str, ...]:
    """The paths that are not there and that the task asks to make, some of which the model was asked about."""
    new_file = str(parsed.values.get(NEW_FILE.lower(), NOT_NEW))
    chance = parsed.probabilities.get(NEW_FILE.lower(), 1.0)
    sure_of_none = SURE_OF_KIND if task.files else 0.0 if is_question(task.text) else SURE_OF_NONE
    taken = new_file == ALL_NEW or (new_file == NOT_NEW and chance < sure_of_none)
    new_paths = unsettled if taken else [new_file]
    return tuple(path for path in task.outputs if path in new_paths or is_output(path, task.text))


def _with_needed_files(loop: Loop, task: Task, parsed: Parsed, guessed: bool, sure_of_no: float) -> Task:
    """The task without files that were `guessed`, where the model is sure that it does not need them."""
    unneeded = parsed.values.get(FILES_NEEDED.lower()) == "no"
    unneeded = unneeded and parsed.probabilities.get(FILES_NEEDED.lower(), 1.0) >= sure_of_no
    # Files with words of the question stay: without them, a second attempt might invent the answer.
    stay = parsed.values["kind"] in ("change", "code") or (sure_of_no == SURE_OF_NO and not unneeded)
    task = replace(task, guessed=guessed and not task.named and not stay)
    if guessed and unneeded != other_reading(task, loop.attempt):
        return replace(task, files=(), columns=(), context=("no files",), named=False, data="")
    return task


def _with_kind(loop: Loop, task: Task, parsed: Parsed, gathered: Gathered) -> Task:
    """The task with its kind, as the model and then code settle it."""
    chosen, chance = str(parsed.values["kind"]), parsed.probabilities.get("kind", 1.0)
    changes = None
    if CHANGES.lower() in parsed.values:
        choice = str(parsed.values[CHANGES.lower()])
        if chance < SURE_OF_KIND and task.files and not task.makes:
            # Who names code and is taken to want files changed in both ways does so.
            code = chosen != "answer" and choice == "yes" and any(map(is_source_code, task.files))
            # What names no file and is taken for a question in both ways changes none but by moving it. A file
            # that has no name, though none changes, is words: so it was with six requests of six.
            only_asks = chosen == "answer" and choice == "no" and not task.named
            words = chosen == "file" and choice == "no" and not task.outputs
            only_asks |= words and not any(map(is_source_code, task.files))
            sure_of_no = parsed.probabilities.get(CHANGES.lower(), 1.0) >= SURE_OF_NO_CHANGE
            asks = chosen == "answer" and choice == "no" and sure_of_no
            only_asks |= asks and has_open_question(task.text)
            changes = not only_asks and ((code and task.named) or wants_change(loop))
        else:
            sure_of = parsed.probabilities.get(CHANGES.lower(), 1.0)
            changes = asks_for_change(choice, sure_of, chosen, task, chance)
    kind = settled_kind(chosen, chance, task, changes)
    if kind == "answer" and not loop.untrusted:
        kind = kind_read_anew(task, chosen, loop.attempt, history_of(loop))
    if gathered.renames and not task.makes and (kind == "file" or not is_question(task.text)):
        kind = "change" if kind in ("file", "answer") else kind  # who writes a new name for a file wants it
    asks = is_question(task.text) and chance >= SURE_OF_KIND
    kind = "change" if gathered.fills and kind == "answer" and not asks else kind
    unsure = chosen == "answer" and SURE_OF_KIND <= chance < SURE_OF_ANSWER
    unsure &= task.named and not is_question(task.text)
    doubts = (gathered.gaps or unsure) and kind == "answer" and not asks and "kind" in parsed.probabilities
    kind = "change" if doubts and wants_change(loop) else kind
    there = _all_files_there(loop, task) if kind == "change" and not task.named else ()
    if parted := parted_files(task.text, there):
        # "Put these into the folders 2023 and 2024" names them.
        task = replace(task, files=parted, named=True, guessed=False)
    if kind == "change" and not task.named and not task.outputs and not loop.untrusted:
        shared = files_with_names(task.text, task.files, loop.host.workspace.root)
        if shared and is_about_all_files(loop):
            renames = renamed_in_texts(loop, shared)
            task = replace(task, files=shared, named=True, guessed=False, renames=renames)
    if kind == "change" and gathered.renames and len(task.files) == 1 and (alike := _renamed_alike(loop, task)):
        task = replace(task, files=alike)
    sure_of_answer = kind == "answer" and chance >= SURE_OF_KIND
    beside = _files_beside(loop, task) if kind in ("change", "answer") and task.named else ()
    told = "kind" in parsed.probabilities and kind in ("change", "answer", "file") and not sure_of_answer
    if told and not beside and (others := _others_than_named(loop, task)):
        # "Sort the walks into folders. Leave readme.txt where it is."
        beside, task = others, replace(task, files=others)
    if (
        "kind" in parsed.probabilities
        and not sure_of_answer
        and asks_for_moves(loop, task, kind, chosen, beside=bool(beside))
    ):
        # What is to be sorted or renamed is all that lies there, and not what is most like the request.
        meant = beside or (task.files if task.named else _all_files_there(loop, task))
        meant = without_left_alone(loop, meant)
        kind, task = "change", replace(task, moves=True, copies=asks_for_copies(loop, task), files=meant)
    elif kind == "change" and task.named and len(task.files) > MOST_LEFT_ALONE and not loop.untrusted:
        # "The recipes in recipes/ should go into ... shopping.txt is not a recipe, leave it where it is."
        task = replace(task, files=without_left_alone(loop, task.files))
    doubted = kind in ("change", "file") and chance < SURE_OF_KIND and not task.makes and not gathered.fills
    task = replace(task, may_answer=doubted and parsed.values.get(CHANGES.lower()) == "no")
    if task.may_answer and other_reading(task, loop.attempt):
        kind = "answer"
    return of_kind(task, kind, chance)


def _all_files_there(loop: Loop, task: Task) -> tuple[str, ...]:
    """The files of a task that it does not name, with all others that lie in the same folders."""
    folders = {os.path.dirname(path) for path in task.files}
    below = _files_of_person(loop)
    beside = [path for path in below if os.path.dirname(path) in folders and path not in task.files]
    return (*task.files, *sorted(beside)) if beside else task.files


def _files_of_person(loop: Loop) -> list[str]:
    """The files of the workspace, without those with words of strangers: only who names these has them read."""
    policy = loop.host.policy
    return [path for path in files_below(loop.host.workspace.root, policy.hides) if not policy.distrusts(path)]


def _renamed_alike(loop: Loop, task: Task) -> tuple[str, ...]:
    """The files that get new names as the one that a task names does, where that is an example; () for none."""
    there = _all_files_there(loop, task)
    names = names_by_example(task.text, there, loop.host.workspace.root)
    if len(names) < 2 or task.files[0] not in names or loop.untrusted:
        return ()
    example = is_said_as_example(task.text, (task.files[0], names[task.files[0]]))
    return tuple(sorted(names)) if example or is_about_all_files(loop) else ()


def _files_beside(loop: Loop, task: Task) -> tuple[str, ...]:
    """The files that a task tells apart by words in their names, where it names none of them."""
    found = files_told_by_words(task.text, _files_of_person(loop))
    return () if set(found) & set(task.files) else found


def _others_than_named(loop: Loop, task: Task) -> tuple[str, ...]:
    """The files beside the one that a task names, where it says of that one that it stays; () for none."""
    if not task.named or len(task.files) != 1 or task.makes or loop.untrusted:
        return ()
    others = tuple(path for path in _all_files_there(loop, task) if path not in task.files)
    return others if len(others) >= FEWEST_OTHERS and is_left_alone(loop, task.files[0]) else ()


def _request_of(loop: Loop, form: Form, parsed: Parsed, answers: str) -> str:
    """The request in the words that a person may have given it in §1, with the person's answers."""
    request = loop.task.text
    if "resolved" not in {field.key for field in form.asked} and loop.record(1).human:
        edited = str(parsed.values.get("resolved", ""))
        request = edited if edited not in ("", _on_one_line(request)) else request
    return f"{request} ({answers})" if answers else request


def _ask_first(loop: Loop, answers: str) -> None:
    """Raise Ask where a person must say something before anything is planned, or Escalate after two answers."""
    question = first_question(loop, loop.task.kind_of_task)
    if not question or (answers and loop.task.files):
        return
    if len(pairs(loop.document.body(1))) >= MAX_QUESTIONS:
        raise Escalate("the task is still unclear after two answers", question=question)
    raise ask(loop, 1, question)


def _that_makes(task: Task) -> Task:
    """The task of which no kind is asked: a path that is not there is to be made, unless it is a question."""
    asks = is_question(task.text)
    return replace(task, makes=tuple(path for path in task.outputs if not asks or is_output(path, task.text)))


def _with_choice(form: Form, label: str, options: Sequence[str]) -> Form:
    """Return the form with one more choice after its last one; a form without `Kind` stays as it is."""
    if "kind" not in form:
        return form
    slots = [field.slot for field in form.fields]
    choices = [at for at, slot in enumerate(slots) if isinstance(slot, Slot) and slot.kind == "choice"]
    place = choices[-1] + 1 if choices else len(slots)
    choice = Field(label, Slot("choice", label.lower(), tuple(options)))
    return Form((*form.fields[:place], choice, *form.fields[place:]))


def _on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def first_question(loop: Loop, kind: str) -> str | None:
    """Return the question to ask a person before planning, or None."""
    task = loop.task
    missing = [path for path in task.outputs if path not in task.makes]
    if missing and not task.moves:  # what is moved or renamed is to be called so
        return f"There is no {' and no '.join(missing)}. Which file is meant?"
    if kind == "outside":
        return "Nothing here can act outside the workspace's files. What should be done with the files instead?"
    if kind == "change" and not task.files and not task.outputs:
        return "Which file is to be changed, and how? The task names none that is there."
    if kind == "change" and not task.named and not task.outputs and not task.moves:
        return f"Which file is to be changed? The task names none of {', '.join(task.files[:8])}."
    return None
