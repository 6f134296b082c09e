"""Script that extracts a PDF's text; it runs in the sandbox, since PDFs are untrusted and parsers have bugs."""

from __future__ import annotations

import io
import json
import sys


def main() -> int:
    """Read the PDF named by the first argument; print its title, its pages' texts and their count as JSON.

    The second and third argument are the most pages and the most characters that are read. Further arguments
    are folders to import libraries from. Returns 1 if the PDF cannot be read.
    """
    path, most_pages, longest = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    sys.path.extend(sys.argv[4:])
    import pypdf

    with open(path, "rb") as file:
        data = file.read()
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            print("the PDF is locked by a password", file=sys.stderr)
            return 1
        texts: list[str] = []
        for page in reader.pages[:most_pages]:
            texts.append(page.extract_text())
            if sum(map(len, texts)) > longest:
                break
        title = str((reader.metadata.title if reader.metadata else "") or "")
        extracted = {"title": title, "texts": texts, "pages": len(reader.pages)}
    except Exception as error:  # pypdf raises whatever a broken file makes it raise
        print(f"not a readable PDF: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(json.dumps(extracted, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
