"""Patterns: what one kind of loop does in each phase, loaded from `system/` when it is needed."""

from __future__ import annotations

import functools
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal, TypeVar

from pandora.disk.layout import Workspace
from pandora.document.form import Form, Slot
from pandora.document.instructions import Instructions, read_instructions
from pandora.document.operation_script import Script, ScriptError, read_script
from pandora.document.state_document import PHASES
from pandora.engine.candidates import RESULT
from pandora.errors import DocumentError, Problem, UsageError, did_you_mean
from pandora.operations.registry import OPERATIONS
from pandora.programs.code.call_trials import RULE as CALLS
from pandora.programs.experiments import RELATIONS
from pandora.programs.help_kinds import BEGINNING, HELPS
from pandora.programs.opening.program_opening import OPENINGS
from pandora.programs.rules.wording_rules import RULES, TRUTHS

T = TypeVar("T")
LEVELS = ("system", "tool", "operation")
By = Literal["model", "code", "steps"]
EFFECTS = ("none", "workspace", "network", "system")
_KEYS = {
    *("pattern", "level", "when", "needs", "menu", "phases", "steps", "handler"),
    *("effects", "enough", "sources", "repeat", "result", "tries", "agree", "help", "evidence"),
    *("scaffold", "kinds", "makes", "blind", "reports", "parents", "fallback", "direct", "command", "lists"),
    *("kernel", "unsure"),
}
_TRUTHS = ("sources", "repeat", "reports", "fallback", "lists", "kernel")
READS: Mapping[str, tuple[int, ...]] = {
    "understand": (1,),
    "clarify": (1,),
    "plan": (1,),
    "do": (1, 2),
    "check": (1, 2, 3),
}
"""The sections that a phase reads where it has no file of its own to say so."""
QUERY = "QUERY"
"""The heading of what an operation asks of a try that is a query."""
STEPWISE = "STEPWISE QUERY"
"""The heading of a query that first keeps the rows it is about, and then asks these."""
DIRECT = "DIRECT"
"""The heading of an operation's first try that shows the model nothing but the request and the files."""
FUNCTION = "FUNCTION"
"""The heading of a try that writes one function of a file again, with whose first lines it begins."""
STUB = "STUB"
"""The heading of a try that goes on with a new module's heads, whose docstring is the request."""
SEVERAL = "several:"
"""A glob of `needs` that begins so fits a task of which at least two files match globs like it."""
_LISTS = ("needs", "menu", "steps", "kinds", "makes", "blind", "parents", "evidence", "scaffold")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
MOST_TRIES = 100
"""The most tries that a pattern may give an operation."""
_SETTLED_AGE = 2_000_000_000
"""Age of a file's last change, in nanoseconds, from which its stamp reliably identifies its content."""


@dataclass(frozen=True)
class Phase:
    """One phase of one pattern: who does it, its instructions, its form and the sections it reads."""

    name: str
    by: By
    text: str
    form: Form
    reads: tuple[int, ...]


@dataclass(frozen=True)
class Pattern:
    """A parsed pattern file. `path` is relative to the workspace; `keys` are its front matter."""

    name: str
    level: str
    path: str
    when: str
    keys: Mapping[str, Any]
    file: Instructions

    @property
    def role(self) -> bool:
        """True for a part of a tool that only code calls; it is on no menu."""
        return self.level == "tool" and not self.path.endswith("/pattern.md")

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of a pattern whose PLAN is fixed."""
        return tuple(str(step) for step in self.keys.get("steps", ()))

    @property
    def needs(self) -> tuple[str, ...]:
        """Globs of which some file of the task must match one; `nothing` also fits a task without files.

        Of globs that begin with SEVERAL, two files must match one.
        """
        return tuple(str(glob) for glob in self.keys.get("needs", ()))

    @property
    def evidence(self) -> tuple[str, ...]:
        """The rules of words and the relations that its results, and those of what it plans, must meet."""
        return tuple(str(rule) for rule in self.keys.get("evidence", ()))

    @property
    def scaffold(self) -> tuple[str, ...]:
        """The rules of its `evidence` and the openings of its `help` that only a weak model needs."""
        return tuple(str(name) for name in self.keys.get("scaffold", ()))

    def by(self, phase: str) -> By:
        """Who does `phase`: the model, code, or (for DO) the steps of the plan."""
        default = {"understand": "code", "plan": "code", "do": "model", "check": "code"}
        if self.level != "operation":
            default = {"understand": "model", "plan": "model", "do": "steps", "check": "model"}
        given = self.keys.get("phases") or {}
        by: By = given.get(phase, default.get(phase, "model"))
        return by

    @property
    def handler(self) -> str:
        """The name of the operation that runs this pattern, if its level is `operation`."""
        return str(self.keys.get("handler", self.name))

    @property
    def script(self) -> Script | None:
        """The script of a grown operation; None if the pattern has another handler.

        Raises DocumentError with the script's line if it cannot be run.
        """
        operation = OPERATIONS.get(self.handler)
        if operation is None or not operation.grown:
            return None
        part = self.file.parts.get("HANDLER")
        effects, result = str(self.keys.get("effects")), str(self.keys.get("result", "text"))
        try:
            return read_script(self.name, part.text if part else "", effects, result)
        except ScriptError as error:
            line = part.start + error.line - 1 if part else 1
            raise DocumentError(Problem(self.path, line, str(error), error.remedy)) from None

    def gives(self, kind: str) -> bool:
        """Return True if the pattern is for tasks of `kind`; one without kinds, or "", is for all."""
        kinds = self.keys.get("kinds") or ()
        return not kind or not kinds or kind in kinds

    def writes(self, paths: Sequence[str], kind: str = "", files: Sequence[str] = ()) -> bool:
        """Return True if the pattern's `makes` suit a task of `kind` about `files`, which is to make `paths`.

        A glob that begins with `!` leaves files out. Where code or files that are there are to be changed, and
        none is to be made, a pattern for files to be made does not suit.
        """
        globs = [str(glob) for glob in self.keys.get("makes") or ()]
        wanted = [glob for glob in globs if not glob.startswith("!")]
        if not paths:
            return not (wanted and files and kind in ("change", "code"))
        left = [path for path in paths if not any(fnmatch(path, glob[1:]) for glob in globs if glob[0] == "!")]
        return any(not wanted or any(fnmatch(path, glob) for glob in wanted) for path in left)

    @property
    def makes_anything(self) -> bool:
        """True where the pattern's `makes` are files of all kinds."""
        return list(self.keys.get("makes") or ()) == ["*"]

    def is_maker_of(self, paths: Sequence[str]) -> bool:
        """Return True where the `makes` name the kind of one of the files, rather than leave some out."""
        globs = [str(glob) for glob in self.keys.get("makes") or ()]
        own = [glob for glob in globs if glob != "*" and not glob.startswith("!")]
        return any(fnmatch(path, glob) for path in paths for glob in own)

    def fits(self, files: tuple[str, ...], kind: str = "") -> bool:
        """Return True if the pattern is for tasks of `kind` and its `needs` match the files."""
        if not self.gives(kind):
            return False
        if "nothing" in self.needs and not any(not name.startswith("search:") for name in files):
            return True
        if len(self.texts(files)) > 1:
            return True
        return not self.needs or any(fnmatch(path, glob) for path in files for glob in self.needs)

    def texts(self, files: Sequence[str]) -> tuple[str, ...]:
        """Return the files that match a glob of its `needs` that begins with SEVERAL."""
        globs = [glob.removeprefix(SEVERAL) for glob in self.needs if glob.startswith(SEVERAL)]
        return tuple(path for path in files if any(fnmatch(path, glob) for glob in globs))


@dataclass(frozen=True)
class Library:
    """The patterns of a workspace. Every call checks the files again, so an edit takes effect at once.

    `built` are phases whose files are left out of account, as for the run that builds them.
    """

    workspace: Workspace
    built: frozenset[str] = frozenset()

    def paths(self, levels: Sequence[str] = LEVELS) -> Iterator[tuple[str, Path]]:
        """Level and path of every pattern file of those levels, in a fixed order."""
        system = str(self.workspace.system)
        if "system" in levels:
            yield "system", _path(system, "pattern.md")
        for name in _names_in(f"{system}/tools") if "tool" in levels else ():
            folder = f"{system}/tools/{name}"
            yield from (
                ("tool", _path(folder, file_name)) for file_name in _names_in(folder) if _is_role(file_name)
            )
        for folder in (f"{system}/kernel", f"{system}/operations") if "operation" in levels else ():
            for name in _names_in(folder):
                if name.endswith(".md") and name != "README.md":
                    yield "operation", _path(folder, name)

    def load(self, level: str, kind: str = "") -> Pattern:
        """One pattern; UsageError where there is none, DocumentError where it is broken."""
        for at, path in self.paths((level,)):
            if (level == "system" or _name(at, path) == kind) and os.path.isfile(path):
                return self.read(at, path)
        hint = did_you_mean(kind, [_name(at, path) for at, path in self.paths((level,))])
        raise UsageError(
            f"there is no {level} pattern {kind or 'pattern.md'!r} in {self.workspace.system}{hint}"
        )

    def read(self, level: str, path: Path) -> Pattern:
        """Read one pattern file and check what can be checked of it alone."""
        return _read_pattern(path, self.workspace, level)

    def at(self, shown: str) -> Pattern:
        """The pattern that a document names in its §0; UsageError where it is not there."""
        for level, path in self.paths():
            if self.workspace.relative(path) == shown and path.is_file():
                return self.read(level, path)
        raise UsageError(f"there is no pattern {shown!r}; restore it, e.g. from git")

    def all(self, levels: Sequence[str] = LEVELS) -> tuple[list[Pattern], list[Problem]]:
        """Return all valid patterns of those levels, and the problems of the others."""
        patterns: list[Pattern] = []
        problems: list[Problem] = []
        for level, path in self.paths(levels):
            try:
                patterns.append(self.read(level, path))
            except DocumentError as error:
                problems.extend(error.problems)
        return patterns, problems

    def menu(
        self,
        pattern: Pattern,
        files: tuple[str, ...],
        depth: int,
        kind: str = "",
        command: bool = True,
        makes: tuple[str, ...] = (),
        lists: bool = True,
    ) -> dict[str, Pattern]:
        """Return the patterns that the model may choose from; `fallback` ones only if no tool is offered.

        `command` tells whether the task itself gives a command; those that run one are offered only then.
        `makes` are the files that are to be made; those that write others are not offered, nor what makes
        files of all kinds where something is offered that is for files of this kind. `lists` tells
        whether the task lists names, as those of columns; what is for such tasks is offered only then.
        """
        offered = self.callable(pattern, files, depth, kind)
        suited = {name: offer for name, offer in offered.items() if offer.writes(makes, kind, files)}
        offered = suited or offered
        if any(offer.is_maker_of(makes) for offer in offered.values()):
            offered = {name: offer for name, offer in offered.items() if not offer.makes_anything}
        if not lists:
            offered = {name: offer for name, offer in offered.items() if not offer.keys.get("lists")}
        if not command:
            offered = {name: offer for name, offer in offered.items() if not offer.keys.get("command")}
        if pattern.keys.get("menu") is not None and not pattern.keys.get("steps"):
            # What gives something else is left off where the model chooses; steps that are fixed are kept.
            return {name: offer for name, offer in offered.items() if offer.gives(kind)} or offered
        if pattern.keys.get("menu") is not None or not any(offer.level == "tool" for offer in offered.values()):
            return offered
        return {name: offer for name, offer in offered.items() if not offer.keys.get("fallback")}

    def callable(
        self, pattern: Pattern, files: tuple[str, ...], depth: int, kind: str = ""
    ) -> dict[str, Pattern]:
        """Return what a loop of `pattern` may call, by name; tools only if `depth` is at least 2."""
        if pattern.level not in ("system", "tool"):
            return {}
        patterns, _ = self.all(("tool", "operation") if depth >= 2 else ("operation",))
        menu_names = pattern.keys.get("menu")
        offered = {}
        for candidate in patterns:
            if candidate.role or pattern.level not in (candidate.keys.get("parents") or (pattern.level,)):
                continue
            if menu_names is not None and candidate.name not in menu_names:
                continue
            if candidate.name != pattern.name and (candidate.fits(files, kind) or menu_names is not None):
                offered[candidate.name] = candidate
        return offered

    def phase(self, pattern: Pattern, name: str) -> Phase:
        """Return the phase `name`: from the pattern's own section if it has one, else from the common text.

        The sections of a `kernel` pattern are not its own: they are the common text of phases without a file.
        """
        common = self.common_phase(name)
        part = common.parts.get(name.upper())
        own = None if pattern.keys.get("kernel") else pattern.file.parts.get(name.upper())
        text = own.text if own and own.text else part.text if part else ""
        form = own.form if own and own.form else part.form if part else None
        if form is None:
            line = part.line if part and self.on_pattern(name) else 1
            raise DocumentError(Problem(common.path, line, f"no '## Form' under '# {name.upper()}'", "add one"))
        reads = list(READS[name]) if self.on_pattern(name) else common.keys.get("reads", [])
        if not isinstance(reads, list) or not all(type(number) is int for number in reads):
            line = common.lines.get("reads", 1)
            raise DocumentError(Problem(common.path, line, f"reads is {reads!r}", "list sections: [1, 2]"))
        return Phase(name, pattern.by(name), text, form, tuple(reads))

    def common_phase(self, name: str) -> Instructions:
        """Return the file in `phases/` that has the phase for all patterns, or `pattern.md` where it has it.

        Raises DocumentError, which names the missing file, where neither has it.
        """
        path = _path(f"{self.workspace.system}/phases", f"{name}.md")
        return self._root() if self.on_pattern(name) else _read_instructions(path, self.workspace)

    def require_phases(self) -> None:
        """Raise DocumentError with what is broken in files of the four phases, before a model is asked for one.

        A phase without a file is no fault here: it may be built, or nothing may need it.
        """
        problems: list[Problem] = []
        for name in PHASES:
            path = _path(f"{self.workspace.system}/phases", f"{name}.md")
            if name in self.built or not os.path.lexists(path):
                continue
            try:
                _read_instructions(path, self.workspace)
            except DocumentError as error:
                problems.extend(error.problems)
        if problems:
            raise DocumentError(*problems)

    def on_pattern(self, name: str) -> bool:
        """True for a phase without a file in `phases/` that a section of `pattern.md` stands in for."""
        there = os.path.lexists(_path(f"{self.workspace.system}/phases", f"{name}.md"))
        if there and name not in self.built:
            return False
        try:
            return name.upper() in self._root().parts
        except DocumentError:
            return False

    def base(self) -> str:
        """The system message of every call."""
        file = self._root()
        if "BASE" not in file.parts:
            raise DocumentError(
                Problem(file.path, 1, "no '## BASE' section", "it is the base prompt of every call")
            )
        return file.parts["BASE"].text

    def _root(self) -> Instructions:
        """Read `pattern.md`."""
        return _read_instructions(_path(str(self.workspace.system), "pattern.md"), self.workspace)


@functools.lru_cache(maxsize=256)
def _path(folder: str, name: str) -> Path:
    """Return the path `folder/name`, cached because making a Path is slower than a stat of its file."""
    return Path(folder, name)


def _is_role(name: str) -> bool:
    return name.endswith(".md") and name != "README.md"


def _name(level: str, path: Path) -> str:
    """Return a pattern's name from its file's path; for a role `FOLDER_FILE`."""
    if level == "tool":
        return path.parent.name if path.name == "pattern.md" else f"{path.parent.name}_{path.stem}"
    return "system" if level == "system" else path.stem


def _names_in(folder: str) -> list[str]:
    """The names in a folder, in order; none where it is not there."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _cached_while_unchanged(make: Callable[..., T]) -> Callable[..., T]:
    """Cache `make(path, …)` for as long as the file stays the same; an edit takes effect at once."""
    remembered: dict[Path, tuple[tuple[int, ...], tuple[Any, ...], T]] = {}

    @functools.wraps(make)
    def call(path: Path, *given: Any) -> T:
        try:
            status = os.stat(path)
        except OSError:
            return make(path, *given)
        # A second edit may leave the stamp of the first where a disk's clock is coarse.
        if time.time_ns() - status.st_mtime_ns < _SETTLED_AGE:
            return make(path, *given)
        stamp = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        entry = remembered.get(path)
        if entry is not None and entry[:2] == (stamp, given):
            return entry[2]
        if len(remembered) >= 256:
            remembered.clear()
        value = make(path, *given)
        remembered[path] = (stamp, given, value)
        return value

    return call


@_cached_while_unchanged
def _read_instructions(path: Path, workspace: Workspace) -> Instructions:
    """Read and parse a file of `system/`."""
    return read_instructions(path, workspace.relative(path))


@_cached_while_unchanged
def _read_pattern(path: Path, workspace: Workspace, level: str) -> Pattern:
    """Read a pattern file; raises DocumentError if it is broken."""
    file = _read_instructions(path, workspace)
    name = _name(level, path)
    problems = list(_pattern_problems(file, level, name))
    if problems:
        raise DocumentError(*problems)
    return Pattern(name, level, file.path, str(file.keys["when"]), file.keys, file)


def _wrong_values(file: Instructions) -> Iterator[Problem]:
    """Find values of another kind than their key has; a truth value is no number, as it is for Python."""
    for key, value in file.keys.items():
        remedy, message = "", f"{key} is {value!r}"[:120]
        if key in ("tries", "agree") and (type(value) is not int or not 1 <= value <= MOST_TRIES):
            remedy = f"write a whole number from 1 to {MOST_TRIES}"
        elif key == "enough" and (type(value) not in (int, float) or not 0 < value <= 1):
            remedy = "write a share such as 0.5"
        elif key in _TRUTHS and not isinstance(value, bool):
            remedy = "write true or false"
        elif key in _LISTS and not (isinstance(value, list) and all(isinstance(text, str) for text in value)):
            remedy, message = f"write `{key}: [a, b]`", f"{key} is no list of texts"
        elif key == "unsure" and value not in (file.keys.get("menu") or ()):
            remedy = "write a name of the menu"
        elif key in ("handler", "result") and not isinstance(value, str):
            remedy = "write a name"
        if remedy:
            yield Problem(file.path, file.lines.get(key, 1), message, remedy)


def _instead(known: Iterable[str]) -> str:
    """What to do about a name that is not known, perhaps no more."""
    names = ", ".join(known)
    return (
        f"remove the name (`pandora init --force` brings Pandora's own patterns anew), or take one of {names}"
    )


def _pattern_problems(file: Instructions, level: str, name: str) -> Iterator[Problem]:
    keys = file.keys
    if not _NAME.fullmatch(name):
        message = f"the name {name!r} cannot stand in a document's name"
        yield Problem(file.path, 1, message, "use a-z, 0-9 and _, a letter first")
    for key in keys:
        if key not in _KEYS:
            yield Problem(file.path, 1, f"unknown key {key!r}", f"keys are {', '.join(sorted(_KEYS))}")
    for key, value in (("pattern", name), ("level", level)):
        if keys.get(key) != value:
            yield Problem(file.path, 1, f"{key} is {keys.get(key)!r}", f"write `{key}: {value}`")
    yield from _wrong_values(file)
    if not isinstance(keys.get("when"), str):
        yield Problem(file.path, 1, "no `when:` line", "say when to use it: it stands on its parent's menu")
    phases = keys.get("phases") or {}
    if not isinstance(phases, dict) or any(phase not in PHASES for phase in phases):
        yield Problem(file.path, 1, "`phases` has an unknown phase", f"they are {', '.join(PHASES)}")
    elif any(doer not in ("model", "code", "steps") for doer in phases.values()):
        yield Problem(file.path, 1, "`phases` says who does each", "model, code or (for do) steps")
    if keys.get("help") not in (None, *HELPS):
        yield Problem(file.path, 1, f"there is no help {keys['help']!r}", f"use one of {', '.join(HELPS)}")
    rules = keys.get("evidence") or []
    for rule in rules if isinstance(rules, list) else ():
        if not isinstance(rule, str) or rule not in (*RULES, *RELATIONS, CALLS):
            message = f"evidence names {rule!r}, and there is no such rule or relation"
            yield Problem(
                file.path, file.lines.get("evidence", 1), message, _instead((*RELATIONS, *RULES, CALLS))
            )
    yield from _no_scaffold(file)
    if level == "operation":
        if "DO" not in file.parts or file.parts["DO"].form is None:
            yield Problem(
                file.path, 1, "an operation needs `## DO` with a `### Form` of its arguments", "add them"
            )
        yield from _taken_labels(file)
        yield from _wrong_query(file)
        yield from _wrong_direct(file)
        if keys.get("effects") not in EFFECTS:
            yield Problem(file.path, 1, f"effects is {keys.get('effects')!r}", f"one of {', '.join(EFFECTS)}")


def _no_scaffold(file: Instructions) -> Iterator[Problem]:
    """Find what `scaffold` names and no model may do without, or the pattern does not have."""
    rules, names = (
        [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
        for names in (file.keys.get("evidence"), file.keys.get("scaffold"))
    )
    for name in names:
        line, offered = file.lines.get("scaffold", 1), [rule for rule in rules if rule in RULES]
        offered = [*(rule for rule in offered if rule not in TRUTHS), *OPENINGS]
        if name in RELATIONS or name in TRUTHS or name == CALLS:
            yield Problem(file.path, line, f"{name!r} is a matter of truth, not scaffold", "remove it")
        elif name not in offered:
            message = f"scaffold names {name!r}, which is no rule of the pattern's evidence and no opening"
            yield Problem(file.path, line, message, _instead(offered))
        elif name in OPENINGS and file.keys.get("help") not in BEGINNING:
            message = f"scaffold names {name!r}, and the pattern's help begins nothing"
            yield Problem(file.path, line, message, f"it needs `help: {' or '.join(BEGINNING)}`")


def _wrong_query(file: Instructions) -> Iterator[Problem]:
    """Find a query that no try can be made of: its form must have the fields of that of DO."""
    do = file.parts.get("DO")
    for heading in (QUERY, STEPWISE):
        query = file.parts.get(heading)
        if query is None or do is None or do.form is None:
            continue
        if query.form is None or [field.key for field in query.form.fields] != [
            field.key for field in do.form.fields
        ]:
            labels = ", ".join(field.label for field in do.form.fields)
            yield Problem(
                file.path, query.line, f"`## {heading}` needs a `### Form` with {labels}", "write it so"
            )


def _wrong_direct(file: Instructions) -> Iterator[Problem]:
    """Find a `## DIRECT`, `## FUNCTION` or `## STUB` that no try can be made of.

    Its form must have one text or block of that of DO.
    """
    do = file.parts.get("DO")
    for heading in (DIRECT, FUNCTION, STUB):
        part = file.parts.get(heading)
        if part is None or do is None or do.form is None:
            continue
        fields = part.form.fields if part.form else ()
        kinds = [field.slot.kind for field in fields if isinstance(field.slot, Slot) and field.key in do.form]
        if len(fields) != 1 or kinds not in ([["text"], ["code"]] if heading == DIRECT else [["code"]]):
            kind = "text or code" if heading == DIRECT else "code"
            message = f"`## {heading}` needs a `### Form` with one field, of {kind}, that the form of DO has"
            yield Problem(file.path, part.line, message, "write it so")


def _taken_labels(file: Instructions) -> Iterator[Problem]:
    """Find fields of an operation's form whose label §3 has for its result: a try would lose its result."""
    do = file.parts.get("DO")
    for field in do.form.fields if do and do.form else ():
        if field.key in RESULT:
            taken = ", ".join(entry.label for entry in RESULT.fields)
            message = f"the label '{field.label}:' is one that §3 uses for the result"
            remedy = f"give it another label; taken are {taken}"
            yield Problem(file.path, do.form_start + field.line - 1 if do else 1, message, remedy)
