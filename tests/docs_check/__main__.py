"""Run the commands of the pages with a real model: `python -m tests.docs_check [PAGE…] [--update]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.docs_check.page_blocks import PAGES, ROOT, read_page
from tests.docs_check.session import check_page


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the pages; returns 1 where one differs from what was printed and is not updated."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs_check", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="Such as docs/documents.md; else all pages.")
    parser.add_argument("--model", help="The model; else the default one.")
    parser.add_argument(
        "--update",
        action="store_true",
        help="Put what was printed into the pages that differ, except answers without the page's facts.",
    )
    options = parser.parse_args(arguments)
    differ = 0
    for name in options.pages or PAGES:
        page = read_page(name)
        checked = check_page(page, options.model, say=lambda line: print(line, flush=True))
        for line in (*checked.left_out, *checked.differing):
            print(line, flush=True)
        if checked.differing and options.update and checked.text != page.text:
            (ROOT / name).write_text(checked.text, encoding="utf-8")
            print(f"{name}: written anew; look at it with git diff", flush=True)
        elif checked.differing:
            differ += 1
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
