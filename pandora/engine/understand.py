"""UNDERSTAND: code gathers what the task names, then the task is resolved into §1."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.document.body import parse, render
from pandora.document.form import Field, Form, Slot
from pandora.document.meta_values import listed, mapping
from pandora.document.question_lines import pairs, pending
from pandora.document.quote import quoted
from pandora.document.records import by_person
from pandora.document.state_document import digest
from pandora.engine import prompt as prompts
from pandora.engine.files_read import changed_since, held_by
from pandora.engine.fork import KEY as KEY_OF_FORK
from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.lookups import addresses_of
from pandora.engine.loop import Loop
from pandora.engine.phase import by_code, by_model, call_model, make_prompt
from pandora.engine.questions import MAX_QUESTIONS, Ask, Escalate, ask
from pandora.engine.trust import distrust
from pandora.engine.yes_or_no.log_odds import chance_of_yes, log_odds
from pandora.errors import DiskError, UsageError
from pandora.operations.document_index import FOLDER as DOCUMENTS
from pandora.outcome import Question
from pandora.programs.help import MOST_DESCRIBED, Description
from pandora.programs.inside.text_gaps import labelled_gaps, named_gaps, named_lines
from pandora.programs.opening.gap_lines import gaps_text
from pandora.programs.request.asked_parts import opens_as_question
from pandora.programs.request.parted_names import parted_files
from pandora.programs.request.renaming_examples import renaming_examples
from pandora.programs.request.request_text import is_output, is_question
from pandora.regular_file import open_regular
from pandora.task import Task
from pandora.web.address import urls
from pandora.workspace.applied_changes import files_created_by_run, files_rewritten_by_run
from pandora.workspace.named_files import (
    files_with_identifiers,
    folder_files,
    likely_files,
    named_paths,
    shares_words,
    with_imports,
)
from pandora.workspace.operation_context import never
from pandora.workspace.paths import is_hidden, is_source_code, is_test_file

_DOCUMENTS = (".md", ".txt", ".rst")
"""The endings of texts that may be about program code."""
LONGEST = 2000
"""Characters of paths and columns that stand in the front matter; longer lists go under blobs/."""


def understand(loop: Loop) -> None:
    """Make §1 and put what code gathered into the loop's task; raises Ask while a question stands open."""
    task, phase = loop.task, loop.host.library.phase(loop.pattern, "understand")
    body = loop.document.body(1)
    answers = " ".join(answer for _, answer in pairs(body))
    context = "\n".join(task.context) or "none"
    by_folder, renames, fills, sure_of_no = False, False, False, SURE_OF_NO
    if task.level == "system":
        stood = parse(phase.form, body).values.get("context")
        gathered = _gather_once(loop, f"{task.text} {answers}".strip(), str(stood) if stood else None)
        theirs = by_person(loop.document, 1) or KEY_OF_FORK in loop.document.meta
        context = str(stood) if stood and (theirs or not gathered.data) else gathered.context
        by_folder, renames, fills = gathered.by_folder, gathered.renames, gathered.fills
        sure_of_no = SURE_OF_NO if gathered.shares_words else LIKELY_NO
        task = replace(
            task,
            files=gathered.files,
            columns=gathered.columns,
            outputs=gathered.absent,
            named=gathered.named,
            context=(gathered.context,),
            data=gathered.data,
        )
        task = replace(task, addresses=addresses_of(task, loop.host))
        loop.task = task
        distrust(loop, [path for path in gathered.files if loop.host.policy.distrusts(path)])
    given = {"task": task.text, "context": context}
    if phase.by == "code":
        # What the form asks of a model, such as a task's kind, no operation needs.
        form = phase.form.with_given(*(field.key for field in phase.form.asked))
        by_code(loop, phase, form, {**given, "resolved": task.text})
        if task.level == "tool":
            loop.task = _that_makes(task)
        return
    shown = {"task": task.text} if "understand" in (loop.pattern.keys.get("blind") or ()) else given
    given = {**given, "resolved": _on_one_line(task.text)}
    parts = [prompts.part(1, render(phase.form, shown))]
    unsettled = [path for path in task.outputs if path in task.text and not is_output(path, task.text)]
    guessed = bool(task.files) and (not task.named or by_folder) and not renames
    form = _with_choice(phase.form, FILES_NEEDED, ("yes", "no")) if guessed else phase.form
    several = (ALL_NEW,) if len(unsettled) > 1 else ()
    form = _with_choice(form, NEW_FILE, (*unsettled, *several, NOT_NEW)) if unsettled else form
    asked = {field.key for field in form.asked}
    given = {key: value for key, value in given.items() if key not in asked}
    marks = {
        "kind": (SURE_OF_KIND,),
        NEW_FILE.lower(): (SURE_OF_KIND,),
        FILES_NEEDED.lower(): (sure_of_no,),
        CHANGES.lower(): (SURE_OF_NO_CHANGE, SURE_OF_NO_CODE_CHANGE),
    }
    parsed = by_model(loop, phase, form, parts, given, marks=marks)
    if question := pending(loop.document.body(1)):
        raise Ask(Question("task", question, loop.id, 1))
    if "kind" not in phase.form:
        loop.task = _that_makes(task)
        return
    chance = parsed.probabilities.get("kind", 1.0)
    new_file = str(parsed.values.get(NEW_FILE.lower(), NOT_NEW))
    doubtful = parsed.probabilities.get(NEW_FILE.lower(), 1.0) < SURE_OF_KIND
    taken = new_file == ALL_NEW or (new_file == NOT_NEW and doubtful and bool(task.files))
    new_paths = unsettled if taken else [new_file]
    makes = tuple(path for path in task.outputs if path in new_paths or is_output(path, task.text))
    task = replace(task, makes=makes)
    unneeded = parsed.values.get(FILES_NEEDED.lower()) == "no"
    unneeded = unneeded and parsed.probabilities.get(FILES_NEEDED.lower(), 1.0) >= sure_of_no
    # Files with words of the question stay: without them, a second attempt might invent the answer.
    stay = parsed.values["kind"] in ("change", "code") or (sure_of_no == SURE_OF_NO and not unneeded)
    task = replace(task, guessed=guessed and not task.named and not stay)
    if guessed and unneeded != other_reading(task, loop.attempt):
        task = replace(task, files=(), columns=(), context=("no files",), named=False, data="")
    changes = None
    if CHANGES.lower() in form:
        choice = str(parsed.values[CHANGES.lower()])
        sure_of = parsed.probabilities.get(CHANGES.lower(), 1.0)
        if chance < SURE_OF_KIND and task.files and not task.makes:
            changes = _wants_change(loop)
        else:
            changes = asks_for_change(choice, sure_of, str(parsed.values["kind"]), task, chance)
    kind = settled_kind(str(parsed.values["kind"]), chance, task, changes)
    kind = "change" if renames and kind == "file" and not makes else kind
    asks = is_question(task.text) and chance >= SURE_OF_KIND
    kind = "change" if fills and kind == "answer" and not asks else kind
    if kind == "change" and not task.named and (parted := parted_files(task.text, task.files)):
        # "Put these into the folders 2023 and 2024" names them.
        task = replace(task, files=parted, named=True, guessed=False)
    doubted = kind in ("change", "file") and chance < SURE_OF_KIND and not makes
    rather_not = parsed.values.get(CHANGES.lower()) == "no"
    doubted_change = replace(task, may_answer=doubted and rather_not)
    if doubted_change.may_answer and other_reading(doubted_change, loop.attempt):
        kind = "answer"
    loop.task = _of_kind(doubted_change, kind, chance)
    request = task.text
    if "resolved" in given and loop.record(1).human:  # a person may have put the task in words of their own
        edited = str(parsed.values.get("resolved", ""))
        request = edited if edited not in ("", given["resolved"]) else request
    if answers:
        request = f"{request} ({answers})"
    if request != task.text:
        loop.task = replace(loop.task, request=request)
    question = first_question(loop, loop.task.kind_of_task)
    if question and answers and loop.task.files:
        question = None
    if question and len(pairs(loop.document.body(1))) >= MAX_QUESTIONS:
        raise Escalate("the task is still unclear after two answers", question=question)
    if question:
        raise ask(loop, 1, question)


def _that_makes(task: Task) -> Task:
    """The task of which no kind is asked: a path that is not there is to be made, unless it is a question."""
    asks = is_question(task.text)
    return replace(task, makes=tuple(path for path in task.outputs if not asks or is_output(path, task.text)))


def _gather_once(loop: Loop, text: str, context: str | None) -> Gathered:
    """Return what `text` names, gathered only once, so that files that the run makes later do not change it.

    `context` is the context that §1 already contains, or None.
    """
    origin = digest(text)
    kept = mapping(loop.document.meta, "gathered")
    stands = not loop.host.fresh and str(kept.get("from")) == origin
    earlier: Gathered | None = None
    if stands:
        with suppress(DiskError, KeyError, TypeError, ValueError):
            earlier = _read_gathered(loop, kept, context)  # else gone, or edited by a person: looked for again
    if earlier is not None and not _is_to_be_read_again(loop, earlier):
        return earlier
    gathered = _gathered_now(loop, text, again=earlier is not None)
    if stands and earlier is None and listed(kept, "files") == [*gathered.files]:
        gathered = replace(gathered, held=_held_when_read(loop, gathered, tuple(listed(kept, "held"))))
    flags = ("by_folder", "shares_words", "renames", "fills", "data")
    parts: dict[str, Any] = {key: value for key, value in vars(gathered).items() if key not in flags or value}
    names = (*gathered.files, *gathered.absent, *gathered.columns)
    short = sum(map(len, names)) <= LONGEST and all(name.isprintable() for name in names)
    if short and context in (None, gathered.context):
        parts.pop("context")
    else:
        parts = {"in": loop.host.store.write_text_blob(json.dumps(parts, indent=1))}
    loop.save(gathered={"from": origin, **parts})
    return gathered


def _gathered_now(loop: Loop, text: str, again: bool = False) -> Gathered:
    """Gather what `text` names, with what its files hold now; `again` where they held something else before."""
    host = loop.host
    operation_context, root = host.operation_context, host.workspace.root
    gathered = gather(
        text,
        root,
        operation_context.hides,
        operation_context.distrusts,
        functools.partial(_described, loop),
        files_created_by_run(host.workspace, loop.task.run) if again else (),
    )
    held = held_by(gathered.files, root)
    data = digest(*gathered.files, *held) if again else ""
    return replace(gathered, context=host.redact(gathered.context), held=held, data=data)


def _held_when_read(loop: Loop, gathered: Gathered, before: tuple[str, ...]) -> tuple[str, ...]:
    """What the files held `before`, where only this run has changed some since; else what they hold now."""
    workspace, run = loop.host.workspace, loop.task.run
    if len(before) != len(gathered.files) or changed_since(workspace, run, gathered.files, before):
        return gathered.held
    return before


def _is_to_be_read_again(loop: Loop, earlier: Gathered) -> bool:
    """True where files that were gathered hold something else now, and what rested on them can be done again.

    A run that changed files of the user's is not done again: it would change them twice. It is only said.
    """
    workspace, run = loop.host.workspace, loop.task.run
    changed = changed_since(workspace, run, earlier.files, earlier.held)
    if not changed:
        return False
    said = f"{', '.join(changed)} changed since the run read {'it' if len(changed) == 1 else 'them'}"
    rewritten = files_rewritten_by_run(workspace, run)
    if rewritten:
        said += (
            f"; this run changed {', '.join(rewritten)} itself, so nothing is done again: give the task anew"
        )
    else:
        said += "; what rests on that is done again"
    loop.host.tell(loop.id, loop.task.parent, "note", said)
    return not rewritten


def with_named_files(loop: Loop, child: Task) -> Task:
    """Return a child's task with the files that its own words name in place of those of the task above it.

    A task that names no file keeps them. What it names is gathered once, so that files that it makes do not
    change it.
    """
    gathered = _gather_for_step(loop, child.text)
    if not gathered.named and not gathered.absent:
        return child
    asks = is_question(child.text)
    return replace(
        child,
        files=gathered.files or child.files,
        columns=gathered.columns if gathered.files else child.columns,
        data=digest(child.data, gathered.data) if gathered.data else child.data,
        outputs=gathered.absent,
        makes=tuple(path for path in gathered.absent if not asks or is_output(path, child.text)),
        named=True,
        context=(gathered.context, *child.context[1:]),
    )


def with_settled_kind(loop: Loop, child: Task) -> Task:
    """Return a child's task as one of the kind that its own words ask for, as UNDERSTAND would settle it.

    The model is asked once, and its answer is kept. Where it is unsure, the child has the kind of the task
    above; where that has none, neither has the child.
    """
    phase = loop.host.library.phase(loop.pattern, "understand")
    if "kind" not in phase.form or not loop.task.kind_of_task:
        return child
    kept = kept_of_step(loop, child.text)
    kind, chance = str(kept.get("kind", "")), 0.0 if kept.get("unsure") else 1.0
    if kind not in KINDS_OF_STEPS:
        given = {"task": child.text, "context": "\n".join(child.context[:1]) or "none"}
        phase = replace(phase, name="do")  # it is asked while §3 is made
        prompt = make_prompt(loop, phase, phase.form, [prompts.part(1, render(phase.form, given))])
        filled = call_model(loop, phase, phase.form, prompt).filled
        sure = {name: chance >= SURE_OF_KIND for name, chance in filled.probabilities.items()}
        kind, chance = loop.task.kind_of_task, filled.probabilities.get("kind", 1.0)
        if sure.get("kind", True) or sure.get(CHANGES.lower(), False):
            changes = None
            if CHANGES.lower() in phase.form:
                sure_of = filled.probabilities.get(CHANGES.lower(), 1.0)
                changes = asks_for_change(
                    str(filled.values[CHANGES.lower()]), sure_of, str(filled.values["kind"]), child, chance
                )
            kind = settled_kind(str(filled.values["kind"]), chance, child, changes)
        if kind not in KINDS_OF_STEPS:
            return child
        unsure = {"unsure": "kind"} if chance < SURE_OF_KIND else {}
        keep_of_step(loop, child.text, kind=kind, **unsure)
    return _of_kind(child, kind, chance)


def _of_kind(task: Task, kind: str, chance: float) -> Task:
    """Return a task of a kind that the model chose with some probability.

    Of an answer of which it was unsure, what programs do to named files decides.
    """
    return replace(
        task, kind_of_task=kind, may_change=kind == "answer" and task.named and chance < SURE_OF_KIND
    )


KINDS_OF_STEPS = ("answer", "file", "code", "change")
"""The kinds that a step can have: what acts outside the workspace is no step."""


def _gather_for_step(loop: Loop, text: str) -> Gathered:
    """What the words of a step name; kept under `gathered_steps` in the front matter."""
    kept = kept_of_step(loop, text)
    earlier: Gathered | None = None
    if "in" in kept:
        with suppress(DiskError, KeyError, TypeError, ValueError):
            earlier = _read_gathered(loop, kept, None)  # else gone, or edited by a person: looked for again
    if earlier is not None and not _is_to_be_read_again(loop, earlier):
        return earlier
    host = loop.host
    named, absent = named_paths(text, host.workspace.root, host.operation_context.hides)
    if earlier is None and not named and not absent:
        return Gathered((), (), "")
    gathered = _gathered_now(loop, text, again=earlier is not None)
    keep_of_step(loop, text, **{"in": host.store.write_text_blob(json.dumps(vars(gathered), indent=1))})
    return gathered


def _described(loop: Loop, files: tuple[str, ...]) -> Description:
    """What the pattern's help says of these files."""
    work = loop.work
    return loop.help.describe(replace(work, task=replace(work.task, files=files)), "understand")


def _read_gathered(loop: Loop, kept: Mapping[str, Any], context: str | None) -> Gathered:
    parts = json.loads(loop.host.store.read_blob(kept["in"])) if "in" in kept else kept
    context_text = parts.get("context", context)
    if context_text is None:
        raise ValueError("a crash came before §1 was made")
    flags = {flag: bool(parts.get(flag)) for flag in ("by_folder", "shares_words", "renames", "fills")}
    files, absent, columns = (tuple(map(str, parts[name])) for name in ("files", "absent", "columns"))
    held, data = tuple(map(str, parts.get("held", ()))), str(parts.get("data", ""))
    return Gathered(
        files, absent, str(context_text), bool(parts["named"]), columns, **flags, held=held, data=data
    )


NEW_FILE, NOT_NEW, ALL_NEW = "File to write", "none", "all of these"
"""The field that asks which of the paths that are not there the task asks to make, where no command in it
tells, and the choices which say that it makes none and all."""
FILES_NEEDED = "These files are needed"
"""The field that asks whether the task needs the files that were found, where it names none."""
SURE_OF_NO = 0.65
"""The least probability at which files that share words with the task, and are not named, are left out."""
LIKELY_NO = 0.5
"""The same for files that share no word with the task."""


def other_reading(task: Task, attempt: int) -> bool:
    """True for the second attempt of a task that was read in one of two ways: it is read in the other one.

    It takes files that are a guess if the first did not, and leaves them out if the first took them, and they
    share no word with the task: a small model tells badly whether a question is about the files that lie there.
    Of a change of files of which the model was unsure, and rather said that none change, it gives an answer.
    """
    return task.level == "system" and attempt == 2 and (task.guessed or task.may_answer)


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


CHANGES = "Files change"
"""The field of a form that asks whether files are to be made or changed: two choices are surer than five."""
SURE_OF_NO_CHANGE = 0.6
"""The least probability at which no file is changed where the kind of task is unsure."""
SURE_OF_UNLIKELY_NO_CHANGE = 0.68
"""The same where the likeliest kind has less than half of all.

Measured with the default model on such tasks: 6 requests for an answer had 0.74 to 0.80, 4 others 0.53 to 0.64.
"""
SURE_OF_NO_CODE_CHANGE = 0.8
"""The same where program code is named and the likeliest kind, however unsure, may be to change it."""
LIKELY = 0.5
"""A kind with a smaller probability is less likely than all others together."""
SURE_OF_KIND = 0.7
"""The least probability at which the kind that the model chose is taken as it is."""


def asks_for_change(choice: str, chance: float, kind: str, task: Task, chance_of_kind: float = 1.0) -> bool:
    """True where the task may ask for files to be changed: the model says yes, or its no is not sure enough.

    Its no must be surer where the likeliest kind has less than half, and surer still where code is named, too,
    or where that kind is to change it. Where that is to answer what is a question from its first word on, a no
    that is likelier than a yes is enough.
    """
    asks = kind == "answer" and opens_as_question(task.text)
    unlikely = chance_of_kind < LIKELY and not asks
    code = task.named and any(map(is_source_code, task.files)) and (kind in ("code", "change") or unlikely)
    least = LIKELY if asks else SURE_OF_UNLIKELY_NO_CHANGE if unlikely else SURE_OF_NO_CHANGE
    return choice == "yes" or chance < (SURE_OF_NO_CODE_CHANGE if code else least)


CHANGE_QUESTIONS = (
    "Is it enough to tell the person something?",
    "Must a file be edited, created, moved or renamed to do this?",
)
"""The questions of which the log odds of a yes, together, tell whether a request wants files changed.

A yes to the first goes with the tone of an order, and evens out what the second leans to by that tone.
"""
WANTS_CHANGE = 1.15
"""The least log odds, together, at which it does.

Of 39 requests in five languages that change files that are there 37 have them, of 47 others two.
"""


def _wants_change(loop: Loop) -> bool:
    """Ask whether a request wants files changed, in two questions of their own; the answer is kept."""
    kept = str(kept_of_step(loop, loop.task.text).get("wants_change", ""))
    if kept not in ("yes", "no"):
        part = f"Task: {loop.task.text}"
        chances = (chance_of_yes(loop, question, part, "understand") for question in CHANGE_QUESTIONS)
        kept = "yes" if sum(map(log_odds, chances)) >= WANTS_CHANGE else "no"
        keep_of_step(loop, loop.task.text, wants_change=kept)
    return kept == "yes"


def settled_kind(kind: str, chance: float, task: Task, changes: bool | None = None) -> str:
    """Return the task's kind: the model's, unless the model is unsure or the task clearly has another kind.

    `changes` tells whether the task asks for files to be made or changed, as far as the model knows; None where
    it was not asked.
    """
    page = any(not address.startswith("search:") for address in task.addresses)
    act = kind == "outside" and chance >= SURE_OF_KIND and not is_question(task.text)
    if page and kind in ("outside", "code", "change") and not task.files and not act:
        return "answer"  # a page is read and never changed
    if task.makes and kind in ("change", "answer"):
        return "file"  # it names a file that is not there yet, to be made
    if chance >= SURE_OF_KIND:
        return kind
    if task.makes:
        return "code" if kind == "code" else "file"
    if changes is None:
        return "answer" if kind == "outside" else kind
    if not changes or (not task.files and kind in ("file", "outside", "change")):
        return "answer"  # words without a place are said, and no file is there to be changed
    if any(path.endswith(".py") and not is_test_file(path) for path in task.files):
        return "code"
    return "change" if kind in ("file", "outside", "answer") and task.files else kind


def first_question(loop: Loop, kind: str) -> str | None:
    """Return the question to ask a person before planning, or None."""
    task = loop.task
    missing = [path for path in task.outputs if path not in task.makes]
    if missing:
        return f"There is no {' and no '.join(missing)}. Which file is meant?"
    if kind == "outside":
        return "Nothing here can act outside the workspace's files. What should be done with the files instead?"
    if kind == "change" and not task.files and not task.outputs:
        return "Which file is to be changed, and how? The task names none that is there."
    if kind == "change" and not task.named and not task.outputs:
        return f"Which file is to be changed? The task names none of {', '.join(task.files[:8])}."
    return None


Test = Callable[[str], bool]
Describe = Callable[[tuple[str, ...]], Description]
LISTED = 40


@dataclass(frozen=True)
class Gathered:
    """A task's files by workspace path, the paths it names that are not there, and the context's text.

    `columns` are those of the files that are tables; `named` tells that the task names the files, `by_folder`
    that it does so only with a word that is the name of their folder, and may mean something else.
    `shares_words` tells of files that were guessed, or found by their folder, that they have words of the task.
    `renames` tells that the task gives the new name of one of them as an example, `fills` that it names a gap
    of a text, such as `XXX` or `[TOTAL]`, or the label of one: who only asks about a text does not say where in
    it something lacks.
    `held` has the digest of each file. `data` is the digest of all of them where they had changed since they
    were first gathered, else "".
    """

    files: tuple[str, ...]
    absent: tuple[str, ...]
    context: str
    named: bool = False
    columns: tuple[str, ...] = ()
    by_folder: bool = False
    shares_words: bool = False
    renames: bool = False
    fills: bool = False
    held: tuple[str, ...] = ()
    data: str = ""


def names_only(files: tuple[str, ...]) -> Description:
    """Describe files by their names only."""
    return Description("\n".join(files))


def gather(
    text: str,
    workspace: Path,
    hides: Test = never,
    distrusts: Test = never,
    describe: Describe = names_only,
    made: Collection[str] = (),
) -> Gathered:
    """Find what the task names; where it names nothing that is there, the workspace's likeliest files.

    A folder that is named by a word alone counts where no file is named, or only files in it without their
    folder; so does program code with an identifier of the text, where only documents are named, if any. Files
    that policy `hides` are not read. Files with untrusted text (`distrusts`) are read only if the task names
    them by a path, and are quoted.
    `describe` returns a description of the files found. Files that the run has `made` count as not there, as
    when it began. Raises UsageError where none of the named files can be
    read, since an answer would be made up.
    """
    policy_hides, hides = hides, lambda path: path in made or policy_hides(path)
    named, absent = named_paths(text, workspace, hides)
    absent += [path for path in named if path in made]
    named = [path for path in named if path not in made]
    pages = urls(text)
    # "In the folder letters, bank.txt becomes old_bank.txt and so on" is about the whole folder.
    examples = all(path not in text and path.rsplit("/", 1)[-1] in text for path in named)
    by_folder = (
        folder_files(text, workspace, lambda path: _is_kept_off(path, hides, distrusts))
        if examples and not pages
        else []
    )
    by_folder = by_folder if set(named) <= set(by_folder) else []
    named = by_folder or named
    new_names = set(renaming_examples(text, by_folder, workspace).values())
    absent = [path for path in absent if path.rsplit("/", 1)[-1] not in new_names]
    denied = [path for path in named if is_hidden(path, workspace, hides)]
    named = [path for path in named if path not in denied]
    files = with_imports(named, workspace) if named else []
    if named and all(path.casefold().endswith(_DOCUMENTS) for path in named):
        # "Rename calc_tot to total, in README.md too" is about the code first.
        mentioned = files_with_identifiers(text, workspace, lambda path: hides(path) or distrusts(path))
        files = list(dict.fromkeys((*files, *mentioned)))
    if not files and not absent and not pages and not denied:
        named = files_with_identifiers(text, workspace, lambda path: hides(path) or distrusts(path))
        files = with_imports(named, workspace)
    if not files and not absent and not pages and not denied:
        files = likely_files(text, workspace, lambda path: hides(path) or distrusts(path))
    files = [path for path in files if not is_hidden(path, workspace, hides)]
    closed = [path for path in files if not _readable(workspace / path)]
    files = [path for path in files if path not in closed]
    if named and closed and not files:
        remedy = "allow it, e.g. with chmod u+r, or name another file"
        raise UsageError(f"{', '.join(closed)}: it may not be read; {remedy}")
    description = describe(tuple(files))
    lines = [quoted(description.text) if any(map(distrusts, files)) else description.text] if files else []
    if len(files) > MOST_DESCRIBED:
        lines.append("also: " + ", ".join(files[MOST_DESCRIBED : MOST_DESCRIBED + LISTED]))
    lines += [f"{path}: there is no such file" for path in absent]
    lines += [f"{path}: cannot be read" for path in closed]
    lines += [f"{page}: a page of the web" for page in pages]
    lines += [f"{path}: policy denies reading it" for path in denied]
    context = "\n".join(lines) or "no files"
    shares = bool(by_folder) or (bool(files) and not named and shares_words(text, files, workspace))
    columns = description.columns
    findings = (tuple(files), tuple(absent), context, bool(named), columns, bool(by_folder), shares)
    texts = [gaps_text(path, workspace) for path in named if path in files]
    fills = any(names(text, content) for content in texts for names in (named_gaps, labelled_gaps, named_lines))
    return Gathered(*findings, renames=bool(new_names), fills=fills)


def _is_kept_off(path: str, hides: Test, distrusts: Test) -> bool:
    """True for a file that a folder's name alone does not bring: strangers' words, and documents to search."""
    return hides(path) or distrusts(path) or path.startswith(f"{DOCUMENTS}/")


def _readable(path: Path) -> bool:
    try:
        with open_regular(path):
            return True
    except OSError:
        return False
