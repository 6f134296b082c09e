"""Turn text from the web into plain text: decode it, and remove invisible characters."""

from __future__ import annotations

import codecs
import re

from pandora.document.quote import plain
from pandora.document.terminal_text import shortened

CELL = 160
"""The largest number of characters of a table's cell, a heading or a value."""
_NO_PAGE = ("punycode", "idna", "unicode_escape", "raw_unicode_escape", "undefined")
"""Encodings that only Python has and no page is in; decoding a page with the first could take minutes."""
_BLANKS = re.compile(r"[ \t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_META = re.compile(rb"<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}[\"']?([A-Za-z0-9_.:-]{1,40})", re.I)


def clean(text: str) -> str:
    """Remove invisible characters from text, and make each run of blanks one space.

    Invisible are control characters, direction overrides and zero-width marks.
    """
    return _BLANKS.sub(" ", plain(text))


def line(text: str, limit: int = CELL) -> str:
    """Put text on one line, cut at `limit` characters."""
    return shortened(" ".join(clean(text[: limit * 20]).split()), limit)


def decoded(body: bytes, charset: str) -> str:
    """Decode the body of a page.

    The encoding is that of the byte order mark, else `charset` from the HTTP header, else that of the page's
    `<meta>`, else UTF-8, else Windows-1252.
    """
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
