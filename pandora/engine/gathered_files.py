"""What code gathers for a task before a model is asked: the files that its words name or may mean."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.document.meta_values import listed, mapping
from pandora.document.quote import quoted
from pandora.document.state_document import digest
from pandora.engine.files_read import changed_since, held_by
from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.errors import DiskError, UsageError
from pandora.operations.document_index import FOLDER as DOCUMENTS
from pandora.programs.help import MOST_DESCRIBED, Description
from pandora.programs.inside.text_gaps import GAP, labelled_gaps, named_gaps, named_lines
from pandora.programs.opening.gap_places import empty_labels, gaps_text, names_empty_keys
from pandora.programs.request.places_by_example import places_by_example
from pandora.programs.request.renaming_examples import (
    files_to_number,
    renaming_examples,
    reordered_name,
    respelled_names,
)
from pandora.programs.request.request_text import is_output, is_question
from pandora.regular_file import open_regular
from pandora.task import Task
from pandora.web.address import urls
from pandora.workspace.applied_changes import files_created_by_run, files_rewritten_by_run
from pandora.workspace.file_walk import files_below
from pandora.workspace.likely_files import files_with_identifiers, likely_files, shares_words, with_imports
from pandora.workspace.named_files import (
    files_of_kind,
    folder_files,
    named_paths,
    without_words_of_files,
)
from pandora.workspace.operation_context import never
from pandora.workspace.paths import is_hidden, is_source_code

_DOCUMENTS = (".md", ".txt", ".rst")
"""The endings of texts that may be about program code."""
LONGEST = 2000
"""Characters of paths and columns that stand in the front matter; longer lists go under blobs/."""
LISTED = 40
Test = Callable[[str], bool]
Describe = Callable[[tuple[str, ...]], Description]


_FLAGS = ("by_folder", "shares_words", "renames", "fills", "gaps")
"""What `Gathered` tells by yes or no, but for `named`: it stands in the front matter only where it is so."""


@dataclass(frozen=True)
class Gathered:
    """A task's files by workspace path, the paths it names that are not there, and the context's text.

    `columns` are those of the files that are tables; `named` tells that the task names the files, `by_folder`
    that it does so only with a word that is the name of their folder or kind, and may mean something else.
    `shares_words` tells of files that were guessed, or found by their folder, that they have words of the task.
    `renames` tells that the task gives the new name of one of them as an example, `fills` that it names a gap
    of a text, such as `XXX` or `[TOTAL]`, or the label of one: who only asks about a text does not say where in
    it something lacks. `gaps` tells that it names several files, and one is a text with gaps, which may be dots
    before the numbers of pages.
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
    gaps: bool = False
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
    guesses: bool = True,
) -> Gathered:
    """Find what the task names; where it names nothing that is there, the workspace's likeliest files.

    A folder that is named by a word alone counts where no file is named, or only files in it without their
    folder; so do all files of a kind that is called by its ending, and program code with an identifier of the
    text, where only documents are named, if any. Where only a file is named that is not there, files that share
    words with the text are found, but without `guesses`: a step has the files of the task above it. Files that
    policy `hides` are not read. Files with untrusted text (`distrusts`) are read only if the task names them by
    a path, and are quoted. `describe` returns a description of the files found. Files that the run has `made`
    count as not there, as when it began. Raises UsageError where none of the named files can be read, since an
    answer would be made up.
    """
    policy_hides, hides = hides, lambda path: path in made or policy_hides(path)

    def is_strange(path: str) -> bool:
        return hides(path) or distrusts(path)

    def is_kept_off(path: str) -> bool:
        """A file that a folder's name or a kind does not bring: strangers' words, and documents to search."""
        return is_strange(path) or path.startswith(f"{DOCUMENTS}/")

    named, absent = named_paths(text, workspace, hides)
    trusted = [path for path in named if not is_strange(path)]
    absent = without_words_of_files(absent, trusted, workspace, asks=is_question(text))
    # "How do I have /usr/bin/report.sh run each day?" is about no file of the workspace.
    outside = [path for path in absent if path.startswith(("/", "~"))] if is_question(text) else []
    absent = [path for path in absent if path not in outside]
    absent += [path for path in named if path in made]
    named = [path for path in named if path not in made]
    pages = urls(text)
    # "In the folder letters, bank.txt becomes old_bank.txt and so on" is about the whole folder.
    examples = all(path not in text and path.rsplit("/", 1)[-1] in text for path in named)
    by_folder = folder_files(text, workspace, is_kept_off) if examples and not pages else []
    by_folder = by_folder if set(named) <= set(by_folder) else []
    if not by_folder and not named and not pages:  # "the txt files here"
        by_folder = files_of_kind(text, workspace, is_kept_off)
    named = by_folder or named
    new_names = set(renaming_examples(text, by_folder, workspace).values())
    # "Rename chapter1.txt to chapter9.txt, like chapter01.txt"
    new_names |= set(respelled_names(absent, named).values())
    # "Date first, like 2024-03-05 minutes.txt instead of minutes 05.03.2024.txt"
    new_names |= {
        path.rsplit("/", 1)[-1] for path in absent if len(named) == 1 and reordered_name(named[0], path)
    }
    # "Call the pictures trip-1.jpg, trip-2.jpg and so on"
    numbered = {} if named or pages else files_to_number(absent, files_below(workspace, is_kept_off))
    named = named or sorted({path for paths in numbered.values() for path in paths})
    new_names |= {path.rsplit("/", 1)[-1] for path in numbered}
    # "Put each note into the folder of its supplier, for example suppliers/Kessler/note_4471.txt"
    there = [] if pages or not absent else list(files_below(workspace, is_kept_off))
    places = places_by_example(text, there, workspace)
    named = sorted(places) or named
    new_names |= {path.rsplit("/", 1)[-1] for path in places.values()}
    absent = [path for path in absent if not any(new.startswith(path) for new in places.values())]
    absent = [path for path in absent if path.rsplit("/", 1)[-1] not in new_names]
    denied = [path for path in named if is_hidden(path, workspace, hides)]
    named = [path for path in named if path not in denied]
    files = with_imports(named, workspace) if named else []
    if named and all(path.casefold().endswith(_DOCUMENTS) for path in named):
        # "Rename calc_tot to total, in README.md too" is about the code first.
        mentioned = files_with_identifiers(text, workspace, is_strange)
        files = list(dict.fromkeys((*files, *mentioned)))
    if not files and not absent and not pages and not denied:
        named = files_with_identifiers(text, workspace, is_strange)
        files = with_imports(named, workspace)
    if not files and not absent and not pages and not denied:
        files = likely_files(text, workspace, is_strange)
    if guesses and not files and absent and not pages and not denied and not any(map(is_source_code, absent)):
        # "Write monthly.csv with what was spent each month" is about the file that lies there.
        likely = likely_files(text, workspace, is_strange)
        said = functools.reduce(lambda words, path: words.replace(path, " "), absent, text)
        files = likely if shares_words(said, likely, workspace) else []
    files = [path for path in files if not is_hidden(path, workspace, hides)]
    closed = [path for path in files if not _readable(workspace / path)]
    files = [path for path in files if path not in closed]
    if named and closed and not files:
        remedy = "allow it, e.g. with chmod u+r, or name another file"
        raise UsageError(f"{', '.join(closed)}: it may not be read; {remedy}")
    if denied and not (files or absent or pages or closed):
        rule = f'`read."{denied[0]}" = "allow"` under `[policy]` in pandora.toml'
        raise UsageError(
            f"{', '.join(denied)}: policy denies reading it; allow it by {rule}, or name another file"
        )
    description = describe(tuple(files))
    lines = [quoted(description.text) if any(map(distrusts, files)) else description.text] if files else []
    if len(files) > MOST_DESCRIBED:
        lines.append("also: " + ", ".join(files[MOST_DESCRIBED : MOST_DESCRIBED + LISTED]))
    lines += [f"{path}: there is no such file" for path in absent]
    lines += [f"{path}: outside of the workspace, so nothing here reads it" for path in outside]
    lines += [f"{path}: cannot be read" for path in closed]
    lines += [f"{page}: a page of the web" for page in pages]
    lines += [f"{path}: policy denies reading it" for path in denied]
    context = "\n".join(lines) or "no files"
    shares = bool(by_folder) or (bool(files) and not named and shares_words(text, files, workspace))
    columns = description.columns
    findings = (tuple(files), tuple(absent), context, bool(named), columns, bool(by_folder), shares)
    texts = [gaps_text(path, workspace) for path in named if path in files]
    fills = any(names(text, content) for content in texts for names in (named_gaps, labelled_gaps, named_lines))
    fills |= any(names_empty_keys(text, path, workspace) for path in named if path in files)
    # "Add up the km of log.csv and put the sum into claim.txt where the dots are"
    open_ones = any(GAP.search(content) or empty_labels(text, content) for content in texts)
    gaps = len(named) > 1 and not by_folder and open_ones
    return Gathered(*findings, renames=bool(new_names), fills=fills, gaps=gaps)


def _readable(path: Path) -> bool:
    try:
        with open_regular(path):
            return True
    except OSError:
        return False


def gather_once(loop: Loop, text: str, context: str | None) -> Gathered:
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
    flags = (*_FLAGS, "data")
    parts: dict[str, Any] = {key: value for key, value in vars(gathered).items() if key not in flags or value}
    names = (*gathered.files, *gathered.absent, *gathered.columns)
    short = sum(map(len, names)) <= LONGEST and all(name.isprintable() for name in names)
    if short and context in (None, gathered.context):
        parts.pop("context")
    else:
        parts = {"in": loop.host.store.write_text_blob(json.dumps(parts, indent=1))}
    loop.save(gathered={"from": origin, **parts})
    return gathered


def _gathered_now(loop: Loop, text: str, again: bool = False, guesses: bool = True) -> Gathered:
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
        guesses,
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
    gathered = _gathered_now(loop, text, again=earlier is not None, guesses=False)
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
    flags = {flag: bool(parts.get(flag)) for flag in _FLAGS}
    files, absent, columns = (tuple(map(str, parts[name])) for name in ("files", "absent", "columns"))
    held, data = tuple(map(str, parts.get("held", ()))), str(parts.get("data", ""))
    return Gathered(
        files, absent, str(context_text), bool(parts["named"]), columns, **flags, held=held, data=data
    )
