"""The gaps of a text that a task fills in: where they are, and what tells each from the others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import OF_KEYS, decoded, kind_of
from pandora.programs.inside.text_gaps import GAP, gap_lines, named_gaps, named_lines
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.text_language import likely_language_of
from pandora.programs.request.request_text import PATH, WORD, has_word
from pandora.regular_file import read_regular
from pandora.workspace.paths import is_source_code

_LARGEST = 64 << 10
_VALUED, _ALONE = re.compile(r"\w[^:\n]{1,40}:[ \t]+\S.*"), re.compile(r"\w[^:\n]{2,40}:")
"""A label with its value, and one with nothing behind it."""
_SIGNATURE = re.compile(
    r"\b(?:signature|signed|unterschrift|unterzeichnet|firmado|firmato|assinatura|handtekening|podpis)", re.I
)
_ALONE_IN_HTML = ("<br>", "<hr>")
MOST_GAPS = 8
"""The most gaps of a text that a program is shown."""


def gaps_text(path: str, workspace: Path) -> str:
    """The text of a file that may have gaps; "" for data, program code and what cannot be read."""
    if kind_of(path) != "text" or is_source_code(path):
        return ""
    try:
        content, whole = read_regular(path, _LARGEST, inside=workspace)
    except OSError:
        return ""
    return decoded(content, whole) if b"\0" not in content else ""


def names_empty_keys(request: str, path: str, workspace: Path) -> bool:
    """True where a file of keys has some without a value, and a request names each of them: they are gaps."""
    try:
        content, whole = read_regular(path, _LARGEST, inside=workspace)
    except OSError:
        return False
    empty = empty_keys(path, content) if whole else []
    return bool(empty) and all(has_word(request, key) for key in empty)


def empty_keys(path: str, content: bytes) -> list[str]:
    """The keys of a file of keys that have no value yet; [] of any other file."""
    if kind_of(path) not in OF_KEYS or not content:
        return []
    try:
        value = parse_content(path, content)
    except (ValueError, RecursionError):
        return []
    return [str(key) for key, held in value.items() if held in (None, "")] if isinstance(value, dict) else []


def empty_labels(request: str, text: str) -> list[str]:
    """The labels of a form with nothing behind them, such as `Electricity used:`; [] where the text is no form.

    A request has a longer word of each, and the text other labels with their values. What stands above a list,
    or a paragraph, is its heading.
    """
    lines = [line.strip() for line in text.splitlines()]
    valued = sum(map(_is_valued, lines))
    said = {word.casefold() for word in WORD.findall(request)}
    labels = [
        line
        for place, line in enumerate(lines)
        if _ALONE.fullmatch(line)
        and ((below := "".join(lines[place + 1 : place + 2])) == "" or below.endswith(":") or _is_valued(below))
    ]
    telling = [
        {word for word in map(str.casefold, WORD.findall(one)) if not is_function_word(word)} for one in labels
    ]
    asked = bool(labels) and all(not words.isdisjoint(said) for words in telling)
    return labels if valued and asked and len({*labels}) == len(labels) else []


def _is_valued(line: str) -> bool:
    return _VALUED.fullmatch(line) is not None


def is_signature(line: str, text: str) -> bool:
    """True for a line that somebody signs by hand; `Firma` is a company in German."""
    signs = _SIGNATURE.search(line) is not None
    return signs or ("firma" in line.casefold() and likely_language_of(text) in ("es", "it"))


@dataclass(frozen=True)
class Gaps:
    """The gaps of the one text that has some.

    `keys` are what `fill` takes for each, in the order of the text: the gap itself, or its line where several
    look alike. `lines` maps each line with gaps to those of them that look like no other.
    """

    path: str
    keys: Sequence[str]
    lines: Mapping[str, Sequence[str]]
    text: str


def gaps_to_fill(request: str, files: Sequence[str], workspace: Path) -> Gaps | None:
    """The gaps of the one text that has some, or its lines without a value; None where there are none.

    What is signed by hand is left out, and so are all gaps where two cannot be told apart, or a request is
    about other lines of a single file.
    """
    texts = {path: text for path in files if (text := gaps_text(path, workspace))}
    found: dict[str, list[str]] = {}
    for path, text in texts.items():
        named = named_gaps(request, text)
        if gaps := named or ([] if len(files) == 1 and _is_about_others(request, text) else _own(text)):
            found[path] = gaps
    valued = {
        path: named
        for path, text in texts.items()
        if (named := named_lines(request, text) or empty_labels(request, text))
    }
    if len(found or valued) != 1:
        return None
    path, gaps = next(iter((found or valued).items()))
    places = [(gap, line) for gap in gaps for line in gap_lines(texts[path], gap)]
    places = places or [(line, line) for line in valued.get(path, ())]
    once = {gap: sum(gap == other for other, _ in places) == 1 for gap in gaps}
    places = [(gap, line) for gap, line in places if not is_signature(line, texts[path])]
    keys = dict.fromkeys(gap if once[gap] else line for gap, line in places)
    if not 0 < len(places) <= MOST_GAPS or len(keys) < len(places):
        return None
    lines: dict[str, list[str]] = {}
    for gap, line in places:
        lines.setdefault(line, []).extend([gap] * once[gap])
    return Gaps(path, [*keys], lines, texts[path])


def _own(text: str) -> list[str]:
    """The gaps of a text that a request need not name; `<br>` is none, nor is `<b>`, which `</b>` ends."""
    gaps = dict.fromkeys(match[0].strip() for line in text.splitlines() for match in GAP.finditer(line))
    return [gap for gap in gaps if f"</{gap[1:]}" not in text and gap not in _ALONE_IN_HTML]


def _is_about_others(request: str, text: str) -> bool:
    """True where a request has words or numbers of the lines without a gap, and none of those with one."""
    words = re.compile(rf"{WORD.pattern}|\d+")
    asked = {
        word for word in map(str.casefold, words.findall(PATH.sub(" ", request))) if not is_function_word(word)
    }
    with_gap: list[str] = []
    others: list[str] = []
    for line in text.splitlines():
        (with_gap if GAP.search(line) else others).append(line.casefold())
    return not asked.isdisjoint(words.findall("\n".join(others))) and asked.isdisjoint(
        words.findall("\n".join(with_gap))
    )
