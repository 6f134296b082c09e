"""The knowledge base: each extracted fact is a markdown document in `state/knowledge/`, with its citations.

A fact that several sources give is one document with several citations. What was asked of a source is a
document, too, so that nobody asks it again. Both may be edited or deleted: a fact that a person worded stays.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.disk.atomic import ChangedError, delete_temporary, read_consistent, replace_file, write_new
from pandora.disk.layout import Workspace
from pandora.document import front_matter
from pandora.document.fill import one_line
from pandora.document.front_matter import FrontMatterError
from pandora.document.quote import without_marks
from pandora.document.quote_match import tokens
from pandora.document.state_document import digest
from pandora.errors import DiskError, DocumentError, Problem
from pandora.regular_file import open_own
from pandora.research.fact_comparison import clashes, is_same, same_question
from pandora.research.source_files import Place

ASKED = ("answer", "follow-up")
"""The kinds of facts that are nothing without their question."""
FOLDER = "knowledge"
"""The folder below `state/` that holds the facts."""
_REMEDY = "restore it, or delete the file"
_LONGEST = 1 << 20
_TRIES = 20
"""How often a document is written anew that a person saves at the same time."""
_HEAD = re.compile(r"---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.S | re.M)
_CITATIONS = re.compile(r"^## Citations[ \t]*\n", re.M)
_TITLE = re.compile(r"\A\s*# .*\n")
_QUOTE = re.compile(r"^(\d+)\. “(.*)” \[.*\][ \t]*$", re.M)


@dataclass(frozen=True)
class NewFact:
    """A fact as an extractor found it: one statement, the quote that it rests on, where that stands.

    `kind` is `answer`, `fact` (a key fact of a source), `summary`, `gap` (what the source does not say),
    `follow-up` (a further question) or `link` (a linked source).
    One that is `worded` has a person's words: it does not become one with a fact that says the same otherwise.
    """

    text: str
    quote: str
    place: Place
    confidence: float
    kind: str = "answer"
    worded: bool = False


@dataclass(frozen=True)
class Citation:
    """What a fact rests on: a quote of a source, how sure the extractor was (0 to 1), and its document."""

    place: Place
    quote: str
    confidence: float
    by: str = ""

    @property
    def digest(self) -> str:
        """The digest of the source."""
        return self.place.digest


@dataclass(frozen=True)
class Fact:
    """A fact of the knowledge base. `edited` is true where a person worded it."""

    id: str
    text: str
    question: str
    kind: str
    citations: tuple[Citation, ...]
    edited: bool = False

    @property
    def confidence(self) -> float:
        """How sure its surest citation is, from 0 to 1."""
        return max((citation.confidence for citation in self.citations), default=0.0)

    @property
    def sources(self) -> tuple[str, ...]:
        """The digests of the different sources that give it: their number is how often it is corroborated."""
        return tuple(dict.fromkeys(citation.digest for citation in self.citations))


@dataclass(frozen=True)
class Contradiction:
    """Two facts that contradict each other, and how code sees it."""

    one: Fact
    other: Fact
    reason: str


class KnowledgeBase:
    """The facts of a workspace; threads and processes may share it."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.folder = workspace.state / FOLDER
        self._lock = threading.RLock()
        self._read: dict[str, tuple[tuple[int, int, int], Fact]] = {}

    def put(
        self,
        by: str,
        source: str,
        question: str,
        facts: Sequence[NewFact],
        model: str = "",
        asked: str = "",
    ) -> tuple[Fact, ...]:
        """Record what the document `by` found in the source with this digest for a question; it replaces what
        was recorded of them before.

        `asked` is what is recorded as asked, if not just the question. A fact that is known gets another
        citation. () is recorded, too: the source has no answer. Returns the facts as they are recorded, in
        order. Raises DiskError, and DocumentError where a document of the knowledge base is damaged.
        """
        with self._lock, self._alone():
            known = {fact.id: fact for fact in self.facts()}
            recorded: list[str] = []
            for new in facts:
                fact = self._with(known, new, question, by)
                known[fact.id] = fact
                recorded.append(fact.id)
            asked = asked or question
            for fact_id in set(self._recorded(source, asked)) - set(recorded):
                if fact_id in known:
                    self._without(known[fact_id], source, by)
            self._record(by, source, asked, recorded, model)
            return tuple(known[fact_id] for fact_id in dict.fromkeys(recorded))

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Let nobody else write here: what they read while two names are exchanged is not settled."""
        path = self.workspace.derived / "knowledge.lock"
        try:
            self.workspace.make_derived()
            handle = open_own(path, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise DiskError(f"{path}:1: {error.strerror}; make it writable, then resume") from error
        try:
            with contextlib.suppress(OSError):  # a disk without locks: the documents are compared as ever
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def answered(self, source: str, question: str, model: str = "") -> tuple[Fact, ...] | None:
        """What a source is known to say to a question; () where it was asked and has no answer.

        None where it was never asked, where `model` is given and another one was asked, or where a fact of it
        was deleted since.
        """
        meta = self._question_record(source, question)
        if meta is None or (model and str(meta.get("model", "")) != model):
            return None
        ids = [str(fact_id) for fact_id in meta.get("facts") or ()]
        facts = self.facts(ids)
        return facts if len(facts) == len(ids) else None

    def facts(self, ids: Collection[str] | None = None) -> tuple[Fact, ...]:
        """The facts with these ids, in their order, by default all; ids without a document are left out."""
        with self._lock:
            if ids is None:
                ids = [name for name in self._names() if name.startswith("fact-")]
            loaded = [self._load(fact_id) for fact_id in ids]
            return tuple(fact for fact in loaded if fact is not None)

    def contradictions(self, facts: Sequence[Fact] | None = None) -> tuple[Contradiction, ...]:
        """The pairs of facts that contradict each other, by default of all facts."""
        among = self.facts() if facts is None else tuple(facts)
        return tuple(
            Contradiction(among[clash.one], among[clash.other], clash.reason) for clash in clashes(among)
        )

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong in the documents of the knowledge base, each with its path and line."""
        problems: list[Problem] = []
        for name in self._names():
            try:
                if name.startswith("fact-"):
                    self._load(name)
                else:
                    _parts(self._text(self.path(name)) or "", self.workspace.relative(self.path(name)))
            except DocumentError as error:
                problems += error.problems
        return tuple(problems)

    def _names(self) -> list[str]:
        """The ids of all documents of the knowledge base, in order."""
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise DiskError(f"{self.folder}:1: {error.strerror}; mend it") from error
        return sorted(name[:-3] for name in names if name.endswith(".md") and not name.startswith("."))

    def path(self, document_id: str) -> Path:
        """The file of a fact, or of what was asked."""
        return self.folder / f"{document_id}.md"

    def _with(self, known: Mapping[str, Fact], new: NewFact, question: str, by: str) -> Fact:
        """Write a new fact, or its citation into the fact that says the same; returns the fact."""
        asked = _plain(question) if new.kind in ASKED else ""
        citation = Citation(new.place, _plain(new.quote), round(new.confidence, 3), by)
        candidate = Fact("", _plain(new.text), asked, new.kind, (citation,))
        fact = next((fact for fact in known.values() if _is_edited_form(fact, candidate)), None)
        alike = (fact for fact in known.values() if is_same(fact, candidate))
        fact = fact or next((fact for fact in alike if not new.worded or fact.text == candidate.text), None)
        if fact is None:
            fact = replace(candidate, id=f"fact-{digest(new.kind, asked, candidate.text)[:10]}")
            if self._make(self.path(fact.id), _new_text(fact)):
                return fact
            fact = self._load(fact.id) or fact  # another run found the same at the same moment
        return self._edited_fact(fact, lambda known: _with_citation(known, citation))

    def _without(self, fact: Fact, source: str, by: str) -> None:
        """Take the citations of a source by a document from a fact; one without citations is deleted."""

        def others(citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
            return tuple(old for old in citations if (old.digest, old.by) != (source, by))

        if others(fact.citations) or fact.edited:
            self._edited_fact(fact, others)
        else:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path(fact.id))

    def _edited_fact(self, fact: Fact, change: Callable[[tuple[Citation, ...]], tuple[Citation, ...]]) -> Fact:
        """Change the citations of a fact as its document has them now; returns the fact as it is then."""
        path = self.path(fact.id)
        shown = self.workspace.relative(path)

        def edit(text: str) -> str:
            known = _fact(text, fact.id, shown).citations
            new = change(known)
            return text if new == known else _spliced(text, new)

        self._edit(path, edit)
        return self._load(fact.id) or replace(fact, citations=change(fact.citations))

    def _record(self, by: str, source: str, question: str, ids: Sequence[str], model: str) -> None:
        path = self.path(_asked_id(source, question))
        keys: dict[str, Any] = {"knowledge": 1, "source": source, "question": _plain(question), "by": by}
        keys |= {"model": model} if model else {}
        keys["facts"] = list(dict.fromkeys(ids))
        head = front_matter.with_keys("", {}, keys)[0]
        said = (
            "\n".join(f"- [{name}]({name}.md)" for name in keys["facts"]) or "Nothing in the source answers it."
        )
        text = f"---\n{head}---\n# Asked of a source: {_plain(question)}\n\n{said}\n"
        if not self._make(path, text):
            self._edit(path, lambda _: text)

    def _recorded(self, source: str, question: str) -> list[str]:
        """The ids of the facts that were recorded before for a source and a question."""
        meta = self._question_record(source, question) or {}
        return [str(fact_id) for fact_id in meta.get("facts") or ()]

    def _question_record(self, source: str, question: str) -> Mapping[str, Any] | None:
        path = self.path(_asked_id(source, question))
        text = self._text(path)
        if text is None:
            return None
        meta, _ = _parts(text, self.workspace.relative(path))
        same = str(meta.get("source")) == source and same_question(str(meta.get("question")), question)
        return meta if same and isinstance(meta.get("facts"), list) else None

    def _load(self, fact_id: str) -> Fact | None:
        """Read a fact; None where there is none. Files that did not change are not read again."""
        path = self.path(fact_id)
        try:
            status = os.stat(path)
        except OSError:
            return None
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        if (read := self._read.get(fact_id)) is not None and read[0] == stamp:
            return read[1]
        text = self._text(path)
        if text is None:
            return None
        fact = _fact(text, fact_id, self.workspace.relative(path))
        self._read[fact_id] = stamp, fact
        return fact

    def _text(self, path: Path) -> str | None:
        try:
            return read_consistent(path, _LONGEST).decode("utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            problem = Problem(self.workspace.relative(path), 1, "it is no UTF-8 text", _REMEDY)
            raise DocumentError(problem) from error
        except OSError as error:
            raise DiskError(f"{path}:1: {error.strerror}; mend it, then resume") from error

    def _make(self, path: Path, text: str) -> bool:
        """Write a document that is not there; False where it is."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DiskError(f"{self.folder}:1: {error.strerror}; mend it, then resume") from error
        if path.exists():
            return False
        try:
            write_new(path, text.encode())
        except ChangedError:
            return False
        return True

    def _edit(self, path: Path, edit: Callable[[str], str]) -> None:
        """Change a document on top of whatever was saved meanwhile; one that is gone stays away."""
        for _ in range(_TRIES):
            text = self._text(path)
            if text is None or (new := edit(text)) == text:
                return
            try:
                left = replace_file(path, new.encode(), text.encode())
            except ChangedError as changed:
                left = changed.displaced[0] if changed.displaced else changed.unread
                if left is not None:
                    delete_temporary(left, text.encode())
                continue
            if left is not None:
                delete_temporary(left, text.encode())
            return
        raise DiskError(f"{path}:1: the file keeps changing while it is written; close what writes it")


def _plain(text: str) -> str:
    """A text of a model or a source as one line that is no part of a document or a chat."""
    return one_line(without_marks(text))


def _asked_id(source: str, question: str) -> str:
    return f"asked-{digest(source, tokens(question).row)[:12]}"


def _is_edited_form(fact: Fact, new: Fact) -> bool:
    """True where a person worded a fact otherwise that rests on the same quote for the same question."""
    if not fact.edited or (fact.kind, fact.question) != (new.kind, new.question):
        return False
    return any(_cites_the_same(citation, new.citations[0]) for citation in fact.citations)


def _cites_the_same(one: Citation, other: Citation) -> bool:
    return (one.digest, one.place.line, one.quote) == (other.digest, other.place.line, other.quote)


def _with_citation(known: tuple[Citation, ...], new: Citation) -> tuple[Citation, ...]:
    """Citations with a new one, which takes the place of one of the same quote."""
    for place, old in enumerate(known):
        if _cites_the_same(old, new):
            sure = max(old.confidence, new.confidence) if old.by != new.by else new.confidence
            return (*known[:place], replace(new, by=old.by or new.by, confidence=sure), *known[place + 1 :])
    return (*known, new)


def _new_text(fact: Fact) -> str:
    """A new document of a fact."""
    keys: dict[str, Any] = {"knowledge": 1, "id": fact.id, "kind": fact.kind}
    keys |= {"question": fact.question} if fact.question else {}
    keys["text"] = digest(fact.text)
    head = front_matter.with_keys("", {}, keys)[0]
    return _spliced(f"---\n{head}---\n# {fact.kind.capitalize()}\n\n{fact.text}\n", fact.citations)


def _spliced(text: str, citations: Sequence[Citation]) -> str:
    """The document with these citations; what a person wrote before and after their list stays."""
    match = _HEAD.match(text)
    if match is None:
        return text
    listed = {
        number: {
            "source": citation.digest,
            "path": citation.place.path,
            "line": citation.place.line,
            "page": citation.place.page,
            "confidence": citation.confidence,
            "by": citation.by,
        }
        for number, citation in enumerate(citations, 1)
    }
    marks = list(dict.fromkeys(citation.place.path for citation in citations))
    head = front_matter.replace_key(match[1], "untrusted", marks)
    head = front_matter.replace_key(head, "citations", listed)
    body = text[match.end() :]
    lines = "".join(
        f"{number}. “{citation.quote}” [{citation.place}]\n" for number, citation in enumerate(citations, 1)
    )
    if (heading := _CITATIONS.search(body)) is None:
        return f"---\n{head}---\n{body.rstrip()}\n\n## Citations\n{lines}"
    after = body[heading.end() :]
    rest = _QUOTE.sub("", after).lstrip("\n")
    rest = f"\n{rest}" if rest.strip() else ""
    return f"---\n{head}---\n{body[: heading.end()]}{lines}{rest}"


def _parts(text: str, path: str) -> tuple[dict[str, Any], str]:
    """The front matter and the text below it; raises DocumentError where there is none."""
    match = _HEAD.match(text)
    if match is None:
        raise DocumentError(Problem(path, 1, "no front matter between two lines ---", _REMEDY))
    try:
        return front_matter.load(match[1]), text[match.end() :]
    except FrontMatterError as error:
        raise DocumentError(Problem(path, error.line + 1, str(error), _REMEDY)) from None


def _fact(text: str, fact_id: str, path: str) -> Fact:
    """A fact from the text of its document; raises DocumentError where it is damaged."""
    meta, body = _parts(text, path)
    heading = _CITATIONS.search(body)
    said = _plain(_TITLE.sub("", body[: heading.start()] if heading else body))
    quotes = {int(match[1]): match[2] for match in _QUOTE.finditer(body[heading.end() :] if heading else "")}
    if not said:
        raise DocumentError(
            Problem(path, text.count("\n") + 1, "the fact has no text", "write it, or delete the file")
        )
    try:
        citations = tuple(
            Citation(
                Place(str(kept["path"]), int(kept["line"]), int(kept["page"]), str(kept["source"])),
                quotes[int(number)],
                float(kept["confidence"]),
                str(kept["by"]),
            )
            for number, kept in (meta.get("citations") or {}).items()
            if int(number) in quotes
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise DocumentError(
            Problem(path, 1, "'citations' is damaged", "restore it, or delete the file")
        ) from None
    kind = str(meta.get("kind", "fact"))
    return Fact(
        fact_id, said, str(meta.get("question", "")), kind, citations, digest(said) != str(meta.get("text"))
    )
