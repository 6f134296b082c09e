"""Find problems in one state document: in its front matter, in its §0, and in sections against their forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pandora.check.token_costs import DEPTH, example_files
from pandora.document.body import parse
from pandora.document.form import Form
from pandora.document.ids import Name, parse_id
from pandora.document.integrity import RESTORE, front_matter_problems
from pandora.document.links import facts
from pandora.document.records import UNWRITTEN, Standing, section_records, standing
from pandora.document.state_document import NUMBERS, TITLES, Document
from pandora.engine.pattern import Library, Pattern
from pandora.errors import DocumentError, Problem, UsageError
from pandora.outcome import Status

_ROLE = re.compile(r"system/tools/[a-z][a-z0-9_]*/(?!pattern\.md)[a-z][a-z0-9_]*\.md")


@dataclass(frozen=True)
class PatternForms:
    """The forms that the sections of documents must fit; each pattern is read once."""

    library: Library
    _read: dict[tuple[str, str], dict[str, Form] | None] = field(default_factory=dict)

    def of(self, level: str, kind: str, pattern_path: str = "") -> dict[str, Form] | None:
        """The forms of a pattern's phases; None where there is no such pattern, {} where it is broken.

        `pattern_path` is the path in the document's §0. It counts only for a role, whose documents
        have the type of another pattern.
        """
        key = ("role", pattern_path) if _ROLE.fullmatch(pattern_path) else (level, kind)
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
            return {}  # reported for the pattern's own file
        return {phase.name: phase.form.bind(menu=() if phase.by == "code" else menu) for phase in phases}

    def _menu(self, pattern: Pattern) -> tuple[str, ...]:
        """All that any loop of the pattern may call, since the files of this loop's task may have changed."""
        patterns, _ = self.library.all()
        menus = (self.library.callable(pattern, files, DEPTH) for files in (example_files(patterns), ()))
        return tuple(dict.fromkeys(name for menu in menus for name in menu))


def document_problems(document: Document, document_id: str, forms: PatternForms) -> Iterator[Problem]:
    """Every problem of a document that can be found without looking at other documents."""
    name = parse_id(document_id)
    yield from front_matter_problems(document, document_id)
    yield from _identity_problems(document, name)
    yield from _sections_problems(document, name, forms)


def _identity_problems(document: Document, name: Name) -> Iterator[Problem]:
    stated = facts(document)
    heading = document.sections[0].line
    expected = {"Level": name.level, **({"Type": name.kind} if name.kind else {})}
    for label in (*expected, "Parent", "Pattern", "Created"):
        if label not in stated:
            yield Problem(document.path, heading, f"§0 has no line '{label}:'", "restore it: §0 never changes")
        elif label in expected and stated[label][0] != expected[label]:
            line = stated[label][1]
            message = f"{label} is {stated[label][0]!r} and the file's name says {expected[label]!r}"
            yield Problem(document.path, line, message, f"write `{label}: {expected[label]}`")


def _sections_problems(document: Document, name: Name, forms: PatternForms) -> Iterator[Problem]:
    """Check §1, §2 and §4 against the forms of the pattern, and that an accepted document has its output."""
    if document.meta.get("status") == Status.ACCEPTED.value and not document.body(5).strip():
        line = document.sections[5].line
        yield Problem(document.path, line, "it is accepted and §5 OUTPUT is empty", "restore it, or resume")
    pattern_path, line = facts(document).get("Pattern", ("", document.sections[0].line))
    pattern_forms = forms.of(name.level, name.kind, pattern_path)
    if pattern_forms is None:
        yield Problem(
            document.path, line, f"its pattern {pattern_path or name.kind} is not in system/", RESTORE
        )
        return
    records = section_records(document)
    for phase, form in pattern_forms.items():
        asked = [field.key for field in form.asked]
        by_code = records.get(NUMBERS[phase], UNWRITTEN).by == "code"
        if by_code and (name.level == "operation" or "builder" in document.meta):
            form = form.with_given(*asked)  # code asks nothing
        if document.body(NUMBERS[phase]).strip() and not _is_unmade(document, phase):
            yield from _section_problems(document, NUMBERS[phase], form)


def _is_unmade(document: Document, phase: str) -> bool:
    """True for `understand` where §1 has only the task, as in a new document, or is empty."""
    return phase == "understand" and standing(document, 1, "") is Standing.EMPTY


def _section_problems(document: Document, number: int, form: Form) -> Iterator[Problem]:
    for line, message in parse(form, document.body(number)).problems:
        what = f"§{number} {TITLES[number]}: {message}"
        yield Problem(
            document.path, document.line(number, line), what, "its form is in its pattern, or in phases/"
        )
