"""The files of a documents folder as sources: what is read of each, and where a place in its text is.

A source is known by the digest of its bytes, so that one file under two names is one source. Its text is data,
whatever it says: who shows it to a model quotes it, and marks what is made from it as untrusted.
"""

from __future__ import annotations

import hashlib
import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.parser import HeaderParser
from pathlib import Path

from pandora.document.offline_page import is_own_page
from pandora.document.plain_text import clean, line
from pandora.errors import UsageError
from pandora.operations.document_index import SKIPPED
from pandora.regular_file import digest_regular, read_regular, size_in_words
from pandora.web.html_page import html_page
from pandora.web.page import Page
from pandora.workspace.file_head import Head
from pandora.workspace.operation_context import OperationContext
from pandora.workspace.pdf import pdf_pages

KINDS = {
    **dict.fromkeys((".md", ".markdown"), "markdown"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    ".pdf": "pdf",
    **dict.fromkeys((".txt", ".text", ".rst", ".org", ".adoc", ".tex", ".log", ".eml"), "text"),
    **dict.fromkeys((".csv", ".tsv", ".json", ".jsonl", ".yaml", ".yml", ".toml", ".py"), "text"),
}
"""The endings of the files that are read, and how."""
LARGEST = {"text": 8 << 20, "markdown": 8 << 20, "html": 2 << 20, "pdf": 64 << 20}
"""The most bytes of a file that are read, by kind; of a longer PDF nothing can be read."""
PAGES, LONGEST, SECONDS = 500, 4_000_000, 60.0
"""The most pages and characters of a PDF that are read, and the most seconds that it may take."""
_WRITTEN = re.compile(r"pandora\.toml|reports/research-[^/]+\.md")
"""Files of a workspace that are no documents: its settings, and the reports of earlier research."""
_BREAKS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""What some take for a line's end and an editor's line numbers do not count."""
_HEADER = re.compile(r"(?:From \S.*\n)?[A-Za-z][A-Za-z0-9-]*:[ \t]")
_LONGEST_HEADER = 1 << 16
_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*?)[ \t#]*$", re.M)


class NoSourcesError(UsageError):
    """There is nothing to research in: no file that is read, or none that has a text."""


@dataclass(frozen=True)
class Place:
    """Where something stands: the path, the line of the source's text, the page or 0, the source's digest."""

    path: str
    line: int
    page: int = 0
    digest: str = ""

    def __str__(self) -> str:
        return f"{self.path}, page {self.page}" if self.page else f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Source:
    """A file to research in. `digest` is the SHA-256 of its bytes, in hexadecimal, and is what it is known by.

    `path` is relative to the workspace where it lies inside; `also` are other names of the same bytes. `pages`
    counts the pages of a PDF. `note` says what of it was not read, or is "".
    """

    digest: str
    path: str
    kind: str
    title: str
    also: tuple[str, ...] = ()
    pages: int = 0
    note: str = ""

    def __str__(self) -> str:
        return f"{self.path} ({self.digest[:12]})"


@dataclass(frozen=True)
class LeftOut:
    """A file that is no source, and why."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


@dataclass(frozen=True)
class SourceText:
    """The text of a source. `pages` are the lines at which its pages begin; () where it has none."""

    source: Source
    text: str
    pages: tuple[int, ...] = ()

    def place(self, offset: int) -> Place:
        """Where the character at `offset` stands."""
        return self.place_of_line(self.text.count("\n", 0, offset) + 1)

    def place_of_line(self, line: int) -> Place:
        """Where a line of the text stands; lines count from 1."""
        return Place(self.source.path, line, bisect_right(self.pages, line), self.source.digest)


@dataclass(frozen=True)
class FoundFile:
    """A file of a documents folder: the path to show, where it is, and what tells that it changed."""

    shown: str
    path: Path
    stamp: str


@dataclass(frozen=True)
class ReadFile:
    """What was read of a file; `failed` says why it is no source, or is "". `pages` as in `SourceText`."""

    digest: str = ""
    kind: str = ""
    title: str = ""
    text: str = ""
    pages: tuple[int, ...] = ()
    note: str = ""
    failed: str = ""


def files_in(folder: Path, context: OperationContext) -> Iterator[FoundFile | LeftOut]:
    """The files below `folder`, always in the same order, and those that are left out.

    Hidden files, files that the policy denies reading, and links are passed over; so are the workspace's own
    folders where `folder` is the workspace. Raises NoSourcesError where `folder` cannot be listed.
    """
    root = Path(os.path.realpath(context.workspace))
    top = Path(os.path.realpath(folder))
    try:
        os.scandir(top).close()
    except OSError as error:
        raise NoSourcesError(f"{folder}: {error.strerror}; --documents takes a folder with documents") from None
    folders = [top]
    while folders:
        here = folders.pop()
        try:
            with os.scandir(here) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            yield LeftOut(_shown(here, root), f"cannot be listed: {error.strerror}")
            continue
        inner = []
        for entry in entries:
            path = here / entry.name
            if entry.name.startswith(".") or entry.is_symlink() or not entry.name.isprintable():
                continue
            shown, below = _shown(path, root), path.relative_to(top).as_posix()
            if context.hides(below) or (path.is_relative_to(root) and context.hides(shown)):
                continue
            if top == root and _WRITTEN.fullmatch(below):
                continue
            if entry.is_dir(follow_symlinks=False):
                if here != root or entry.name not in SKIPPED:
                    inner.append(path)
            elif path.suffix.lower() not in KINDS:
                yield LeftOut(shown, f"files of the kind {path.suffix or 'without an ending'} are not read")
            else:
                try:
                    status = entry.stat(follow_symlinks=False)
                except OSError as error:
                    yield LeftOut(shown, f"cannot be read: {error.strerror}")
                    continue
                stamp = f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
                yield FoundFile(shown, path, stamp)
        folders += reversed(inner)


def _shown(path: Path, root: Path) -> str:
    """A path relative to the workspace where it lies inside, else the whole of it."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def read_file(file: FoundFile, folder: Path, context: OperationContext) -> ReadFile:
    """Read a file that lies in `folder`; whatever is wrong with it stands in `failed`."""
    kind = KINDS[file.path.suffix.lower()]
    try:
        data, whole = read_regular(file.path, LARGEST[kind], inside=folder, links=False)
        digest = hashlib.sha256(data).hexdigest()
        if not whole:
            digest = digest_regular(file.path, inside=folder, links=False)
    except OSError as error:
        return ReadFile(failed=f"cannot be read: {error.strerror}")
    note = "" if whole else f"only its first {size_in_words(len(data))} were read"
    if kind == "pdf":
        if not whole:
            return ReadFile(digest, failed=f"a PDF of more than {size_in_words(len(data))}")
        return _read_pdf(digest, data, context, file.path.stem)
    if kind == "html" and is_own_page(data):
        return ReadFile(digest, failed="it is a page that Pandora made")
    if kind == "html":
        page = html_page(data, "", "http://localhost/")
        title, text = page.title, page_text(page)
    else:
        head = Head(data, len(data) + (not whole))
        if head.binary:
            return ReadFile(digest, failed="it is not text")
        text = clean(_BREAKS.sub(" ", head.text.replace("\r", "\n")))
        heading = _HEADING.search(text) if kind == "markdown" else None
        title = line(heading[2]) if heading else ""
        if kind == "text" and (subject := _subject(text)) is not None:
            kind, title = "mail", line(subject)
    if not text.strip():
        return ReadFile(digest, failed="it has no text")
    return ReadFile(digest, kind, title or file.path.stem, text, note=note)


Headings = tuple[tuple[int, str], ...]
"""The headings that a line of markdown stands under, each with its depth, the outermost first."""


def heading_at(text: str, above: Headings) -> Headings:
    """The headings from this line of markdown on; `above` where it is no heading."""
    match = _HEADING.match(text)
    if match is None:
        return above
    depth = len(match[1])
    return (*(heading for heading in above if heading[0] < depth), (depth, match[2]))


def headings_of(text: str) -> dict[int, Headings]:
    """The headings of a markdown text by their lines, each with those above it."""
    headings: dict[int, Headings] = {}
    above: Headings = ()
    for number, written in enumerate(text.split("\n"), 1):
        if (now := heading_at(written, above)) is not above:
            headings[number] = above = now
    return headings


def _subject(text: str) -> str | None:
    """The subject of a mail; None where the text does not begin with the header of one.

    The whole header and the body stay as they are in the file, so that their lines can be cited.
    """
    if _HEADER.match(text) is None:
        return None
    header = HeaderParser().parsestr(text[:_LONGEST_HEADER])
    if not (header["from"] and (header["date"] or header["received"] or header["message-id"])):
        return None
    subject = str(header["subject"] or "")
    try:
        return str(make_header(decode_header(subject)))
    except (LookupError, ValueError, HeaderParseError):
        return subject


def _read_pdf(digest: str, data: bytes, context: OperationContext, stem: str) -> ReadFile:
    pdf = pdf_pages(data, context, PAGES, LONGEST, SECONDS)
    if pdf.failed:
        return ReadFile(digest, failed=pdf.failed)
    starts, number = list[int](), 1
    for text in pdf.texts:
        starts.append(number)
        number += text.count("\n") + 2
    note = f"only {len(pdf.texts)} of its {pdf.pages} pages were read" if len(pdf.texts) < pdf.pages else ""
    return ReadFile(digest, "pdf", pdf.title or stem, "\n\n".join(pdf.texts), tuple(starts), note)


def page_text(page: Page) -> str:
    """The text of a page of HTML: its words, then the facts and the rows of tables that are not among them."""
    parts = [page.text]
    known = page.text
    facts = [f"{name}: {value}" for name, value in page.facts if value not in known]
    if facts:
        parts.append("\n".join(facts))
    for table in page.tables:
        rows = [" | ".join(row) for row in table if not all(cell in known for cell in row)]
        if rows:
            parts.append("\n".join(rows))
    return "\n\n".join(filter(None, parts))
