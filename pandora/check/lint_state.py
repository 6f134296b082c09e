"""Find documents in `state/` that cannot be read, do not fit their forms, or contradict one another."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pandora.check.lint_document import PatternForms, document_problems
from pandora.disk.atomic import read_consistent
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST
from pandora.document.ids import parse_id
from pandora.document.integrity import key_line
from pandora.document.links import children, documents_named, facts, line_at
from pandora.document.meta_values import mapping
from pandora.document.state_document import Document, parse_document
from pandora.engine.numbered_contents import KEY as CONTENTS
from pandora.engine.pattern import Library
from pandora.errors import DiskError, DocumentError, Problem, UsageError

_CONFLICT = re.compile(r".+\.conflict-.+\.md$")


_BLOB = re.compile(
    r"^(?:  - .+ →|(?:  )?\[… all \d+ characters are in) (blobs/[0-9a-f]+)(?: \(was |\]?$)", re.M
)
_ALLOWED = {"README.md", "blobs", "archive", "knowledge", "staging"}


def state_problems(workspace: Workspace) -> Iterator[Problem]:
    """Every problem of the documents in `state/` and its archive, and files that do not belong there."""
    documents: dict[str, Document] = {}
    broken: set[str] = set()
    for path in _files(workspace):
        shown = workspace.relative(path)
        if path.name in _ALLOWED or path.name.startswith("."):
            continue
        if _CONFLICT.match(path.name):
            kept = f"{path.name.split('.conflict-')[0]}.md"
            message = "a conflict copy: you and the engine wrote the same section"
            yield Problem(shown, 1, message, f"settle it in {kept}, then delete this")
            continue
        try:
            name = parse_id(path.name)
        except UsageError:
            yield Problem(shown, 1, "this is no state document", "move it out of state/")
            continue
        if path.suffix != ".md" or not path.is_file():
            yield Problem(shown, 1, "this is no file ID.md", "move it out of state/")
            continue
        document, problems = _read_document(path, shown)
        yield from problems
        if document is None:
            broken.add(str(name))
        else:
            documents[str(name)] = document
    forms = PatternForms(Library(workspace))

    @functools.lru_cache(maxsize=64)
    def names_in(document_id: str) -> frozenset[str]:
        return documents_named(documents[document_id].text)

    for document_id, document in documents.items():
        yield from document_problems(document, document_id, forms)
        yield from _relation_problems(document, document_id, documents, broken, names_in)
        yield from _blob_problems(document, workspace)


def _files(workspace: Workspace) -> Iterator[Path]:
    """Everything in `state/`, and in the folders of archived runs."""
    for folder in (workspace.state, *map(workspace.archive_folder, workspace.archived_run_ids())):
        yield from sorted(folder.iterdir()) if folder.is_dir() else ()


def _read_document(path: Path, shown: str) -> tuple[Document | None, list[Problem]]:
    problems: list[Problem] = []
    try:
        data = read_consistent(path, LONGEST)
    except FileNotFoundError:
        return None, [Problem(shown, 1, "it was removed while it was read", "check again")]
    except (OSError, DiskError) as error:
        message = error.strerror if isinstance(error, OSError) else str(error)
        return None, [Problem(shown, 1, f"cannot be read: {message}", "mend it")]
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problems.append(Problem(shown, line, "not UTF-8 text", "save the file as UTF-8"))
    try:
        return parse_document(data.decode("utf-8", "surrogateescape"), shown), problems
    except DocumentError as error:
        return None, [*problems, *error.problems]


def _relation_problems(
    document: Document,
    document_id: str,
    documents: Mapping[str, Document],
    broken: set[str],
    names_in: Callable[[str], frozenset[str]],
) -> Iterator[Problem]:
    """Check that the parent exists and names this document, and that every child that is named exists.

    A run whose plan was edited may leave children that no document names any more: they are no problem.
    """
    parent_line, line = facts(document).get("Parent", ("", 1))
    system = parse_id(document_id).level == "system"
    parent, root = parent_line.removesuffix(".md"), f"system-{parse_id(document_id).run}"
    if parent_line and system != (parent_line == "none"):
        remedy = "write `Parent: none`" if system else "name the document that called it"
        yield Problem(document.path, line, f"Parent is {parent_line!r}", remedy)
    elif parent_line and not system and parent not in broken:
        if parent not in documents:
            yield Problem(document.path, line, f"its parent {parent_line} is not in state/", "restore it")
        elif document_id not in names_in(parent) and root not in documents.keys() | broken:
            remedy = "delete this document, or name it there under 'Child loops:'"
            yield Problem(document.path, line, f"its parent {parent_line} does not name it", remedy)
    missing: set[str] = set()
    for child, status, at in children(document):
        # A child with the status RUNNING may be named before its document exists.
        if child not in documents and child not in broken and child not in missing and status != "RUNNING":
            missing.add(child)
            yield Problem(document.path, at, f"{child}.md is not in state/", "restore it, or remove the line")


def _blob_problems(document: Document, workspace: Workspace) -> Iterator[Problem]:
    section = document.sections[3]
    place, line = 0, line_at(document, section.start)
    visible = document.visible(3)
    for match in _BLOB.finditer(visible):
        line += visible.count("\n", place, match.start())
        place = match.start()
        if not (workspace.state / match[1]).is_file():
            yield Problem(document.path, line, f"{match[1]} is gone", "restore it, or remove what names it")
    for number, blob in mapping(document.meta, CONTENTS).items():
        named = re.search(rf"→ content {number}\b", visible) and str(blob).startswith("blobs/")
        if named and not (workspace.state / str(blob)).is_file():
            remedy = f"restore it, or remove what names content {number}"
            yield Problem(document.path, key_line(document, CONTENTS), f"{blob} is gone", remedy)
