"""Questions of the research test set that were written by hand, each with the words that answer it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.research_set import Gold, Item
from pandora.document.quote_match import places_of
from pandora.errors import UsageError

MANUALS = Path(__file__).with_name("research_manuals.jsonl")
"""Questions about the manuals."""
TEXTS_OF_MAILS = Path(__file__).with_name("research_mails.jsonl")
"""Questions about what stands below the headers of the mails."""
OWN_WORDS = Path(__file__).with_name("research_own_words.jsonl")
"""Questions about all parts by somebody who saw the documents alone, in other words than theirs."""
KEPT_APART = Path(__file__).with_name("research_kept_apart.jsonl")
"""Questions about all parts that nothing is made for: only what comes of them is looked at."""


def in_own_words(part: str, documents: Path) -> list[Item]:
    """The questions about the documents of `part` that share few words with what answers them."""
    return written(OWN_WORDS, documents, "own", part)


def kept_apart(part: str, documents: Path) -> list[Item]:
    """The questions about the documents of `part` that are kept apart."""
    return [replace(item, apart=True) for item in written(KEPT_APART, documents, "apart", part)]


def written(file: Path, documents: Path, name: str, part: str = "") -> list[Item]:
    """The questions of `file`, or those of one part; their ids are `name` and the line.

    The passages of a question are wherever its quotes stand in `documents`. Raises UsageError where a quote
    stands nowhere.
    """
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    asked = {number: read for number, line in lines if (read := json.loads(line)).get("part", "") == part}
    gold: dict[str, list[Gold]] = {quote: [] for read in asked.values() for quote in read.get("quotes", ())}
    for path in sorted(path for path in documents.rglob("*") if path.is_file()):
        text = _plain(path)
        for quote, passages in gold.items():
            if places_of(quote, text):
                passages.append(Gold(path.relative_to(documents).as_posix(), quote))
    for number, read in asked.items():
        for quote in read.get("quotes", ()):
            if not gold[quote]:
                raise UsageError(f"{file}:{number}: no document has these words: {quote}")
    return [_item(f"{name}-{number}", read, gold) for number, read in asked.items()]


def _item(name: str, read: Mapping[str, Any], gold: Mapping[str, Sequence[Gold]]) -> Item:
    passages = tuple(passage for quote in read.get("quotes", ()) for passage in gold[quote])
    values, hops, clash = (tuple(read.get(name, ())) for name in ("values", "hops", "clash"))
    return Item(name, read["question"], read["kind"], passages, values, (), hops, bool(passages), clash)


def _plain(path: Path) -> str:
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix != ".html":
        return text
    from lxml import html

    root = html.fromstring(text.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))
    return str(root.text_content())
