"""Say which files that a run is about to write the person's request covers, whatever a model has read."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from pandora.document.links import parent_of
from pandora.document.question_lines import pairs, question_records
from pandora.document.records import by_person
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.engine.loop import Loop
from pandora.errors import PandoraError
from pandora.programs.input_files import ENDINGS
from pandora.programs.inside.file_reading import KINDS
from pandora.programs.request.request_text import is_output, is_question
from pandora.workspace.change import Change
from pandora.workspace.likely_files import files_with_identifiers, with_imports
from pandora.workspace.named_files import ending_of, kinds_called, named_paths, part_globs
from pandora.workspace.paths import is_source_code, is_test_file

_GLOB = re.compile(r"(?<![\w./*?\[\]-])[\w./*?\[\]-]*[*?][\w./*?\[\]-]*")
_LETTER = re.compile(r"\w")
_OPEN, _CLOSE = "['\"`“”„‘‚«‹]\\s?", "\\s?['\"`“”’‘»›]"
_SOURCES = (
    *(ending for ending in ENDINGS if KINDS.get(ending) not in ("TOML", "YAML", "INI")),
    *(".txt", ".md", ".rst", ".html", ".pdf", ".eml", ".mbox"),
)
"""The endings of files that are read and not run or obeyed."""


@dataclass(frozen=True)
class Request:
    """The words of a person that a run works for, and the root of the workspace that they are about."""

    words: str
    root: Path

    def covers(self, path: str, new: bool) -> bool:
        """True where the words name the file, a folder around it, a glob that fits it, or its kind alone.

        Code that is there is covered, too, where they name a module that imports it, or an identifier in it.
        A new file is covered too where the words are no question, say no place for one, and are about data and
        prose alone: what is not to be written is not kept, whatever words ask for it.
        """
        names = [path, f"./{path}", str(self.root / path), *([path.rsplit("/", 1)[-1]] if new else [])]
        if any(self._has(name) for name in names) or path in self._named or self._fits(path):
            return True
        if not new and path in self._code_meant and not is_test_file(path):
            return True
        folders = [parent.as_posix() for parent in Path(path).parents][:-1]
        if any(self._has_folder(folder, new) for folder in folders):
            return True
        return new and not is_question(self.words) and not self._names_output and self._is_about_sources

    def _has(self, name: str) -> bool:
        return re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", self.words, re.I) is not None

    def _has_folder(self, folder: str, new: bool) -> bool:
        """True where the words have a folder's name with a slash or in quotes; for a new file, also without."""
        name = rf"(?:\./)?{re.escape(folder)}"
        forms = [rf"(?<![\w./-]){name}/(?![\w*?])", rf"{_OPEN}{name}{_CLOSE}"]
        forms += [rf"(?<![\w./-]){name}(?![\w/-]|\.\w)"] if new or "/" in folder else []
        return re.search("|".join(forms), self.words, re.I) is not None

    def _fits(self, path: str) -> bool:
        """True where a glob in the words fits, an ending (`.bak`) or a beginning (`img_`), in any case."""
        globs = [glob for glob in _GLOB.findall(self.words) if _LETTER.search(glob)]
        globs = [glob.removeprefix("./").casefold() for glob in (*globs, *part_globs(self.words))]
        place, name = path.casefold(), path.rsplit("/", 1)[-1].casefold()
        if ending_of(path) in self._kinds:
            return True
        return any(fnmatchcase(place if "/" in glob else name, glob) for glob in globs)

    @functools.cached_property
    def _kinds(self) -> frozenset[str]:
        """The kinds of which the words mean all files that are there: they name none of them."""
        present, absent = named_paths(self.words, self.root)
        return kinds_called(self.words) - {ending_of(path) for path in (*present, *absent)}

    @functools.cached_property
    def _named(self) -> list[str]:
        """The files that the words name by their last part alone, where only one is called so."""
        return named_paths(self.words, self.root)[0]

    @functools.cached_property
    def _code_meant(self) -> frozenset[str]:
        """The modules that a named module imports, and the code that has an identifier of the words."""
        imported = with_imports([path for path in self._named if is_source_code(path)], self.root)
        holding = files_with_identifiers(self.words, self.root)
        return frozenset(path for path in (*imported, *holding) if is_source_code(path))

    @functools.cached_property
    def _names_output(self) -> bool:
        present, absent = named_paths(self.words, self.root)
        return bool(absent) or any(is_output(path, self.words) for path in present)

    @functools.cached_property
    def _is_about_sources(self) -> bool:
        """False where the words name code or settings: there a file of its own is not what is asked for."""
        return all(path.lower().endswith(_SOURCES) for path in self._named)


def moved_files(changes: Sequence[Change]) -> frozenset[str]:
    """The paths of files that are only moved: the same bytes go from one path and come to another.

    Nothing is lost by a move, and `undo` takes it back.
    """
    gone = {change.before: change.path for change in changes if change.content is None}
    paths: set[str] = set()
    for change in changes:
        if change.content is not None and not change.before:
            source = gone.pop(hashlib.sha256(change.content).hexdigest(), None)
            paths |= {change.path, source} if source else set()
    return frozenset(paths)


def request_of(loop: Loop) -> Request:
    """The request of the loop's run: its task, a person's answers, and plans that a person wrote above it."""
    return Request("\n".join(_words(loop)), loop.host.workspace.root)


def _words(loop: Loop) -> Iterator[str]:
    store = loop.host.store
    try:
        root = store.load(f"system-{loop.task.run}")
    except PandoraError:
        return
    yield task_of(root)
    yield from _answers_of_person(root)
    document: Document | None = loop.document
    seen: set[str] = set()
    while document is not None and document.path not in seen:
        seen.add(document.path)
        if by_person(document, 2):
            yield document.body(2)
        parent = parent_of(document)
        document = store.load(parent) if parent and store.exists(parent) else None


def _answers_of_person(root: Document) -> Iterator[str]:
    """The answers in §1, without those of client programs."""
    records = [record for record in question_records(root).values() if record.get("section") == 1]
    for place, (_, answer) in enumerate(pairs(root.body(1))):
        by_client = place < len(records) and records[place].get("by") == "client"
        if answer and not by_client:
            yield answer
