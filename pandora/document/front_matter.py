"""Front matter: read strictly through python-frontmatter, changed key by key, never re-serialised."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.resolver import Resolver

from pandora.document.engine_entry import read_entry

Value = TypeVar("Value")
LIMIT = 65_536
"""Front matter of more characters than this is refused unread."""
_PARSED_ALIKE = re.compile(r"[^\x00-\x09\x0b-\x1f!%&*>?@\\`|\x7f-\xa0\u2028\u2029\ud800-\uffff]*")
"""Matches text without the characters that libyaml and PyYAML's own parser may treat differently."""
_NESTED = 200
"""Text with more opening brackets than this may be nested too deeply for any loader."""
_ENTRY = re.compile(r"(?:  )?\w+:(?: \S.*)?")


class FrontMatterError(ValueError):
    """Front matter is wrong at `line`, counted from the first line after the fence."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class _Loader(yaml.SafeLoader):
    """Loads plain data only: no aliases, duplicate keys, dates or sexagesimals, and `yes` is a text."""

    yaml_constructors = {  # noqa: RUF012 – plain data, and no `!!binary`, `!!set` or `!!timestamp`
        tag: constructor
        for tag, constructor in yaml.SafeLoader.yaml_constructors.items()
        if tag is None or tag.rpartition(":")[2] in ("null", "bool", "int", "float", "str", "seq", "map")
    }
    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise FrontMatterError(event.start_mark.line + 1, "aliases (*name) are not allowed here")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            name = str(key.value)
            if name in seen:
                raise FrontMatterError(key.start_mark.line + 1, f"the key {name!r} stands twice")
            seen.add(name)
        return super().construct_mapping(node, deep=True)


_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:null|~|)$"), ["n", "~", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^-?(?:0|[1-9][0-9]{0,18})$"), list("-0123456789")
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^-?(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,3})?$"),
    list("-0123456789"),
)


@functools.cache
def _quick_loader() -> Callable[[str], Any] | None:
    """Return the strict loader on libyaml's parser, six times as fast; None where PyYAML has no libyaml."""
    try:
        from yaml._yaml import CParser
    except ImportError:
        return None

    class Quick(CParser, _Loader):
        get_single_node = Composer.get_single_node

        def __init__(self, text: str) -> None:
            CParser.__init__(self, text)
            Composer.__init__(self)
            SafeConstructor.__init__(self)
            Resolver.__init__(self)

    return Quick


class StrictYAML(YAMLHandler):
    """The YAML handler of python-frontmatter, with the strict loader, for text between two lines `---`."""

    def split(self, text: str) -> tuple[str, str]:
        """Return the text between the first line and the last `---`; the library would end at any dashes."""
        first, last = text.index("\n") + 1, text.rindex("---")
        return text[first:last], ""

    def load(self, fm: str, **_: object) -> dict[str, Any]:
        """Load the keys of `fm`; raises FrontMatterError for anything but a mapping of plain data."""
        if len(fm) > LIMIT:
            raise FrontMatterError(1, f"front matter of {len(fm)} characters; {LIMIT} is the most")
        data = _yaml(fm)
        if data is None:
            return {}
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
            raise FrontMatterError(1, "front matter must be `key: value` lines")
        return data


_HANDLER = StrictYAML()


def _yaml(fm: str) -> Any:
    """Load `fm` as YAML; raises FrontMatterError with the line for anything but plain data."""
    alike = bool(_PARSED_ALIKE.fullmatch(fm))
    if (quick := _quick_loader()) and (alike or fm.count("[") + fm.count("{") > _NESTED):
        try:
            data = quick(fm).get_single_data()
            if alike:
                return data
        except RecursionError:  # the other loader would take seconds to find out
            raise FrontMatterError(1, "front matter is nested too deeply") from None
        except Exception:  # whatever is wrong, the other loader says it better
            data = None
    loader: _Loader | None = None
    try:
        loader = _Loader(fm)
        return loader.get_single_data()
    except FrontMatterError:
        raise
    except RecursionError:
        raise FrontMatterError(1, "front matter is nested too deeply") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        message = getattr(error, "problem", None) or str(error).split("\n")[0]
        raise FrontMatterError(mark.line + 1 if mark else 1, f"not readable as YAML: {message}") from None
    except ValueError as error:
        raise FrontMatterError(1, f"not readable as YAML: {error}") from None
    finally:
        if loader is not None:
            loader.dispose()


def load(text: str) -> dict[str, Any]:
    """Load the keys of front matter; raises FrontMatterError where it is not a mapping of plain data."""
    return {key: _copy(value) for key, value in _read(text).items()}


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


@functools.lru_cache(maxsize=128)
def _read(text: str) -> dict[str, Any]:
    """Parse front matter, with a cache: splicing a section does not change it, and patterns seldom change."""
    return _line_by_line(text) or frontmatter.parse(f"---\n{text}---", handler=_HANDLER)[0]


def _line_by_line(text: str) -> dict[str, Any] | None:
    """Parse front matter with one entry a line, as the engine writes it; None for any other text.

    A save changes two or three lines; all other lines come from the cache of `_line`.
    """
    if len(text) > LIMIT:
        return None
    data: dict[str, Any] = {}
    inside: dict[str | int, Any] | None = None
    for line in text.removesuffix("\n").split("\n"):
        read = _line(line)
        if read is None:
            return None
        key, value = read
        if line.startswith(" "):
            if inside is None or key in inside:
                return None
            inside[key] = value
        elif key in data or inside == {} or not isinstance(key, str):
            return None
        else:
            inside = {} if line.endswith(":") else None
            data[key] = value if inside is None else inside
    return None if inside == {} else data


@functools.lru_cache(maxsize=1024)
def _line(line: str) -> tuple[str | int, Any] | None:
    """The key and the value of one entry; None where it cannot be read without the lines around it."""
    if (read := read_entry(line)) is not None:
        return read
    if _PARSED_ALIKE.fullmatch(line) and _ENTRY.fullmatch(line):
        with contextlib.suppress(FrontMatterError):
            data = _yaml(line.strip())
            if isinstance(data, dict) and len(data) == 1:
                return next(iter(data.items()))
    return None


def with_keys(text: str, data: Mapping[str, Any], keys: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Set `keys` in front matter `text`, whose parsed form is `data`; return the new text and its parsed form.

    Nothing is parsed again where every line is an entry of its own, as the engine writes them. Raises
    FrontMatterError where the result is no valid front matter.
    """
    entries = _entries(text)
    if entries is not None:
        lines = {key: entry(key, value) for key, value in keys.items()}
        entries = _in_order(entries, lines)
        new = "".join(entries.values())
        if len(new) <= LIMIT and all(map(_parses_alike, "".join(lines.values()).split("\n"))):
            with contextlib.suppress(TypeError):
                says = _in_order(data, {key: read_back(value) for key, value in keys.items()})
                if len(_written_entries) >= 256:
                    _written_entries.clear()
                _written_entries[new] = entries
                return new, says
    new = text
    for key, value in keys.items():
        new = replace_key(new, key, value)
    return new, load(new)


ORDER = (
    *("pandora", "id", "status", "phase", "attempt", "by", "model", "budget", "graph", "node", "metadata"),
    *("session", "basis", "head", "stopped", "nudges", "states", "finals"),
    *("research", "authorized", "report", "conversation"),
    *("answer", "forked", "schema", "answered", "ceiling", "undone", "untrusted", "questions", "decisions"),
    *("applied", "meta_edits", "edited_steps", "gathered", "fit", "kept", "finds", "extractors", "confined"),
    "contents",
    "thoughts",
    *("model_digest", "sections", "attempts", "steps", "tries", "used", "gathered_steps", "asked_beside"),
)
"""The keys in the order in which documents have them: what a person reads first, digests and costs last."""
_RANKS = {key: rank for rank, key in enumerate(ORDER)}


def _in_order(old: Mapping[str, Value], new: Mapping[str, Value]) -> dict[str, Value]:
    """Return `old` with the keys of `new` set: one that was there stays in its place, another goes by ORDER."""
    if old.keys() >= new.keys():
        return {**old, **new}
    items = list({**old, **{key: new[key] for key in new if key in old}}.items())
    for key in (key for key in new if key not in old):
        items.insert(_place(key, [name for name, _ in items]), (key, new[key]))
    return dict(items)


def _place(key: str, names: Sequence[str]) -> int:
    """Where a new key goes among others: before the first that ORDER has after it, else at the end."""
    rank = _RANKS.get(key, len(ORDER))
    return next((at for at, name in enumerate(names) if _RANKS.get(name, -1) > rank), len(names))


@functools.lru_cache(maxsize=1024)
def _parses_alike(line: str) -> bool:
    """True where all parsers read a line alike; cached, since most lines of a save were there before."""
    return read_entry(line) is not None or _PARSED_ALIKE.fullmatch(line) is not None


_written_entries: dict[str, dict[str, str]] = {}
"""A cache of front matter that the engine wrote with one entry a line: by its text, the lines of each key."""


def _entries(text: str) -> dict[str, str] | None:
    """The lines of each top-level key, in order; None where not every line is an entry of its own."""
    if not text or (cached := _written_entries.get(text)) is not None:
        return cached if text else {}
    if not text.endswith("\n") or _line_by_line(text) is None:
        return None
    entries: dict[str, str] = {}
    for line in io.StringIO(text):
        if line[0] != " ":
            key = line.partition(":")[0]
        entries[key] = entries.get(key, "") + line
    return entries


def replace_key(text: str, key: str, value: Any) -> str:
    """Replace only the lines of the top-level `key` in `text`, or add the key at the end."""
    before, there, after = _around_key(text, key)
    if not there:
        lead = "" if not text or text.endswith("\n") else "\n"
        return text + lead + entry(key, value)
    return before + entry(key, value) + after


def without_key(text: str, key: str) -> str:
    """Remove only the lines of the top-level `key` from `text`."""
    before, _, after = _around_key(text, key)
    return before + after


def _around_key(text: str, key: str) -> tuple[str, str, str]:
    """The text before the top-level `key`, its own lines, and the text after; a missing key has no lines."""
    lines = list(io.StringIO(text))
    start = next((n for n, line in enumerate(lines) if line.startswith(f"{key}:")), None)
    if start is None:
        return text, "", ""
    end = start + 1
    while end < len(lines) and lines[end].strip() and lines[end][0] in " \t":
        end += 1
    return "".join(lines[:start]), "".join(lines[start:end]), "".join(lines[end:])


_PLAIN = re.compile(r"^[A-Za-z_][A-Za-z0-9_./ -]*$")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_UNSAFE = re.compile("[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that YAML would read as the end of a line, or would refuse."""
_TEXTS = frozenset((str,))
_json = json.JSONEncoder(ensure_ascii=False).encode
_RESERVED = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def flow(value: Any) -> str:
    """Write a value on one line of YAML, for example `{calls: 3, seconds: 11.8}`."""
    if type(value) is str:
        return _scalar(value)
    if type(value) is int:
        return str(value)
    if isinstance(value, (dict, Mapping)):  # the first saves the second's look at every base class
        if _TEXTS.issuperset(map(type, value)) and _TEXTS.issuperset(map(type, value.values())):
            return _texts(tuple(value.items()))
        inner = [f"{_key(str(key))}: {flow(item)}" for key, item in value.items()]
        return "{" + ", ".join(inner) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([flow(item) for item in value]) + "]"
    if isinstance(value, bool) or value is None or isinstance(value, (int, float)):
        return _json(value)
    return _scalar(str(value))


@functools.lru_cache(maxsize=512)
def _texts(items: tuple[tuple[str, str], ...]) -> str:
    """Write a mapping of texts on one line; cached, since the records of sections recur in every save."""
    return "{" + ", ".join([f"{_key(key)}: {_scalar(item)}" for key, item in items]) + "}"


@functools.lru_cache(maxsize=512)
def _key(text: str) -> str:
    """Write a key: a whole number without quotes (as a value, the same digits are quoted), else as a text."""
    return text if _NUMBER.fullmatch(text) else _scalar(text)


@functools.lru_cache(maxsize=512)
def _scalar(text: str) -> str:
    if _PLAIN.match(text) and text == text.strip() and text.lower() not in _RESERVED:
        return text
    written = _json(text)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def entry(key: str, value: Any) -> str:
    """Write the lines of one key, ending in a newline; a mapping of mappings takes one line per entry."""
    if (
        isinstance(value, (dict, Mapping))
        and value
        and all(isinstance(item, (dict, Mapping)) for item in value.values())
    ):
        inner = "".join([f"  {_key(str(name))}: {flow(item)}\n" for name, item in value.items()])
        return f"{key}:\n{inner}"
    return f"{key}: {flow(value)}\n"


def read_back(value: Any) -> Any:
    """Return what parsing `flow(value)` would give; raises TypeError where only parsing it can tell."""
    if type(value) is str or (type(value) is int and abs(value) < 10**15):
        return value
    if isinstance(value, (dict, Mapping)):
        return {
            _read_key(str(name)): item if type(item) is str else read_back(item) for name, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [read_back(item) for item in value]
    if isinstance(value, (bool, str)) or value is None:
        return value if value is None or isinstance(value, bool) else str(value)
    if isinstance(value, float) and (1e-4 <= abs(value) < 1e15 or str(value) == "0.0"):
        return value
    raise TypeError(value)


@functools.lru_cache(maxsize=512)
def _read_key(text: str) -> str | int:
    return int(text) if _NUMBER.fullmatch(text) else text
