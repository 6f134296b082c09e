"""Documents for the tests of research: a PDF of several pages, and a folder with a file of each kind."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path


def pdf(pages: Sequence[str]) -> bytes:
    """A PDF with one line of text on each page, written by hand; "" is a page without text."""
    first = 4
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    parts = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for number, text in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET" if text else ""
        parts.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {first + 2 * number + 1} 0 R"
            "/Resources<</Font<</F1 3 0 R>>>>>>"
        )
        parts.append(f"<</Length {len(stream)}>>stream\n{stream}\nendstream")
    out, places = io.BytesIO(b"%PDF-1.4\n"), list[int]()
    out.seek(0, io.SEEK_END)
    for number, part in enumerate(parts, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj{part}endobj\n".encode())
    start = out.tell()
    out.write(f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n".encode())
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(f"trailer<</Size {len(parts) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF".encode())
    return out.getvalue()


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder; returns the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder
