"""Facts of an HTML page as pairs and rows: metadata, visible `name: value` pairs, tables, repeated blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pandora.document.plain_text import line

MAX_ROWS = 80
Rows = tuple[tuple[str, ...], ...]
_FACT = re.compile(r"([A-Za-z][\w ()/-]{0,30}?)\s?[:：]\s+(\S.{0,60})")


def structured_facts(root: Any) -> Iterator[tuple[str, str]]:
    """Facts in the page's metadata: schema.org in JSON-LD and in attributes."""
    for script in root.iter("script"):
        if (script.get("type") or "").lower() == "application/ld+json" and script.text:
            try:
                value = json.loads(script.text[:200_000])
            except (ValueError, RecursionError):
                continue
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, dict):
                    yield from _schema_facts(item)
    for item in root.iter():
        name = item.get("itemprop") if isinstance(item.tag, str) else None
        if name and len(name) < 30 and len(item) < 8:
            value = item.get("content") or item.text_content()
            if value.strip():
                yield line(name, 30).lower(), line(value)


def _schema_facts(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    plain = {key: field for key, field in list(value.items())[:40] if isinstance(field, str | int | float)}
    for key, field in plain.items():
        if not str(key).startswith("@") and key not in ("url", "image", "description"):
            yield line(str(key), 30).lower(), line(str(field))
    offers = value.get("offers")
    offer = offers[0] if isinstance(offers, list) and offers else offers
    if isinstance(offer, dict):
        for key in ("price", "priceCurrency", "availability"):
            if isinstance(offer.get(key), str | int | float):
                yield line(key, 30).lower(), line(str(offer[key]).rsplit("/", 1)[-1])


def visible_facts(root: Any) -> Iterator[tuple[str, str]]:
    """Facts that a reader sees: tables of two columns without a header, lists of terms, `name: value`."""
    for row in root.iter("tr"):
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        if len(cells) == 2 and cells[0].tag == "th" and cells[1].tag == "td":
            yield _name(cells[0].text_content()), line(cells[1].text_content())
    for term in root.iter("dt"):
        following = term.getnext()
        if following is not None and following.tag == "dd":
            yield _name(term.text_content()), line(following.text_content())
    for element in root.iter("li", "p", "div", "span"):
        if len(element) <= 3 and (match := _FACT.fullmatch(line(element.text_content(), 170))):
            yield _name(match[1]), match[2]
    for element in root.iter("p", "span", "div", "strong", "b"):
        name = (element.get("class") or "").split()[:1]
        if (
            name
            and len(element) == 0
            and "price" in name[0].lower()
            and element.text
            and re.search(r"\d", element.text)
        ):
            yield "price", line(re.sub(r"^\s*[Pp]rice\s*:?", "", element.text))


def _name(text: str) -> str:
    return line(text, 40).strip(" :").lower()


def tables(root: Any) -> Iterator[Rows]:
    """Tables with a header and at least two rows."""
    for table in root.iter("table"):
        rows = []
        for row in list(table.iter("tr"))[: MAX_ROWS + 1]:
            cells = tuple(line(cell.text_content()) for cell in list(row)[:20] if cell.tag in ("td", "th"))
            if any(cells):
                rows.append(cells)
        if (
            len(rows) >= 3
            and len(rows[0]) >= 2
            and sum(len(row) == len(rows[0]) for row in rows) * 2 > len(rows)
        ):
            width = len(rows[0])
            yield tuple((*row[:width], *("",) * (width - len(row))) for row in rows)


def repeated_blocks(root: Any) -> Iterator[Rows]:
    """Repeated blocks, such as products in a list, as tables: a row for each block, a column for each class."""
    for parent in root.iter("ul", "ol", "div", "section", "main"):
        groups: dict[tuple[str, str], list[Any]] = {}
        for child in parent:
            if isinstance(child.tag, str) and child.get("class"):
                groups.setdefault((child.tag, str(child.get("class"))), []).append(child)
        for alike in groups.values():
            records = [_block_record(block) for block in alike[:MAX_ROWS]] if len(alike) >= 3 else []
            names = [
                name for name in (records[0] if records else {}) if all(name in record for record in records)
            ]
            if len(names) >= 2:
                yield (tuple(names), *(tuple(record[name] for name in names) for record in records))


def _block_record(element: Any) -> dict[str, str]:
    record: dict[str, str] = {}
    for heading in element.iter("h1", "h2", "h3", "h4", "a"):
        if words := line(heading.text_content()):
            record.setdefault("name", words)
    for heading in element.iter():
        name = (
            (heading.get("class") or "").split()[:1]
            if isinstance(heading.tag, str) and heading is not element
            else []
        )
        if name and len(heading) == 0 and (words := line(heading.text or "")) and words != record.get("name"):
            record.setdefault(_name(name[0].replace("-", " ").replace("_", " ")), words)
    return record
