"""The kind of a task, as the model chooses it, and as code settles it where the model is unsure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pandora.document.body import render
from pandora.engine import prompt as prompts
from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.phase import call_model, make_prompt
from pandora.engine.yes_or_no.asked_renaming import LEAST_SURE
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.request.asked_parts import has_open_question, opens_as_question
from pandora.programs.request.request_text import is_question
from pandora.programs.request.shared_names import possible_new_names
from pandora.programs.rules.judgement import ONLY_ANSWER
from pandora.task import Task
from pandora.workspace.paths import is_source_code, is_test_file

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
SURE_OF_ANSWER = 0.85
"""The least probability of an answer at which what names a file and is no question is taken for one at once.

Of six such requests with less, three wanted files changed; the two questions below told these from the others.
"""
CHANGE_QUESTIONS = (
    "Must a file be edited, created, moved or renamed to do this?",
    "Is this a request for information?",
)
"""The questions, each asked alone, of which the log odds of a yes to the first less half of those to the second
tell whether a request wants files changed: the first leans to a yes by the tone of an order."""
OF_INFORMATION = 0.5
WANTS_CHANGE = 0.6
"""The least of that sum at which it does.

Weights and limit were fitted on 128 requests of tests/tasks that name no new file, of which 58 change files; it
goes wrong with 10. Of 36 others in five languages, it goes wrong with two; the two questions of before, which
stood below the instruction of the phase, with six.
"""
CHANGE_OF_QUESTION = 1.3
"""The least of that sum for a request with a question (`what should I do?`) that names one file at most.

Of some 120 such requests of tests/tasks that want no file changed, fifteen have 0.6 and more, and three have
1.3. Three that want one changed name two files each; of eight others, made up for it, six have 1.3 and more.
"""
ALL_FILES = "Is this to be done in all files?"
"""The question whether a change that names no file is to be made wherever its names stand."""
SURE_OF_ALL = 2.2
"""The least log odds of a yes: of six requests for a change in all files five had 2.4 to 2.6 and one 2.1, five
others had 1.6 to 2.0."""
MOST_RENAMED = 3
"""The most names of a request that may be the old one."""
OTHER_ATTEMPT = 2
"""The attempt in which a task that can be read in two ways is read in the other one."""
KINDS_OF_STEPS = ("answer", "file", "code", "change")
"""The kinds that a step can have: what acts outside the workspace is no step."""


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


def wants_change(loop: Loop) -> bool:
    """Ask whether a request wants files changed, in two questions of their own; the answer is kept."""
    kept = str(kept_of_step(loop, loop.task.text).get("wants_change", ""))
    if kept not in ("yes", "no"):
        part = f"Task: {loop.task.text}"
        odds = (log_odds_of(loop, question, part, phase_name="understand") for question in CHANGE_QUESTIONS)
        must, information = (one or 0.0 for one in odds)
        asks = has_open_question(loop.task.text) and len(loop.task.files) < 2
        least = CHANGE_OF_QUESTION if asks else WANTS_CHANGE
        kept = "yes" if must - OF_INFORMATION * information >= least else "no"
        keep_of_step(loop, loop.task.text, wants_change=kept)
    return kept == "yes"


def is_about_all_files(loop: Loop) -> bool:
    """Ask whether a change is to be made in all files; the answer is kept."""
    kept = str(kept_of_step(loop, loop.task.text).get("all_files", ""))
    if kept not in ("yes", "no"):
        odds = log_odds_of(loop, ALL_FILES, f"Task: {loop.task.text}", phase_name="understand")
        kept = "yes" if odds is not None and odds >= SURE_OF_ALL else "no"
        keep_of_step(loop, loop.task.text, all_files=kept)
    return kept == "yes"


def renamed_in_texts(loop: Loop, files: Sequence[str]) -> tuple[str, str] | None:
    """Ask which name of a request that files have gets its new one there; None for none. The answer is kept."""
    kept = kept_of_step(loop, loop.task.text).get("renamed")
    if kept is None:
        odds: dict[tuple[str, str], float] = {}
        for pair in possible_new_names(loop.task.text, files, loop.host.workspace.root)[:MOST_RENAMED]:
            asked = f"Does the task ask to rename {pair[0]} to {pair[1]}?"
            chance = log_odds_of(loop, asked, loop.task.text, phase_name="understand")
            if chance is not None and chance >= LEAST_SURE:
                odds[pair] = chance
        best = max(odds.items(), key=lambda entry: entry[1], default=None)
        kept = "\n".join(best[0]) if best else ""
        keep_of_step(loop, loop.task.text, renamed=kept)
    old, _, new = str(kept).partition("\n")
    return (old, new) if new else None


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


def kind_read_anew(task: Task, chosen: str, attempt: int, history: str) -> str:
    """Return the kind of a task that is taken for one for an answer, by what its earlier attempts came to.

    Where the model first chose code, and code is named, the second attempt is one to change it. Where a program
    of an earlier one wrote to a file that the task names, as `history` says, files are to be changed.
    """
    if chosen == "code" and attempt == OTHER_ATTEMPT and task.named and any(map(is_source_code, task.files)):
        return "code"
    return "change" if task.named and ONLY_ANSWER in history else "answer"


def of_kind(task: Task, kind: str, chance: float) -> Task:
    """Return a task of a kind that the model chose with some probability.

    Of an answer of which it was unsure, what programs do to named files decides.
    """
    return replace(
        task, kind_of_task=kind, may_change=kind == "answer" and task.named and chance < SURE_OF_KIND
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
    return of_kind(child, kind, chance)


def other_reading(task: Task, attempt: int) -> bool:
    """True for the second attempt of a task that was read in one of two ways: it is read in the other one.

    It takes files that are a guess if the first did not, and leaves them out if the first took them, and they
    share no word with the task: a small model tells badly whether a question is about the files that lie there.
    Of a change of files of which the model was unsure, and rather said that none change, it gives an answer.
    """
    return task.level == "system" and attempt == OTHER_ATTEMPT and (task.guessed or task.may_answer)
