"""What a file of data holds, by its ending: rows, a value of JSON's kinds, or text."""

from __future__ import annotations

import codecs
import configparser
import json
import os
import re
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any

from pandora.programs.inside import delimited_tables, markdown_tables, xml_values, yaml_values

KINDS = {
    **dict.fromkeys((".csv", ".tsv", ".psv"), "table"),
    ".json": "JSON",
    **dict.fromkeys((".jsonl", ".ndjson"), "JSON lines"),
    ".xml": "XML",
    **dict.fromkeys((".sqlite", ".sqlite3", ".db"), "SQLite"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xls", ".ods"), "spreadsheet"),
    ".toml": "TOML",
    **dict.fromkeys((".yaml", ".yml"), "YAML"),
    ".ini": "INI",
}
"""The kind of each ending that is read as data; every other file is text."""
OF_KEYS = ("JSON", "TOML", "YAML", "INI")
"""The kinds of files whose values stand under keys."""
_LARGEST, _DEEPEST = 1_000_000, 200
"""Parts and depth of a value: YAML can name one part many times, and so hold more than its text."""


def ending_of(path: object) -> str:
    """The ending of a file's name, with its dot, in lower case."""
    return os.path.splitext(str(path))[1].lower()


def kind_of(path: object) -> str:
    """The kind of data that a file's ending stands for, or "text"."""
    return KINDS.get(ending_of(path), "text")


def decoded(raw: bytes, whole: bool = True) -> str:
    """Bytes as text: UTF-16 by its mark, UTF-8 where it can be, else Windows' Western encoding.

    A broken byte in a text that is UTF-8 otherwise becomes a replacement character and nothing else changes.
    """
    return raw.decode(encoding_of(raw, whole), "replace").replace("\r\n", "\n")


def encoding_of(raw: bytes, whole: bool = True) -> str:
    """The encoding of a text's bytes."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(raw, final=whole)
    except UnicodeDecodeError:
        letters = raw.decode("utf-8", "replace")
        other = sum(letter > "\x7f" for letter in letters)
        broken = letters.count("\ufffd")
        return "cp1252" if other <= 2 * broken else "utf-8-sig"
    return "utf-8-sig"


def encoded_like(text: str, raw: bytes) -> bytes:
    """A text as bytes with the encoding, the mark before it and the ends of lines that a file had so far.

    UTF-8 where that encoding has no such letters.
    """
    encoding = encoding_of(raw)
    if encoding == "utf-8-sig" and not raw.startswith(codecs.BOM_UTF8):
        encoding = "utf-8"
    before = raw.decode(encoding, "replace")
    if 2 * before.count("\r\n") > before.count("\n"):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode("utf-8")


def parse(kind: str, content: str, ending: str = "") -> Any:
    """The value of a whole text of this kind, from a file with this ending.

    ValueError, which begins with the line's number, where it is none.
    """
    try:
        if kind == "JSON":
            return parse_json(content)
        if kind == "JSON lines":
            return parse_json_lines(content)
        if kind == "XML":
            return xml_values.parse(content)
        if kind == "TOML":
            return _plain(_toml(content))
        if kind == "YAML":
            return _plain(yaml_values.parse(content))
        if kind == "INI":
            return _ini(content)
    except RecursionError:
        raise ValueError(f"1: not read as {kind}: it is nested too deeply") from None
    if kind != "table":
        return content
    table = markdown_tables.table_in(content) if ending in markdown_tables.ENDINGS else None
    return table.rows if table else delimited_tables.parse(content, ending)


def parse_json(content: str) -> Any:
    """The value of a JSON text."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.lineno}: not JSON: {error.msg}") from None


def parse_json_lines(content: str) -> list[Any]:
    """The values of a text that has one value of JSON a line; blank lines hold none."""
    values = []
    for place, line in enumerate(content.split("\n"), start=1):
        if line and not line.isspace():
            try:
                values.append(json.loads(line))
            except json.JSONDecodeError as error:
                raise ValueError(f"{place}: not JSON: {error.msg}") from None
    return values


def _toml(content: str) -> Any:
    import tomllib

    try:
        return tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = line[1] if line else content.count("\n") + 1
        raise ValueError(f"{number}: not TOML: {str(error).partition(' (at ')[0]}") from None


def _ini(content: str) -> dict[str, dict[str, str]]:
    parser = configparser.ConfigParser(interpolation=None, strict=False, allow_no_value=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        parser.read_string(content)
    except configparser.MissingSectionHeaderError as error:
        raise ValueError(f"{error.lineno}: not INI: no [section] above it") from None
    except configparser.ParsingError as error:
        raise ValueError(f"{error.errors[0][0]}: not INI") from None
    except (configparser.Error, AttributeError):  # the latter is raised for a line that goes on with no value
        raise ValueError("1: not INI") from None
    defaults = {parser.default_section: dict(parser.defaults())} if parser.defaults() else {}
    return {**defaults, **{name: dict(parser[name]) for name in parser.sections()}}


def _plain(value: Any) -> Any:
    """The value in JSON's kinds: dates and times as ISO text, keys as text, bytes and sets as lists."""
    sizes: dict[int, int] = {}

    def size(part: Any, depth: int) -> int:
        """The number of values in a part; one that is named again is counted again, and looked at once."""
        if id(part) in sizes:
            return sizes[id(part)]
        if depth > _DEEPEST:
            raise ValueError("1: not read: it is nested too deeply, or contains itself")
        if isinstance(part, dict):
            inside: Iterable[Any] = part.values()
        elif isinstance(part, (list, tuple, set)):
            inside = part
        else:
            return len(part) if isinstance(part, bytes) else 1
        sizes[id(part)] = 1 + sum(size(inner, depth + 1) for inner in inside)
        return sizes[id(part)]

    def walk(part: Any) -> Any:
        if isinstance(part, dict):
            return {_key(key): walk(inner) for key, inner in part.items()}
        if isinstance(part, (list, tuple, set, bytes)):
            return [walk(inner) for inner in part]
        if isinstance(part, (date, datetime, time)):
            return part.isoformat()
        return part

    if size(value, 0) > _LARGEST:
        raise ValueError("1: not read: it names its parts again and again")
    return walk(value)


def _key(key: Any) -> str:
    if isinstance(key, bool) or key is None:
        return json.dumps(key)
    return key.isoformat() if isinstance(key, (date, datetime)) else str(key)
