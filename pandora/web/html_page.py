"""Reads a page of HTML: its main text, facts, tables and links; hidden parts are left out, nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pandora.document.plain_text import clean, decoded, line
from pandora.errors import RefusedError
from pandora.web.address import parse_target
from pandora.web.page import Page
from pandora.web.page_facts import repeated_blocks, structured_facts, tables, visible_facts

MAX_BYTES = 2 << 20
"""Bytes of a page that are read."""
MAX_TAGS = 20_000
"""Tags of a page that are read: a page with more was made to keep a parser busy."""
MAX_LINKS, MAX_FACTS, MAX_TABLES = 40, 30, 4
_INVALID_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that the parser accepts in a page, as `&#1;` too, and refuses when it joins two texts."""
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])", re.I
)
_DROPPED = (
    "script",
    "style",
    "noscript",
    "template",
    "iframe",
    "object",
    "embed",
    "svg",
    "math",
    "head",
    "select",
)


def html_page(body: bytes, charset: str, url: str) -> Page:
    """Parse a page of HTML; broken HTML still gives a page and never raises."""
    from lxml import etree, html

    text = decoded(body[:MAX_BYTES], charset).replace("\x00", "")
    if not text.strip():
        return Page("", "", address=url)
    if text.count("<") > MAX_TAGS:
        text = text[: len(text) - len(text.split("<", MAX_TAGS)[-1]) - 1]
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=False)
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        return Page("", clean(re.sub(r"<[^<>]{0,2000}>", " ", text)).strip(), address=url)
    _drop_invalid_characters(root)
    title = line(root.findtext(".//title") or "")
    facts = dict(structured_facts(root))
    _drop_hidden(root)
    heading = next((line(element.text_content()) for element in root.iter("h1")), "")
    for name, value in visible_facts(root):
        facts.setdefault(name, value)
    facts_shown = tuple((name, value) for name, value in list(facts.items())[:MAX_FACTS] if name and value)
    rows = tuple(tables(root))[:MAX_TABLES] or tuple(repeated_blocks(root))[:1]
    links = tuple(_links(root, url))[:MAX_LINKS]
    return Page(heading or title, _main_text(root), facts_shown, rows, links, url)


def _drop_invalid_characters(root: Any) -> None:
    """Remove the characters that no XML text may have."""
    for element in root.iter():
        if element.text and _INVALID_CHARACTERS.search(element.text):
            element.text = _INVALID_CHARACTERS.sub("", element.text)
        if element.tail and _INVALID_CHARACTERS.search(element.tail):
            element.tail = _INVALID_CHARACTERS.sub("", element.tail)


def _drop_hidden(root: Any) -> None:
    """Remove the elements that a reader does not see."""
    doomed = [
        element
        for element in root.iter()
        if element.tag in _DROPPED
        or element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or _HIDDEN.search(element.get("style") or "")
    ]
    for element in doomed:
        if element.getparent() is not None:
            element.drop_tree()


def _main_text(root: Any) -> str:
    import trafilatura

    whole = "\n".join(_blocks(root))
    if len(whole) > 2000:  # a short page has no navigation worth cutting
        try:
            main_text = trafilatura.extract(
                root, include_comments=False, include_tables=False, favor_recall=True
            )
        except (RecursionError, ValueError, TypeError, AttributeError, KeyError, IndexError, AssertionError):
            main_text = None  # trafilatura fails on some broken pages; all of the text is better than none
        if main_text and len(main_text) > 200:
            whole = main_text
    return "\n".join(filter(None, (" ".join(text_line.split()) for text_line in clean(whole).split("\n"))))


_BLOCK = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "dd",
        "div",
        "dl",
        "dt",
        "figcaption",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "th",
        "tr",
        "ul",
    ]
)


def _blocks(root: Any) -> Iterator[str]:
    """The text of the tree, a line for each block."""
    from lxml import etree

    parts: list[str] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if element.tag in _BLOCK and parts:
            joined = "".join(parts).strip()
            parts = []
            if joined:
                yield " ".join(joined.split())
        if event == "start" and element.text:
            parts.append(element.text)
        elif event == "end" and element.tail:
            parts.append(element.tail)
    if joined := "".join(parts).strip():
        yield " ".join(joined.split())


def _links(root: Any, url: str) -> Iterator[tuple[str, str]]:
    """The links of the page: the words of each and its address, each address once."""
    base = next((element.get("href") for element in root.iter("base") if element.get("href")), "")
    seen = set()
    for anchor in root.iter("a"):
        if not (href := (anchor.get("href") or "").strip()) or href.startswith("#"):
            continue
        try:
            address = parse_target(href, parse_target(base, url).url if base else url).url
        except RefusedError:
            continue
        if address not in seen and (
            words := line(anchor.text_content(), 80) or line(anchor.get("title") or "", 80)
        ):
            seen.add(address)
            yield words, address
