"""Files made from fetched pages for programs to read: the pages' rows as CSV, or else their text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from pandora.errors import DiskError, RefusedError
from pandora.programs.inside.numerals import number
from pandora.programs.inside.program_runner import PAGES
from pandora.regular_file import read_regular
from pandora.web.address import URL
from pandora.web.page import Page
from pandora.web.page_facts import Rows

FOLDER = PAGES
"""The folder of these files, which are named by a digest of their content and can be deleted at any time."""
ROWS, WORDS = ".csv", ".txt"
"""The endings of the files with the rows and with the text of pages."""
_OF_ROWS = (ROWS, ".tsv", ".json")
CITED = 3
"""The most pages that are named as the sources of an answer."""
_AMOUNT = re.compile(r"(?:[A-Z]{3}|[$€£¥])?\s?\d[\d,.' ]*\s?(?:[A-Z]{3}|[$€£¥])?")
_URL = re.compile(rf"\s*\b(?:(?:at|on|from|in|of|see|under|by|via)\s+)?<?{URL}>?", re.I)
_ASKS_MANY = re.compile(
    r"\b(?:\w+est|most|least|how many|count|number of|average|mean|median|total|sum|which|list|all|every|each|"
    r"compare|between|under|over|below|above|less|more|fewer|than|top|rank\w*|sort\w*)\b",
    re.I,
)


def without_addresses(text: str) -> str:
    """Remove URLs and the prepositions before them; a text that would become empty is returned unchanged."""
    return re.sub(r"\s+([.,;?!])", r"\1", _URL.sub("", text)).strip() or text


def asks_of_many(request: str) -> bool:
    """True where a request's words ask of many rows: to count, compare, rank or list them."""
    return bool(_ASKS_MANY.search(without_addresses(request)))


def needs_rows(request: str, pages: Sequence[Page], documents: Sequence[str]) -> bool:
    """True where a request asks of many rows, and the pages or the documents that were found hold rows."""
    if not asks_of_many(request):
        return False
    return any(path.endswith(_OF_ROWS) for path in documents) or bool(rows_of(pages))


def takes_rows(globs: Sequence[str]) -> bool:
    """True where a pattern that needs files matching `globs` can work on the rows that `files_of` writes."""
    return any(glob.endswith(ROWS) for glob in globs)


def rows_of(pages: Sequence[Page]) -> Rows:
    """Return the largest table from the pages, header first: a table of one page, or all facts, a page a row.

    The last column says which page a row is from; a column of amounts holds plain numbers. () where there are
    fewer than two rows.
    """
    facts = [(page, dict(page.facts)) for page in pages if page.facts]
    names = list(dict.fromkeys(name for _, page_facts in facts for name in page_facts))
    names = [name for name in names if sum(name in page_facts for _, page_facts in facts) * 2 >= len(facts)]
    largest: list[tuple[str, ...]] = []
    if len(facts) >= 2 and names:
        columns = [name for name in names if name != "name"]
        largest = [("name", *columns, "page")]
        for page, page_facts in facts:
            values = [page_facts.get(name, "") for name in columns]
            largest.append((page_facts.get("name", page.title), *values, page.address))
    for page in pages:
        for table in page.tables:
            width = len(table[0])
            rows = [(*row, *("",) * width)[:width] for row in table]
            if len(rows) > 2 and width * len(rows) > sum(map(len, largest)):
                largest = [(*rows[0], "page"), *((*row, page.address) for row in rows[1:])]
    if len(largest) < 3:
        return ()
    plain = [_plain_numbers(list(column)) for column in zip(*largest[1:], strict=True)]
    return (largest[0], *zip(*plain, strict=True))


def _plain_numbers(values: list[str]) -> list[str]:
    """Return a column's values, written as plain numbers where all of them are amounts."""
    given = [value for value in values if value]
    if not given or not all(_AMOUNT.fullmatch(value) and len(value) < 30 for value in given):
        return values
    try:
        return [str(number(value)) if value else "" for value in values]
    except (ValueError, ArithmeticError):
        return values


def files_of(pages: Sequence[Page], root: Path, *, tables: bool) -> list[str]:
    """Write the pages to a file below `root` and return its path from there, in a list.

    The file holds rows where `tables` is True and the pages have rows; else the text of all pages that have
    an address. Returns [] where no page has one. Raises DiskError or RefusedError where it cannot be written.
    """
    if tables and (rows := rows_of(pages)):
        return [_write_file(root, as_csv(rows), ROWS)]
    texts = [_page_text(page) for page in pages if page.address]
    return [_write_file(root, "\n\n".join(texts), WORDS)] if texts else []


def as_csv(rows: Rows) -> str:
    """The rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def named_pages(pages: Sequence[Page], output: str) -> list[str]:
    """Return the addresses of the pages whose row's name is in the output, or else of the first page."""
    words, rows = output.casefold(), rows_of(pages)
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    named = [
        record["page"]
        for record in records
        if len(record.get("name", "")) > 2 and record["name"].casefold() in words
    ]
    named = named or [page.address for page in pages if page.address][:1]
    return list(dict.fromkeys(named))[:CITED]


def _page_text(page: Page) -> str:
    facts = "".join(f"{name}: {value}\n" for name, value in page.facts)
    tables = "".join(" | ".join(row) + "\n" for table in page.tables for row in table)
    return f"{page.title}\n{facts}{tables}{page.text}"


def _write_file(root: Path, text: str, ending: str) -> str:
    """Write `text` to a file named by its digest, unless it exists; returns its path from `root`."""
    data = text.encode("utf-8", "replace")
    path = root / FOLDER / f"{sha256(data).hexdigest()[:16]}{ending}"
    try:
        if path.parent.is_symlink() or path.is_symlink():
            raise RefusedError(f"{FOLDER}: a link stands in its place; remove it")
        path.parent.mkdir(parents=True, exist_ok=True)
        ignore = root / FOLDER / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        if not path.is_file() or read_regular(path, len(data), inside=root) != (data, True):
            path.write_bytes(data)
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror}; mend it, then resume") from error
    return path.relative_to(root).as_posix()
