"""Words from the web made plain: decoded as they say they are, and without what no eye can see."""

from __future__ import annotations

import codecs
import re

from pandora.document.quote import plain

CELL = 160
"""Characters of a cell, a heading or a value."""
_NO_PAGE = ("punycode", "idna", "unicode_escape", "raw_unicode_escape", "undefined")
"""Python's own encodings: no page is in one, and a page that says it is keeps the first busy for minutes."""
_BLANKS = re.compile(r"[ \t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_META = re.compile(rb"<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}[\"']?([A-Za-z0-9_.:-]{1,40})", re.I)


def clean(text: str) -> str:
    """Text without what no eye can see: control characters, direction overrides, zero-width marks."""
    return _BLANKS.sub(" ", plain(text))


def line(text: str, limit: int = CELL) -> str:
    """Text on one line, cut at `limit`."""
    flat = " ".join(clean(text[: limit * 20]).split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


def decoded(body: bytes, charset: str) -> str:
    """The text of a body: by its mark, its header, its own words, as UTF-8, else as Windows-1252."""
    if body[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return body.decode("utf-16", "replace")
    meta = _META.search(body[:4096])
    for name in ("utf-8-sig" if body[:3] == codecs.BOM_UTF8 else "", charset, meta[1].decode() if meta else ""):
        try:
            if name and codecs.lookup(name).name.replace("-", "_") not in _NO_PAGE:
                return body.decode(name, "replace")
        except (LookupError, ValueError):
            continue
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")
