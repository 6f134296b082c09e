"""A page as the text that people and models read, and the way back from that text to a page."""

from __future__ import annotations

import re

from pandora.web.page import Page

MAX_TEXT = 12_000
"""Characters of a page's text that are shown."""
_UNTITLED = "without a title"
_TITLE = re.compile(r"Page: (.*)")
_ADDRESS = re.compile(r"Address: (\S+)")
_FACT = re.compile(r"- ([^:]+): (.*)")
_LINK = re.compile(r"\d+\. (.*) <(https?://[^<>\s]+)>")


def page_as_text(page: Page) -> str:
    """The page as the text of a result: title, facts and tables, then its text, indented, and its links."""
    lines = [f"Page: {page.title or _UNTITLED}", f"Address: {page.address}"]
    if page.facts:
        lines += ["Facts:", *(f"- {name}: {value}" for name, value in page.facts)]
    for table in page.tables:
        rows = ("| " + " | ".join(cell.replace("|", "/") for cell in row) + " |" for row in table)
        lines += ["Table:", *rows]
    if page.text:
        lines += ["Text:", *(f"  {line}" for line in page.text[:MAX_TEXT].split("\n"))]
        if len(page.text) > MAX_TEXT:
            lines.append(f"  [… {len(page.text) - MAX_TEXT} characters left out …]")
    if page.links:
        lines.append("Links:")
        lines += [f"{number}. {words} <{link}>" for number, (words, link) in enumerate(page.links, 1)]
    return "\n".join(lines)


def parse_page_text(text: str) -> Page:
    """The page that `page_as_text` wrote and a person may have edited since; missing parts are empty."""
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
