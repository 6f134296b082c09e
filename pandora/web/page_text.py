"""A fetched page read back from its result, and rows made of what several pages say."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pandora.programs.inside.numerals import number

_TITLE = re.compile(r"Page: (.*)")
_ADDRESS = re.compile(r"Address: (\S+)")
_FACT = re.compile(r"- ([^:]+): (.*)")
_LINK = re.compile(r"\d+\. (.*) <(https?://[^<>\s]+)>")
_AMOUNT = re.compile(r"(?:[A-Z]{3}|[$€£¥])?\s?\d[\d,.' ]*\s?(?:[A-Z]{3}|[$€£¥])?")
Rows = list[list[str]]


@dataclass(frozen=True)
class Shown:
    """A page as its result shows it."""

    title: str
    address: str
    facts: dict[str, str]
    tables: tuple[Rows, ...]
    text: str
    links: tuple[tuple[str, str], ...]

    @property
    def index(self) -> bool:
        """True where a page is for the most part a list of links to others."""
        words = len(re.findall(r"\w+", self.text))
        linked = sum(len(re.findall(r"\w+", words)) for words, _ in self.links)
        return len(self.links) >= 3 and linked * 10 >= words * 3


def read_shown(text: str) -> Shown:
    """The parts of a result of `fetch` or `websearch`; what is not there is empty."""
    title = address = section = ""
    facts: dict[str, str] = {}
    tables: list[Rows] = []
    words: list[str] = []
    links: list[tuple[str, str]] = []
    for line in text.split("\n"):
        if line in ("Facts:", "Table:", "Text:", "Links:"):
            section = line
            if section == "Table:":
                tables.append([])
        elif not section:
            title = found[1] if (found := _TITLE.fullmatch(line)) else title
            address = found[1] if (found := _ADDRESS.fullmatch(line)) else address
        elif section == "Facts:" and (found := _FACT.fullmatch(line)):
            facts.setdefault(found[1], found[2])
        elif section == "Table:" and line.startswith("| ") and line.endswith(" |"):
            tables[-1].append([cell.strip() for cell in line[2:-2].split(" | ")])
        elif section == "Text:":
            words.append(line.removeprefix("> ").strip())
        elif section == "Links:" and (found := _LINK.fullmatch(line)):
            links.append((found[1], found[2]))
    return Shown(title, address, facts, tuple(each for each in tables if each), "\n".join(words), tuple(links))


def rows_of(pages: Sequence[Shown]) -> Rows:
    """The largest table that the pages give, its header first: their facts, a row a page, or one of their own.

    The last column says which page a row is from. [] where there are fewer than two rows.
    """
    telling = [page for page in pages if page.facts]
    names = list(dict.fromkeys(name for page in telling for name in page.facts))
    names = [name for name in names if sum(name in page.facts for page in telling) * 2 >= len(telling)]
    best: Rows = []
    if len(telling) >= 2 and names:
        columns = [name for name in names if name != "name"]
        best = [["name", *columns, "page"]]
        for page in telling:
            values = [page.facts.get(name, "") for name in columns]
            best.append([page.facts.get("name", page.title), *values, page.address])
    for page in pages:
        for table in page.tables:
            width = len(table[0])
            rows = [[*row, *[""] * width][:width] for row in table]
            if len(rows) > 2 and width * len(rows) > sum(map(len, best)):
                best = [[*rows[0], "page"], *([*row, page.address] for row in rows[1:])]
    return best if len(best) > 2 else []


def as_csv(rows: Rows) -> str:
    """The rows as CSV; a column of amounts becomes one of plain numbers."""
    columns = [_plain(list(column)) for column in zip(*rows[1:], strict=True)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows(zip(*columns, strict=True))
    return out.getvalue()


def _plain(values: list[str]) -> list[str]:
    given = [value for value in values if value]
    if not given or not all(_AMOUNT.fullmatch(value) and len(value) < 30 for value in given):
        return values
    try:
        return [str(number(value)) if value else "" for value in values]
    except (ValueError, ArithmeticError):
        return values
