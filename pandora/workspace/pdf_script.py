"""Script that extracts a PDF's text; it runs in the sandbox, since PDFs are untrusted and parsers have bugs."""

from __future__ import annotations

import io
import json
import sys

PAGES = 60
LONGEST = 200_000


def main() -> int:
    """Read the PDF named by the first argument; print its title, text and page counts as JSON.

    Further arguments are folders to import libraries from. Returns 1 if the PDF cannot be read.
    """
    sys.path.extend(sys.argv[2:])
    import pypdf

    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            print("the PDF is locked by a password", file=sys.stderr)
            return 1
        texts: list[str] = []
        for page in reader.pages[:PAGES]:
            texts.append(page.extract_text())
            if sum(map(len, texts)) > LONGEST:
                break
        title = str((reader.metadata.title if reader.metadata else "") or "")
        extracted = {
            "title": title,
            "text": "\n\n".join(texts)[:LONGEST],
            "pages": len(reader.pages),
            "read": len(texts),
        }
    except Exception as error:  # pypdf raises whatever a broken file makes it raise
        print(f"not a readable PDF: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(json.dumps(extracted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
