"""Extract the text of a PDF by a script in the sandbox, because PDFs are untrusted and parsers have bugs."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from pandora.document.plain_text import clean, line
from pandora.sandbox import scratch
from pandora.sandbox.process import Limits, run
from pandora.workspace.operation_context import OperationContext

PAGES, LONGEST = 60, 200_000
"""The most pages of a PDF, and the most characters of them, that `pdf_text` reads."""


@dataclass(frozen=True)
class PdfText:
    """A PDF's title, the texts of the pages that were read, the number of all pages, and what failed or ""."""

    title: str = ""
    texts: tuple[str, ...] = ()
    pages: int = 0
    failed: str = ""


def pdf_text(body: bytes, context: OperationContext) -> tuple[str, str, str]:
    """Return the title and text of a PDF, and what went wrong or ""; time and memory are limited."""
    pdf = pdf_pages(body, context)
    if pdf.failed:
        return "", "", pdf.failed
    read = len(pdf.texts)
    rest = f"\n[{read} of {pdf.pages} pages]" if read < pdf.pages else ""
    return pdf.title, "\n\n".join(pdf.texts)[:LONGEST] + rest, ""


def pdf_pages(
    body: bytes, context: OperationContext, pages: int = PAGES, longest: int = LONGEST, seconds: float = 20.0
) -> PdfText:
    """Return the text of a PDF page by page; no more is read than `pages`, `longest` characters and `seconds`.

    A PDF without text, such as scanned pictures, has failed.
    """
    import pypdf

    folder = scratch.make("pdf", context.workspace)
    try:
        path = folder / "page.pdf"
        path.write_bytes(body)
        script = Path(__file__).with_name("pdf_script.py")
        library = Path(pypdf.__file__).parent.parent
        program = (sys.executable, "-I", "-B", "-X", "utf8", str(script))
        command = (*program, str(path), str(pages), str(longest), str(library))
        output = max(1 << 20, 4 * longest + (1 << 20))
        limits = Limits(seconds=min(seconds, context.limits.seconds), memory=512 << 20, output=output)
        readable = (folder, script.parent, library)
        completed = run(command, cwd=folder, readable=readable, limits=limits, required=context.required)
    finally:
        scratch.discard(folder)
    if completed.timed_out:
        return PdfText(failed="a PDF that takes too long to read")
    if completed.code != 0:
        reason = line(completed.stderr.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1])
        return PdfText(failed=reason or "a PDF that cannot be read")
    try:
        parsed = json.loads(completed.stdout)
        title = line(str(parsed["title"]))
        texts = tuple(clean(str(text)).strip() for text in parsed["texts"])
        pdf = PdfText(title, texts, int(parsed["pages"]))
    except (ValueError, KeyError, TypeError):
        return PdfText(failed="a PDF that cannot be read")
    return pdf if any(pdf.texts) else PdfText(failed="a PDF of pictures, without text")
