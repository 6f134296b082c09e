"""What is wrong in one state document: its front matter, its §0, and sections that do not fit their forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from pandora.budget import Budget
from pandora.disk.layout import Name, parse_id
from pandora.engine.accounting import DEPTH, example_files
from pandora.engine.pattern import NUMBERS, PHASES, Library, Pattern
from pandora.errors import DocumentError, Problem, UsageError
from pandora.outcome import Status
from pandora.text.body import parse
from pandora.text.document import TITLES, Document
from pandora.text.form import Form

_STATUSES = [status.value for status in Status]
_BUDGET = [each.name for each in fields(Budget)]
_WRITERS = ("model", "code", "human")
_LOST = "restore it, e.g. from git"
_ROLE = re.compile(r"system/tools/[a-z][a-z0-9_]*/(?!pattern\.md)[a-z][a-z0-9_]*\.md")


@dataclass(frozen=True)
class Forms:
    """The forms that documents' sections must fit, each pattern read once."""

    library: Library
    _read: dict[tuple[str, str], dict[str, Form] | None] = field(default_factory=dict)

    def of(self, level: str, kind: str, told: str = "") -> dict[str, Form] | None:
        """The forms of a pattern's phases; None where there is no such pattern, {} where it is broken.

        A document of a role names it as `told`: its type is another.
        """
        key = ("role", told) if _ROLE.fullmatch(told) else (level, kind)
        if key not in self._read:
            self._read[key] = self._load(*key)
        return self._read[key]

    def _load(self, level: str, kind: str) -> dict[str, Form] | None:
        try:
            pattern = self.library.at(kind) if level == "role" else self.library.load(level, kind)
            menu = self._menu(pattern)
            phases = [self.library.phase(pattern, name) for name in ("understand", "plan", "check")]
        except UsageError:
            return None
        except (DocumentError, TypeError, ValueError):
            return {}  # told of the pattern's own file
        return {each.name: each.form.bind(menu=() if each.by == "code" else menu) for each in phases}

    def _menu(self, pattern: Pattern) -> tuple[str, ...]:
        """Whatever some loop of the pattern may call: the files of this one's task may have changed since."""
        patterns, _ = self.library.all()
        menus = (self.library.callable(pattern, files, DEPTH) for files in (example_files(patterns), ()))
        return tuple(dict.fromkeys(name for menu in menus for name in menu))


def document_problems(document: Document, document_id: str, forms: Forms) -> Iterator[Problem]:
    """Every problem that shows without looking at other documents."""
    name = parse_id(document_id)
    yield from _front_matter(document, document_id)
    yield from _identity(document, name)
    yield from _sections(document, name, forms)


def whole(document: Document, document_id: str) -> Document:
    """The document, where its front matter is one that a loop can go on from; else DocumentError."""
    problems = list(_front_matter(document, document_id))
    if problems:
        raise DocumentError(*problems)
    return document


def _front_matter(document: Document, document_id: str) -> Iterator[Problem]:
    meta = document.meta

    def problem(key: str, message: str, remedy: str) -> Problem:
        return Problem(document.path, key_line(document, key), message, remedy)

    for key in ("pandora", "id", "status", "phase", "attempt", "budget"):
        if key not in meta:
            yield problem(key, f"the front matter has no '{key}'", _LOST)
    expected: Mapping[str, tuple[bool, str]] = {
        "pandora": (meta.get("pandora") == 1 and type(meta.get("pandora")) is int, "write 1"),
        "id": (meta.get("id") == document_id, f"write {document_id}, the file's name"),
        "status": (meta.get("status") in _STATUSES, f"one of {', '.join(_STATUSES)}"),
        "phase": (meta.get("phase") in PHASES, f"one of {', '.join(PHASES)}"),
        "attempt": (type(meta.get("attempt")) is int and meta["attempt"] >= 1, "write a whole number from 1"),
        "budget": (_numbers(meta.get("budget"), _BUDGET, whole=True), f"whole numbers: {', '.join(_BUDGET)}"),
        "used": (_numbers(meta.get("used"), None), "numbers, as {calls: 3, prompt: 911}"),
        "model": (isinstance(meta.get("model"), str), "write the model's name"),
        "sections": (_records(meta.get("sections"), ("by", "from", "text")), "1 to 5, each {by, from, text}"),
        "tries": (_records(meta.get("tries"), ("by", "key", "text")), "by number, each {by, key, text}"),
        "steps": (_records(meta.get("steps"), ("by", "key", "text")), "by number, each {key, text, by}"),
    }
    for key, (right, remedy) in expected.items():
        if key in meta and not right:
            yield problem(key, f"{key} is {_short(meta[key])}", remedy)


def _numbers(given: Any, names: list[str] | None, whole: bool = False) -> bool:
    if not isinstance(given, dict) or any(names is not None and key not in names for key in given):
        return False
    return all(type(each) in ((int,) if whole else (int, float)) and each >= 0 for each in given.values())


def _records(given: Any, keys: tuple[str, ...]) -> bool:
    if not isinstance(given, dict):
        return False
    for number, record in given.items():
        if not str(number).isdigit() or not isinstance(record, dict) or not all(key in record for key in keys):
            return False
        if record["by"] not in _WRITERS or ("from" in keys and not 1 <= int(number) <= 5):
            return False
    return True


def _short(value: Any) -> str:
    told = repr(value)
    return told if len(told) <= 60 else f"{told[:59]}…"


def _identity(document: Document, name: Name) -> Iterator[Problem]:
    found = facts(document)
    heading = document.sections[0].line
    wanted = {"Level": name.level, **({"Type": name.kind} if name.kind else {})}
    for label in (*wanted, "Parent", "Pattern", "Created"):
        if label not in found:
            yield Problem(document.path, heading, f"§0 has no line '{label}:'", "restore it: §0 never changes")
        elif label in wanted and found[label][0] != wanted[label]:
            line = found[label][1]
            told = f"{label} is {found[label][0]!r} and the file's name says {wanted[label]!r}"
            yield Problem(document.path, line, told, f"write `{label}: {wanted[label]}`")


def facts(document: Document) -> dict[str, tuple[str, int]]:
    """§0's values and their lines, by label."""
    found: dict[str, tuple[str, int]] = {}
    section = document.sections[0]
    first = line_at(document, section.start)
    for number, line in enumerate(document.text[section.start : section.end].split("\n"), first):
        label, colon, value = line.partition(":")
        if colon:
            found.setdefault(label.strip(), (value.strip(), number))
    return found


def _sections(document: Document, name: Name, forms: Forms) -> Iterator[Problem]:
    """§1, §2 and §4 read by their pattern's forms; an accepted document has its output."""
    if document.meta.get("status") == Status.ACCEPTED.value and not document.body(5).strip():
        line = document.sections[5].line
        yield Problem(document.path, line, "it is accepted and §5 OUTPUT is empty", "restore it, or resume")
    told, line = facts(document).get("Pattern", ("", document.sections[0].line))
    found = forms.of(name.level, name.kind, told)
    if found is None:
        yield Problem(document.path, line, f"its pattern {told or name.kind} is not in system/", _LOST)
        return
    for phase, form in found.items():
        if document.body(NUMBERS[phase]).strip() and not _unmade(document, phase):
            yield from _section(document, NUMBERS[phase], form)


def _unmade(document: Document, phase: str) -> bool:
    """True where §1 has only what a new document has: the task, and UNDERSTAND is still to come."""
    records = document.meta.get("sections")
    record = (records.get(1) or records.get("1")) if isinstance(records, dict) else None
    new = isinstance(record, dict) and not record.get("from") and record.get("text") == document.digest(1)
    return phase == "understand" and new


def _section(document: Document, number: int, form: Form) -> Iterator[Problem]:
    section = document.sections[number]
    raw = document.text[section.start : section.end]
    first = line_at(document, section.start) + raw.count("\n", 0, len(raw) - len(raw.lstrip("\r\n")))
    for line, told in parse(form, document.body(number)).problems:
        what = f"§{number} {TITLES[number]}: {told}"
        yield Problem(document.path, first + line - 1, what, "its form is in its pattern, or in phases/")


def key_line(document: Document, key: str) -> int:
    """The line of a front matter key; the file's first where it has none."""
    start, end = document.meta_span
    found = re.compile(rf"^{key}:", re.M).search(document.text, start, end)
    return line_at(document, found.start()) if found else 1


def line_at(document: Document, offset: int) -> int:
    """The line of the file that `offset` of its text is in."""
    return document.text.count("\n", 0, offset) + 1
