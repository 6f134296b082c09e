"""Change values of a structured file in its text, so that every other byte stays, and list its keys.

A value is put in the place of the old one. Both texts are parsed, and the new one is taken only where it
differs from the old one in the values that were to change.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from pandora.document.figures import normal_number
from pandora.programs.file_difference import differences
from pandora.programs.structured.json_format import JsonFormat
from pandora.programs.structured.line_format import IniFormat, NamedLinesFormat
from pandora.programs.structured.toml_format import TomlFormat
from pandora.programs.structured.value_span import EditError, Format, Gap, Keys, Scan, Span, newline_of, truth
from pandora.programs.structured.yaml_format import YamlFormat

LARGEST = 256 << 10
"""The most bytes of a file whose values are changed in place."""
_MOST_PARTS = 50_000
"""The most values of a file: YAML can name one part many times, and so hold more than its text."""
_ENV, _PROPERTIES, _INI = NamedLinesFormat("#", shell=True), NamedLinesFormat(), IniFormat()
_CONF, _PLAIN_INI = NamedLinesFormat("#", end=";"), NamedLinesFormat("#;")
"""Files without sections: of a server, such as `listen 80;`, and INI files of plain keys."""
_FORMATS: dict[str, Format] = {
    ".json": JsonFormat(),
    ".toml": TomlFormat(),
    ".yaml": YamlFormat(),
    ".yml": YamlFormat(),
    ".ini": _INI,
    ".cfg": _INI,
    ".conf": _INI,
    ".env": _ENV,
    ".properties": _PROPERTIES,
}
_ANY_NUMBER = re.compile(
    r"[-−]?\d+(?:['’\u00a0\u202f ]\d{3})*(?:[.,]\d+)+|[-−]?\d{1,3}(?:['’\u00a0\u202f ]\d{3})+"
)
_MEASURED = re.compile(r"[-−]?\d[\d.,]*(?:\s+[^\W\d]\w*|\s?[%€$£¥])|[€$£¥]\s?\d[\d.,]*")
"""A number with its unit as people write it: where a file has a number, it is the number alone."""
_PLAIN_KEY = re.compile(r"[^\s.=\"']+")


@dataclass(frozen=True)
class Setting:
    """A dotted key and the value that it is to get, as written; `new` where the key may be a new one."""

    key: str
    value: str
    new: bool = False


@dataclass(frozen=True)
class Entry:
    """A value of a structured file: its dotted key, its text as the file has it, and where that stands."""

    key: str
    shown: str
    start: int
    end: int


def format_of(path: str) -> Format | None:
    """Return the format of a file by its name; None for a file that has no keys."""
    name = PurePosixPath(path).name.lower()
    if name == ".env" or name.startswith(".env."):
        return _ENV
    return _FORMATS.get(PurePosixPath(name).suffix)


def entries(path: str, content: bytes) -> list[Entry]:
    """Return the values of a structured file in its order; raises EditError where it cannot be read."""
    text = _decoded(content)
    kind = _format(path, text)
    tree, scan = _read(kind, text)
    return [
        Entry(_name(kind, span.keys), text[span.start : span.end], span.start, span.end)
        for span in scan.spans
        if _is_there(tree, span.keys)
    ]


def dotted(keys: Keys) -> str:
    """Return keys as one name with dots; a key that has dots, spaces or quotes itself stands in quotes."""
    return ".".join(
        str(key) if _PLAIN_KEY.fullmatch(str(key)) else json.dumps(str(key), ensure_ascii=False) for key in keys
    )


def _name(kind: Format, keys: Keys) -> str:
    """Return the name of a value; in a file of lines the dots of a name are letters like others."""
    return str(keys[0]) if isinstance(kind, NamedLinesFormat) else dotted(keys)


def with_values(path: str, content: bytes, settings: Sequence[Setting], request: str = "") -> bytes:
    """Return the content with each key of `settings` at its new value, and every other byte as it was.

    A value stays of its type: a number stays a number, and a text keeps its quotes. One of another type is
    taken only where it stands so in `request`. Raises EditError where nothing changes, where a key is not
    there and not new, or where a change cannot be made without another.
    """
    text = _decoded(content)
    kind = _format(path, text)
    before = text
    for setting in settings:
        text = _with_value(kind, path, text, setting, request)
    if text == before:
        names = ", ".join(setting.key for setting in settings)
        raise EditError(f"nothing changes: {names} already {'is' if len(settings) == 1 else 'are'} so")
    mark = b"\xef\xbb\xbf" if content.startswith(b"\xef\xbb\xbf") else b""
    return mark + text.encode("utf-8")


def in_place(path: str, before: bytes, after: bytes) -> bytes:
    """Return the old content with the values of the new one: comments, order and what stays are kept.

    The new content itself where it differs in no value, or in more, as in the order of its keys, or where the
    file has no keys.
    """
    if format_of(path) is None:
        return after
    try:
        text = _decoded(before)
        kind = _format(path, text)
        tree, scan = _read(kind, text)
        new = _unshared(kind.parse(_decoded(after)))
        if [*_keys_in_order(new)] != [*_keys_in_order(tree)]:
            return after  # keys came, went, or were sorted
        places = [span.keys for span in scan.spans if _is_there(tree, span.keys) and _is_there(new, span.keys)]
        for keys in sorted(places, key=len, reverse=True):  # a list is as the new one once its values are
            value = _at(new, keys)
            if _typed(_at(tree, keys)) != _typed(value):
                span = next(span for span in scan.spans if span.keys == keys)
                text = _verified(kind, path, text, tree, keys, _replaced(kind, text, span, (value, ())))
                tree, scan = _read(kind, text)
        same = _typed(tree) == _typed(new) and text != _decoded(before)
    except (EditError, ValueError, IndexError, RecursionError):
        return after
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    return mark + text.encode("utf-8") if same else after


def _keys_in_order(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield str(key)
            yield from _keys_in_order(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _keys_in_order(value)


def _decoded(content: bytes) -> str:
    if len(content) > LARGEST:
        raise EditError(f"it has more than {LARGEST >> 10} KiB; change it with a program")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise EditError("only text in UTF-8 is changed in place; convert it first") from None


def _format(path: str, text: str) -> Format:
    kind = format_of(path)
    if kind is None:
        raise EditError("it is no file of keys and values; rewrite its lines")
    if kind is not _INI or re.search(r"^[ \t]*\[", text, re.M):
        return kind
    if path.lower().endswith(".conf"):
        return _CONF
    return _PLAIN_INI if _PLAIN_INI.scan(text).spans else kind


def _read(kind: Format, text: str) -> tuple[Any, Scan]:
    try:
        tree = _unshared(kind.parse(text))  # first: what it refuses has too many places to be looked for
        return tree, kind.scan(text)
    except EditError:
        raise
    except (ValueError, IndexError) as error:
        raise EditError(f"its parser does not take it ({error}); mend it first") from None
    except RecursionError:
        raise EditError("it is nested too deeply; edit it yourself") from None


def _unshared(tree: Any) -> Any:
    """Return a copy in which no part is shared, so that a change of one is a change of one alone."""
    count = 0

    def copy(part: Any, depth: int) -> Any:
        nonlocal count
        count += 1
        if count > _MOST_PARTS or depth > 100:
            raise EditError("it has too many values, or too deep ones; change it with a program")
        if isinstance(part, dict):
            return {key: copy(value, depth + 1) for key, value in part.items()}
        return [copy(value, depth + 1) for value in part] if isinstance(part, list) else part

    return copy(tree, 0)


def _at(tree: Any, keys: Keys) -> Any:
    for key in keys:
        tree = tree[key]
    return tree


def _is_there(tree: Any, keys: Keys) -> bool:
    try:
        _at(tree, keys)
    except (LookupError, TypeError):
        return False
    return True


_CLOCK = re.compile(r"\A[\"']?\d\d:\d\d(?::\d\d)?[\"']?\Z")
_SHORT_HOUR = re.compile(r"\A(?P<mark>[\"']?)(?P<time>\d:\d\d(?::\d\d)?)(?=[\"']?\Z)")
_SHORT_CLOCK = re.compile(r"(?<![\w:.])\d:\d\d(?![\w:])")
"""A time of day with one digit for the hour, as some files write it."""


def _with_value(kind: Format, path: str, text: str, setting: Setting, request: str) -> str:
    key, given = setting.key.strip(), setting.value.strip()
    tree, scan = _read(kind, text)
    spans = [span for span in scan.spans if _name(kind, span.keys) == key and _is_there(tree, span.keys)]
    if len(spans) > 1:
        raise EditError(f"{key} stands there {len(spans)} times; edit it yourself")
    if not spans and not setting.new:
        raise EditError(f"there is no value at {key!r}; choose a key that is there")
    if not spans:
        return _with_new(kind, path, text, tree, scan, key, given)
    span = spans[0]
    if span.fixed:
        raise EditError(f"{key} cannot be changed in place: {span.fixed}; rewrite the file")
    old = text[span.start : span.end]
    if _CLOCK.search(old) and not _SHORT_CLOCK.search(text):
        given = _SHORT_HOUR.sub(r"\g<mark>0\g<time>", given)  # 8:30 is 08:30 beside 09:00
    value, spellings = _wanted(kind, old, given, request)
    if _typed(value) == _typed(_loose(kind, old)):
        return text  # 2.50 stays 2.50
    return _verified(kind, path, text, tree, span.keys, _replaced(kind, text, span, (value, spellings)))


def _wanted(kind: Format, old: str, given: str, request: str) -> tuple[Any, tuple[str, ...]]:
    """Return the value that `given` means in the place of `old`, and its spelling where that can be kept."""
    before = _loose(kind, old)
    given = _as_number_of(before, given)
    value = _loose(kind, given)
    if isinstance(kind, TomlFormat) and isinstance(before, float) and type(value) is int:
        return float(value), ()
    if _is_alike(before, value):
        return value, () if isinstance(value, bool | str) else (given,)
    if isinstance(before, str):
        return given, ()
    if isinstance(before, bool) and (word := truth(given)) is not None:
        return word, ()  # off is false
    if isinstance(value, str) and _is_alike(before, inner := _loose(kind, value)):
        return inner, () if isinstance(inner, bool) else (value,)
    said = bool(given) and re.search(rf"(?<!\w){re.escape(given)}(?!\w)", request) is not None
    if before is not None and (not said or (_is_number(before) and _MEASURED.fullmatch(given))):
        raise EditError(
            f"{old or 'the value'} is {_kind(before)}, and {given} is {_kind(value)}; write {_kind(before)}"
        )
    return value, ()


def _as_number_of(before: Any, given: str) -> str:
    """A number in whatever notation as files write numbers, where the old value is one: `2,50` is `2.50`.

    Of `1.500` and `1,500`, which may be a whole number or a fraction, it is the one nearer to the old number.
    """
    if (
        not _is_number(before)
        or not _ANY_NUMBER.fullmatch(given)
        or (type(before) is float and "," not in given)
    ):
        return given
    digits = re.sub(r"['’\u00a0\u202f ]", "", given.replace("−", "-"))
    sign, digits = digits[: digits.startswith("-")], digits.removeprefix("-")
    readings = []
    for reading in (digits.replace(",", "."), normal_number(digits)):
        with suppress(ValueError):
            readings.append((abs(math.log((float(reading) or 1e-9) / (abs(before) or 1))), sign + reading))
    return min(readings, key=lambda pair: pair[0])[1] if readings else given


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _loose(kind: Format, token: str) -> Any:
    """Return the value of a token, or of its words as the format would write them; else the token itself."""
    try:
        return kind.read(token)
    except ValueError:
        pass
    word = {"true": True, "false": False, "none": None, "null": None}.get(token.lower(), token)
    return token[1:-1] if word is token and re.fullmatch(r"'[^']*'|\"[^\"]*\"", token) else word


def _is_alike(before: Any, value: Any) -> bool:
    numbers = (int, float)
    if isinstance(before, bool) or isinstance(value, bool):
        return isinstance(before, bool) and isinstance(value, bool)
    if isinstance(before, numbers) and isinstance(value, numbers):
        return True
    return before is not None and type(before) is type(value)


def _kind(value: Any) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    return "empty" if value is None else names.get(type(value), f"a {type(value).__name__}")


def _replaced(
    kind: Format, text: str, span: Span, wanted: tuple[Any, tuple[str, ...]]
) -> Iterator[tuple[str, Any]]:
    """Yield the text with each way to write the wanted value, and what its parser should then give."""
    value, spellings = wanted
    old = text[span.start : span.end]
    rest = text[span.end : text.find("\n", span.end) if "\n" in text[span.end :] else len(text)].rstrip("\r")
    apart = isinstance(kind, YamlFormat) or text[span.start - 2 : span.start - 1].isspace()  # as `key =` has it
    gap = " " if apart and span.start == span.end and span.start and not text[span.start - 1].isspace() else ""
    for token in (*spellings, *kind.tokens(value, old)):
        yield text[: span.start] + gap + token + text[span.end :], kind.parsed(value, (token + rest).strip())


def _verified(
    kind: Format, path: str, text: str, tree: Any, keys: Keys, ways: Iterator[tuple[str, Any]]
) -> str:
    """Return the first way whose parsed value differs from `tree` in just the value at `keys`."""
    reason = "its parser takes no way to write this"
    for changed, value in ways:
        try:
            after = _unshared(kind.parse(changed))
            kind.scan(changed)  # of two parsers of YAML, one takes what the other refuses
        except ValueError:
            continue
        expected = _set(tree, keys, value)
        if _typed(after) == _typed(expected):
            return changed
        beside = differences(path, _as_json(expected), _as_json(after)) if isinstance(after, dict) else ""
        reason = f"it would also change {beside}" if beside else "it would change more than this value"
    raise EditError(f"{_name(kind, keys)} cannot be changed alone: {reason}; rewrite the file")


def _as_json(tree: Any) -> bytes:
    return json.dumps(tree, default=str).encode()


def _set(tree: Any, keys: Keys, value: Any) -> Any:
    """Return a copy of `tree` with `value` at `keys`, with the tables above it made where they are not."""
    if not keys:
        return value
    key, below = keys[0], keys[1:]
    if isinstance(tree, list):
        old = tree[key] if key < len(tree) else None
        return [*tree[:key], _set(old, below, value), *tree[key + 1 :]]
    members = tree if isinstance(tree, dict) else {}
    return {**members, key: _set(members.get(key), below, value)}


def _typed(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {(type(key).__name__, key): _typed(value) for key, value in tree.items()}
    return [_typed(value) for value in tree] if isinstance(tree, list) else (type(tree).__name__, repr(tree))


def _split(key: str) -> list[str]:
    parts = re.findall(r'"(?:\\.|[^"\\])*"|[^.\s"]+', key)
    if ".".join(parts) != key:
        raise EditError(f"{key!r} is no name of a key; write names with dots between, such as server.port")
    return [json.loads(part) if part.startswith('"') else part for part in parts]


def _with_new(kind: Format, path: str, text: str, tree: Any, scan: Scan, key: str, given: str) -> str:
    """Return the text with a new entry for `key`; the tables above it are made where they are not there."""
    names: list[Any] = _split(key)
    if not names:
        raise EditError("the key is missing; write one")
    if isinstance(kind, IniFormat) and len(names) > 2:
        names = [".".join(names[:-1]), names[-1]]
    if isinstance(kind, NamedLinesFormat):
        names = [key]
    part, above = tree, list[Any]()
    while len(above) < len(names) - 1:
        name = names[len(above)]
        if isinstance(part, list) and str(name).isdigit() and int(name) < len(part):
            name = int(name)
        elif not (isinstance(part, dict) and name in part):
            break
        above.append(name)
        part = part[name]
    missing = names[len(above) :]
    keys = (*above, *missing)
    if isinstance(part, list):
        if missing != [str(len(part))]:
            raise EditError(
                f"{key} is not there; {dotted(tuple(above))} has {len(part)} entries, the next is {len(part)}"
            )
        keys = (*above, len(part))
    elif not isinstance(part, dict | None) or (
        len(missing) == 1 and isinstance(part, dict) and missing[0] in part
    ):
        raise EditError(f"{key} cannot be set: there are values below it, or none can be; choose one of them")
    value = _loose(kind, given)
    if isinstance(value, int | float) and ":" in given:
        value = given  # YAML 1.1 has 12:30 as a number, and nobody means that
    if isinstance(part, list) and part and all(isinstance(entry, str) for entry in part):
        value = value if isinstance(value, str) else given  # among texts, a number is a text
    return _verified(
        kind,
        path,
        text,
        tree,
        keys,
        _added(kind, text, scan.gaps.get(tuple(above)), keys, len(above), value, given),
    )


def _entries(kind: Format, key: str, held: Any, gap: Gap, value: Any, given: str) -> Iterator[str]:
    """Yield the ways to write a new entry that holds a value: first with it as it was given, as in 1.50."""
    for entry in kind.entry(key, held, gap):
        token = kind.tokens(value, "")[0]
        if not isinstance(value, str | dict | list) and entry.endswith(token):
            yield entry.removesuffix(token) + given
        yield entry


def _added(
    kind: Format, text: str, gap: Gap | None, keys: Keys, depth: int, value: Any, given: str
) -> Iterator[tuple[str, Any]]:
    """Yield the text with each way to write a new entry, and what its parser should then give."""
    newline = newline_of(text)
    stored = kind.parsed(value, "")
    if len(keys) - depth > 1:
        plain = Gap(0, colon=" = ")
        for line in (
            _entries(kind, str(keys[-1]), value, plain, value, given)
            if not isinstance(kind, JsonFormat | YamlFormat)
            else ()
        ):
            stored = kind.parsed(value, line.partition("=")[2].strip())
            table = kind.table(keys[:-1], line, text)
            if table is not None:
                yield table, stored
    if gap is None:
        return
    nested = value
    for name in reversed(keys[depth + 1 :]):
        nested = {name: nested}
    name = "" if isinstance(keys[depth], int) else keys[depth]
    for entry in _entries(kind, name, nested, gap, value, given):
        written = entry.replace("\n", newline)
        if len(keys) - depth == 1:
            stored = kind.parsed(value, written.partition(gap.colon)[2].strip() if gap.colon else written)
        after = gap.after.replace("\n", newline)
        yield text[: gap.at] + gap.before.replace("\n", newline) + written + after + text[gap.at :], stored
