"""Run the commands of the pages with a real model: `python -m tests.docs_check [PAGE…] [--update]`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.docs_check import passes
from tests.docs_check.page_blocks import PAGES, ROOT, Page, read_page
from tests.docs_check.session import check_page

PASSED, DIFFERS, WRITTEN, EARLIER, STOPPED = (
    "passed",
    "DIFFERS",
    "written anew",
    "passed before",
    "NOT CHECKED",
)


@dataclass
class Row:
    """A page's line of the table at the end."""

    page: Page
    result: str = STOPPED
    left_out: int = 0
    seconds: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the pages; returns 1 where one differs and is not updated, or was not reached.

    What passed at the commit that is checked out is not run again, so the same command goes on where it was
    stopped.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.docs_check", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="Such as docs/documents.md; else all pages.")
    parser.add_argument("--model", help="The model; else the default one.")
    parser.add_argument("--again", action="store_true", help="Run also what passed at this commit before.")
    parser.add_argument(
        "--update",
        action="store_true",
        help="Put what was printed into the pages that differ, except answers without the page's facts.",
    )
    options = parser.parse_args(arguments)
    at = passes.commit()
    before = {} if options.again else passes.passed(at, options.model)
    if not at:
        print(
            "git status names files that no commit has: passes are not kept, and a stopped check begins anew",
            flush=True,
        )
    rows = [Row(page) for name in options.pages or PAGES if (page := read_page(name)).commands or page.problems]
    try:
        for row in rows:
            if row.page.name in before:
                row.result = EARLIER
            else:
                _check(row, options.model, update=options.update)
            if row.result == PASSED:
                passes.keep(at, options.model, row.page.name, row.seconds)
    except KeyboardInterrupt:
        print("stopped", flush=True)
    print(table(rows, at), flush=True)
    return 1 if any(row.result in (DIFFERS, STOPPED) for row in rows) else 0


def _check(row: Row, model: str | None, *, update: bool) -> None:
    """Do what a page says, and say where it differs."""
    began = time.monotonic()
    checked = check_page(row.page, model, say=lambda line: print(line, flush=True))
    row.seconds = time.monotonic() - began
    row.left_out = len(checked.left_out)
    for line in (*checked.left_out, *checked.differing):
        print(line, flush=True)
    if checked.differing and update and checked.text != row.page.text:
        (ROOT / row.page.name).write_text(checked.text, encoding="utf-8")
        print(f"{row.page.name}: written anew; look at it with git diff", flush=True)
        row.result = WRITTEN
    else:
        row.result = DIFFERS if checked.differing else PASSED


def table(rows: Sequence[Row], at: str) -> str:
    """What came out, a line for each page, and the count of each result."""
    width = max((len(row.page.name) for row in rows), default=0)
    lines = [f"{'page':{width}}  {'result':13}  commands  not run  seconds"]
    for row in rows:
        known = row.result not in (EARLIER, STOPPED)
        cells = (f"{row.left_out:7}", f"{row.seconds:7.0f}") if known else ("", "")
        commands = f"{len(row.page.commands):8}"
        lines.append(f"{row.page.name:{width}}  {row.result:13}  {commands}  {'  '.join(cells)}".rstrip())
    results = [row.result for row in rows]
    counts = ", ".join(f"{results.count(result)} {result}" for result in dict.fromkeys(results))
    return "\n".join(["", *lines, "", f"{len(rows)} pages with commands at {at[:8] or 'no commit'}: {counts}"])


if __name__ == "__main__":
    sys.exit(main())
