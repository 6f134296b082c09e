"""What reads files and pages of strangers, each as one function that fails where a promise is broken.

No crash, no hang over 2 seconds, no memory over 500 MB: what is wrong is told by the errors that say so.
"""

from __future__ import annotations

import json
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from pandora.check.lint import lint
from pandora.check.token_costs import WORDS
from pandora.disk.layout import Workspace
from pandora.document import front_matter as meta
from pandora.document.body import parse, render
from pandora.document.form import FormError, parse_form
from pandora.document.grammar import to_gbnf
from pandora.document.instructions import read_instructions
from pandora.document.operation_script import ScriptError, read_script
from pandora.document.state_document import parse_document
from pandora.errors import DocumentError, PandoraError
from pandora.operations.lookup_results import LookupResult, decode_lookup_result
from pandora.programs.page_files import as_csv, rows_of
from pandora.web.html_page import html_page
from pandora.web.page_text import page_as_text, parse_page_text
from tests.engine.small_system import write_system
from tests.peak_memory import peak_bytes

SECONDS, MEGABYTES = 10.0, 500
URL = "http://example.org/a/b"


class Hung(BaseException):
    """A reader took more time of the processor than it may: nothing in the engine takes this for an error."""


@contextmanager
def bounded() -> Iterator[None]:
    """In here one reading may take so many seconds of the processor and so much more memory."""

    def stop(number: int, frame: object) -> None:
        raise Hung(f"it took more than {2 * SECONDS} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, 2 * SECONDS)
    began, held = time.process_time(), megabytes()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert time.process_time() - began < SECONDS
    assert megabytes() - held < MEGABYTES


def megabytes() -> float:
    """The most memory that this process has held."""
    return peak_bytes() / 2**20


def document(text: str, number: int = 3, body: str = "x") -> None:
    """A state document: it is kept byte for byte, and a section spliced into it changes no other."""
    with bounded(), suppress(DocumentError):
        found = parse_document(text)
        assert found.text == text
        again = found.splice(number, body).with_meta(status="failed", used={"calls": 1})
        assert parse_document(again.text).meta["status"] == "failed"
        for each in set(range(6)) - {number}:
            assert again.body(each) == found.body(each)


def front_matter(text: str) -> None:
    """Keys and plain data and nothing else; one more key changes no other."""
    with bounded(), suppress(meta.FrontMatterError):
        found = meta.load(text)
        json.dumps(found, allow_nan=True)
        assert meta.load(meta.replace_key(text, "added", [1, "x"]))["added"] == [1, "x"]


def form(notation: str, body: str) -> None:
    """A form and a section that is read by it."""
    with bounded(), suppress(FormError):
        found = parse_form(notation).bind(menu=("read", "python"))
        parsed = parse(found, body)
        to_gbnf(found)
        render(found, parsed.values)


def pattern(text: str) -> None:
    """A pattern, read, linted in its workspace, and read as a script."""
    root = _workspace()
    path = root / "system" / "operations" / "p.md"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with bounded():
        with suppress(PandoraError):
            read_instructions(path, "p.md")
        for problem in lint(Workspace(root), WORDS):
            assert problem.line >= 1
            assert "\x1b" not in problem.path
    with bounded(), suppress(ScriptError):
        read_script("p", text)


def page(body: bytes, charset: str = "utf-8") -> None:
    """A page, taken apart, shown, and read back from what was shown."""
    with bounded():
        whole = html_page(body, charset, URL)
        text = page_as_text(whole)
        for line in text.split("\n"):
            known = ("Page: ", "Address: ", "- ", "| ", "  ", "Facts:", "Table:", "Text:", "Links:")
            assert line.startswith(known) or line[:1].isdigit()
            assert not set(line) & {"\x00", "\x1b", "\u202e", "\u200b", "\ud800"}
        assert decode_lookup_result(LookupResult(pages=(whole,)).encoded()) == LookupResult(pages=(whole,))
        for value in (whole, parse_page_text(text)):
            as_csv(rows_of([value]))


@cache
def _workspace() -> Path:
    """A small workspace of this process, which goes with it."""
    root = Path(tempfile.mkdtemp(prefix="readers-"))
    write_system(root / "system")
    (root / "state").mkdir()
    (root / "system" / "operations").mkdir(exist_ok=True)
    return root


def _form(data: bytes) -> None:
    notation, _, body = _text(data).partition("\n\n")
    form(notation, body)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


READERS: Mapping[str, Callable[[bytes], None]] = {
    "documents": lambda data: document(_text(data)),
    "front matter": lambda data: front_matter(_text(data)),
    "forms": _form,
    "patterns": lambda data: pattern(data.decode("utf-8", "replace")),
    "HTML": page,
}
"""Each reader, of bytes as a fuzzer makes them."""
