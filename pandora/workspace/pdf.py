"""Extract the text of a PDF by a script in the sandbox, because PDFs are untrusted and parsers have bugs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pandora.document.plain_text import clean, line
from pandora.sandbox import scratch
from pandora.sandbox.process import Limits, run
from pandora.workspace.operation_context import OperationContext


def pdf_text(body: bytes, context: OperationContext) -> tuple[str, str, str]:
    """Return the title and text of a PDF, and what went wrong or ""; time and memory are limited."""
    import pypdf

    folder = scratch.make("pdf", context.workspace)
    try:
        path = folder / "page.pdf"
        path.write_bytes(body)
        script = Path(__file__).with_name("pdf_script.py")
        library = Path(pypdf.__file__).parent.parent
        command = (sys.executable, "-I", "-B", "-X", "utf8", str(script), str(path), str(library))
        limits = Limits(seconds=min(20.0, context.limits.seconds), memory=512 << 20)
        readable = (folder, script.parent, library)
        done = run(command, cwd=folder, readable=readable, limits=limits, required=context.required)
    finally:
        scratch.discard(folder)
    if done.timed_out:
        return "", "", "a PDF that takes too long to read"
    if done.code != 0:
        reason = line(done.stderr.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1])
        return "", "", reason or "a PDF that cannot be read"
    try:
        parsed = json.loads(done.stdout)
        title, text = line(str(parsed["title"])), clean(str(parsed["text"])).strip()
        rest = f"\n[{parsed['read']} of {parsed['pages']} pages]" if parsed["read"] < parsed["pages"] else ""
    except (ValueError, KeyError, TypeError):
        return "", "", "a PDF that cannot be read"
    return (title, text + rest, "") if text else ("", "", "a PDF of pictures, without text")
