"""A page as text, as people and models see it, and read back where nothing but its text is there."""

from __future__ import annotations

import re

from pandora.web.page import Page

SHOWN = 12_000
"""Characters of a page's text that are shown."""
_UNTITLED = "without a title"
_TITLE = re.compile(r"Page: (.*)")
_ADDRESS = re.compile(r"Address: (\S+)")
_FACT = re.compile(r"- ([^:]+): (.*)")
_LINK = re.compile(r"\d+\. (.*) <(https?://[^<>\s]+)>")


def shown(page: Page) -> str:
    """The page as a result: what code found first, then its text, indented, and its links."""
    lines = [f"Page: {page.title or _UNTITLED}", f"Address: {page.address}"]
    if page.facts:
        lines += ["Facts:", *(f"- {name}: {value}" for name, value in page.facts)]
    for table in page.tables:
        rows = ("| " + " | ".join(cell.replace("|", "/") for cell in row) + " |" for row in table)
        lines += ["Table:", *rows]
    if page.text:
        lines += ["Text:", *(f"  {line}" for line in page.text[:SHOWN].split("\n"))]
        if len(page.text) > SHOWN:
            lines.append(f"  [… {len(page.text) - SHOWN} characters left out …]")
    if page.links:
        lines.append("Links:")
        lines += [f"{number}. {words} <{link}>" for number, (words, link) in enumerate(page.links, 1)]
    return "\n".join(lines)


def read_shown(text: str) -> Page:
    """The page of a result that `shown` wrote and a person may have edited; what is not there is empty."""
    title = address = section = ""
    facts: dict[str, str] = {}
    tables: list[list[tuple[str, ...]]] = []
    words: list[str] = []
    links: list[tuple[str, str]] = []
    for line in text.split("\n"):
        if line in ("Facts:", "Table:", "Text:", "Links:"):
            section = line
            if section == "Table:":
                tables.append([])
        elif not section:
            title = match[1] if (match := _TITLE.fullmatch(line)) else title
            address = match[1] if (match := _ADDRESS.fullmatch(line)) else address
        elif section == "Facts:" and (match := _FACT.fullmatch(line)):
            facts.setdefault(match[1], match[2])
        elif section == "Table:" and line.startswith("| ") and line.endswith(" |"):
            tables[-1].append(tuple(cell.strip() for cell in line[2:-2].split(" | ")))
        elif section == "Text:":
            words.append(line.removeprefix("> ").strip())
        elif section == "Links:" and (match := _LINK.fullmatch(line)):
            links.append((match[1], match[2]))
    return Page(
        "" if title == _UNTITLED else title,
        "\n".join(words),
        tuple(facts.items()),
        tuple(tuple(table) for table in tables if table),
        tuple(links),
        address,
    )
