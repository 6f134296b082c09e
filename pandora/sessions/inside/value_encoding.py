"""Values as canonical JSON text and back: equal values made in the same order have the same bytes.

Plain data is JSON as everybody knows it. A dict with the key "$" stands for what JSON has not:
`{"$": "tuple", "of": [1, 2]}`. Nothing is pickled: what is read back makes values of known types.
"""

from __future__ import annotations

import base64
import collections
import datetime
import decimal
import enum
import fractions
import importlib
import json
import math
import re
import sys
import types
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from pandora.sessions.inside.given_text import Text
from pandora.sessions.inside.lane_values import Envelope, Failed, Missing

MOST_ITEMS = 2_000_000
"""A value of more items than this, at all depths together, is not stored."""
MOST_BYTES = 64 << 20
"""A value whose encoding has more bytes than this is not stored."""
_DEEPEST = 150
_MARK = "$"
_PLAIN_INTEGER = 1 << 63
_FACTORIES: dict[str, Any] = {made.__name__: made for made in (int, float, str, list, dict, set, tuple, bool)}
_OWN = {made.__name__: made for made in (Envelope, Failed, Missing)}
_ITERATORS = "it is read once and has no end that can be seen: keep list(…) of the part that is needed"
_REASONS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    ((types.GeneratorType, types.AsyncGeneratorType), f"a generator: {_ITERATORS}"),
    ((types.CoroutineType, types.FrameType, types.TracebackType), "it belongs to code that is running"),
    (BaseException, "an exception: keep str(error)"),
)


class UnstorableError(Exception):
    """A value that cannot be stored by value; the message is the reason, for a person and for the model."""


class UndefinedError(Exception):
    """A value that needs a class which is not defined yet; the message is the class's name."""


class Definitions:
    """The functions and classes that blocks defined: each by its name, with its source.

    `classes` gives a class by its name when values are read back.
    """

    def __init__(self) -> None:
        self._sources: dict[str, tuple[object, str]] = {}

    def add(self, name: str, value: object, source: str) -> None:
        """Note that `name` was bound to `value` by the statement `source`."""
        self._sources.pop(name, None)
        self._sources[name] = (value, source)

    def source(self, name: str, value: object) -> str:
        """The statement that bound `name` to this very value, or ""."""
        noted = self._sources.get(name)
        return noted[1] if noted is not None and noted[0] is value else ""

    def class_name(self, kind: type) -> str:
        """The name of a class that a block defined, or ""."""
        return next((name for name, (value, _) in self._sources.items() if value is kind), "")

    def sources(self, namespace: Mapping[str, object]) -> list[tuple[str, str]]:
        """Name and source of each definition that the namespace still has, in the order of definition."""
        return [
            (name, source) for name, (value, source) in self._sources.items() if namespace.get(name) is value
        ]


def encode(value: object, definitions: Definitions, *, alone: bool = False) -> bytes:
    """Return the canonical bytes of a value; raises UnstorableError with the reason where it has none.

    With `alone` a Text stands in it as a plain text, so that the bytes can be read without any other.
    """
    tree = _Encoder(definitions, alone).tree(value, 0)
    try:
        text = json.dumps(tree, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        data = json.dumps(tree, separators=(",", ":"), allow_nan=False).encode("ascii")
    if len(data) > MOST_BYTES:
        raise UnstorableError(f"it takes more than {MOST_BYTES >> 20} MiB")
    return data


class _Encoder:
    def __init__(self, definitions: Definitions, alone: bool) -> None:
        self._definitions = definitions
        self._alone = alone
        self._above: set[int] = set()
        self._items = 0

    def tree(self, value: Any, depth: int) -> Any:
        """Return the value as what `json.dumps` takes."""
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if kind is int:
            return value if -_PLAIN_INTEGER <= value < _PLAIN_INTEGER else {_MARK: "int", "hex": hex(value)}
        if kind is float:
            return value if math.isfinite(value) else {_MARK: "float", "is": repr(value)}
        if depth > _DEEPEST:
            raise UnstorableError(f"it is nested more than {_DEEPEST} deep")
        if id(value) in self._above:
            raise UnstorableError("it contains itself")
        self._above.add(id(value))
        try:
            return self._composed(value, kind, depth + 1)
        finally:
            self._above.discard(id(value))

    def _composed(self, value: Any, kind: type, depth: int) -> Any:
        if kind is list:
            return self._encoded_items(value, depth)
        if kind is dict:
            return self._dict(value, depth)
        if kind is tuple:
            return {_MARK: "tuple", "of": self._encoded_items(value, depth)}
        if kind in (set, frozenset):
            items = self._encoded_items(value, depth)
            return {_MARK: kind.__name__, "of": sorted(items, key=lambda item: json.dumps(item))}
        if kind is Text:
            return str(value) if self._alone else {_MARK: "Text", "name": value.name, "blob": value.blob}
        for make in (self._collection, self._scalar, self._own, self._imported):
            tree = make(value, kind, depth)
            if tree is not None:
                return tree
        raise UnstorableError(_reason(value, kind))

    def _encoded_items(self, values: Any, depth: int) -> list[Any]:
        self._count(len(values))
        try:
            return [self.tree(value, depth) for value in values]
        except RuntimeError:  # a set that a thread changes meanwhile
            raise UnstorableError("it changed while it was read") from None

    def _dict(self, value: Any, depth: int) -> Any:
        self._count(len(value))
        try:
            if _MARK not in value and all(type(key) is str for key in value):
                return {key: self.tree(inner, depth) for key, inner in value.items()}
            return {_MARK: "dict", "of": self._pairs(value, depth)}
        except RuntimeError:
            raise UnstorableError("it changed while it was read") from None

    def _pairs(self, value: Any, depth: int) -> list[Any]:
        return [[self.tree(key, depth), self.tree(inner, depth)] for key, inner in value.items()]

    def _count(self, more: int) -> None:
        self._items += more
        if self._items > MOST_ITEMS:
            raise UnstorableError(f"it has more than {MOST_ITEMS:,} items")

    def _collection(self, value: Any, kind: type, depth: int) -> Any:
        if kind is bytes or kind is bytearray:
            return {_MARK: kind.__name__, "base64": base64.b64encode(value).decode()}
        if kind in (collections.Counter, collections.OrderedDict):
            self._count(len(value))
            return {_MARK: kind.__name__, "of": self._pairs(value, depth)}
        if kind is collections.defaultdict:
            factory = value.default_factory
            name = getattr(factory, "__name__", "") if factory is not None else ""
            if factory is not None and _FACTORIES.get(name) is not factory:
                raise UnstorableError("a defaultdict whose factory is no type of Python's own: make it a dict")
            self._count(len(value))
            return {_MARK: "defaultdict", "factory": name, "of": self._pairs(value, depth)}
        if kind is collections.deque:
            return {_MARK: "deque", "most": value.maxlen, "of": self._encoded_items(value, depth)}
        return None

    def _scalar(self, value: Any, kind: type, depth: int) -> Any:
        timed = kind in (datetime.datetime, datetime.time) and value.tzinfo is not None
        if timed and type(value.tzinfo) is not datetime.timezone:
            raise UnstorableError("a time with the rules of a place: use a fixed offset, or its ISO text")
        if kind in (datetime.date, datetime.datetime, datetime.time):
            return {_MARK: kind.__name__, "iso": value.isoformat()}
        if kind is datetime.timedelta:
            return {_MARK: "timedelta", "of": [value.days, value.seconds, value.microseconds]}
        if kind in (decimal.Decimal, fractions.Fraction, uuid.UUID):
            return {_MARK: kind.__name__, "is": str(value)}
        if kind is complex:
            return {_MARK: "complex", "is": repr(value)}
        if kind in (range, slice):
            return {_MARK: kind.__name__, "of": [self.tree(end, depth) for end in _ends(value)]}
        if kind is re.Pattern:
            pattern = self.tree(value.pattern, depth)
            return {_MARK: "Pattern", "is": pattern, "flags": value.flags & ~re.UNICODE & ~re.TEMPLATE}
        return None

    def _own(self, value: Any, kind: type, depth: int) -> Any:
        if kind in _OWN.values() and _OWN.get(kind.__name__) is kind:
            return {_MARK: kind.__name__, "of": self._dict(vars(value), depth)}
        name = self._definitions.class_name(kind)
        if not name:
            return None
        if isinstance(value, enum.Enum):
            return {_MARK: "member", "class": name, "is": value.name}
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return {_MARK: "row", "class": name, "of": self._encoded_items(tuple(value), depth)}
        state = getattr(value, "__dict__", None)
        if kind.__bases__ != (object,) and issubclass(kind, _BUILT_IN_BASES):
            raise UnstorableError(f"{name} extends a type of Python's own: keep a dict of its values")
        if type(state) is not dict:
            raise UnstorableError(f"{name} has no plain attributes: keep a dict of its values")
        return {_MARK: "object", "class": name, "of": self._dict(state, depth)}

    def _imported(self, value: Any, kind: type, depth: int) -> Any:
        if kind is types.ModuleType:
            return {_MARK: "module", "is": value.__name__}
        module = getattr(value, "__module__", None)
        name = getattr(value, "__qualname__", None)
        if not (type(module) is str and type(name) is str) or module in ("__main__", "__block__"):
            return None
        if getattr(sys.modules.get(module), name, None) is value:
            return {_MARK: "imported", "module": module, "is": name}
        return None


_BUILT_IN_BASES = (int, float, str, bytes, list, tuple, dict, set, frozenset, BaseException)


def _ends(value: range | slice) -> tuple[Any, Any, Any]:
    return value.start, value.stop, value.step


def _reason(value: object, kind: type) -> str:
    for kinds, reason in _REASONS:
        if isinstance(value, kinds):
            return reason
    if hasattr(kind, "__next__"):
        return f"a {kind.__name__} iterator: {_ITERATORS}"
    if isinstance(value, types.FunctionType):
        return "a function that was not defined by a statement of its own at the top of a block"
    if isinstance(value, type):
        return "a class that was not defined by a statement of its own at the top of a block"
    return f"a {kind.__name__}: keep what is needed of it as text, numbers, lists or dicts"


def decode(data: bytes, classes: Mapping[str, Any], text: Callable[[str, str], Text]) -> Any:
    """Return the value of canonical bytes; raises ValueError where they are none.

    `classes` has the classes that blocks defined; UndefinedError names one that it lacks. `text` gives a
    Text by its name and its blob's.
    """
    try:
        return _Decoder(classes, text).value(json.loads(data))
    except (KeyError, TypeError, AttributeError, RecursionError, ArithmeticError) as error:
        raise ValueError(f"no value of this format: {type(error).__name__}: {error}") from None


class _Decoder:
    def __init__(self, classes: Mapping[str, Any], text: Callable[[str, str], Text]) -> None:
        self._classes = classes
        self._text = text

    def value(self, tree: Any) -> Any:
        """Return the value that the tree stands for."""
        if type(tree) is list:
            return [self.value(inner) for inner in tree]
        if type(tree) is not dict:
            return tree
        if _MARK not in tree:
            return {key: self.value(inner) for key, inner in tree.items()}
        kind = tree[_MARK]
        make = getattr(self, f"_{kind}", None) if type(kind) is str else None
        if make is None:
            raise ValueError(f"a value of the unknown kind {kind!r}")
        return make(tree)

    def _items(self, tree: Any) -> list[Any]:
        return [self.value(inner) for inner in tree["of"]]

    def _pairs(self, tree: Any) -> list[tuple[Any, Any]]:
        return [(self.value(key), self.value(inner)) for key, inner in tree["of"]]

    def _int(self, tree: Any) -> int:
        return int(tree["hex"], 16)

    def _float(self, tree: Any) -> float:
        return float(tree["is"])

    def _tuple(self, tree: Any) -> tuple[Any, ...]:
        return tuple(self._items(tree))

    def _set(self, tree: Any) -> set[Any]:
        return set(self._items(tree))

    def _frozenset(self, tree: Any) -> frozenset[Any]:
        return frozenset(self._items(tree))

    def _dict(self, tree: Any) -> dict[Any, Any]:
        return dict(self._pairs(tree))

    def _bytes(self, tree: Any) -> bytes:
        return base64.b64decode(tree["base64"])

    def _bytearray(self, tree: Any) -> bytearray:
        return bytearray(base64.b64decode(tree["base64"]))

    def _Counter(self, tree: Any) -> collections.Counter[Any]:  # noqa: N802
        return collections.Counter(dict(self._pairs(tree)))

    def _OrderedDict(self, tree: Any) -> collections.OrderedDict[Any, Any]:  # noqa: N802
        return collections.OrderedDict(self._pairs(tree))

    def _defaultdict(self, tree: Any) -> collections.defaultdict[Any, Any]:
        factory = _FACTORIES[tree["factory"]] if tree["factory"] else None
        return collections.defaultdict(factory, self._pairs(tree))

    def _deque(self, tree: Any) -> collections.deque[Any]:
        return collections.deque(self._items(tree), tree["most"])

    def _date(self, tree: Any) -> datetime.date:
        return datetime.date.fromisoformat(tree["iso"])

    def _datetime(self, tree: Any) -> datetime.datetime:
        return datetime.datetime.fromisoformat(tree["iso"])

    def _time(self, tree: Any) -> datetime.time:
        return datetime.time.fromisoformat(tree["iso"])

    def _timedelta(self, tree: Any) -> datetime.timedelta:
        return datetime.timedelta(*tree["of"])

    def _Decimal(self, tree: Any) -> decimal.Decimal:  # noqa: N802
        return decimal.Decimal(tree["is"])

    def _Fraction(self, tree: Any) -> fractions.Fraction:  # noqa: N802
        return fractions.Fraction(tree["is"])

    def _UUID(self, tree: Any) -> uuid.UUID:  # noqa: N802
        return uuid.UUID(tree["is"])

    def _complex(self, tree: Any) -> complex:
        return complex(tree["is"])

    def _range(self, tree: Any) -> range:
        return range(*self._items(tree))

    def _slice(self, tree: Any) -> slice:
        return slice(*self._items(tree))

    def _Pattern(self, tree: Any) -> re.Pattern[Any]:  # noqa: N802
        return re.compile(self.value(tree["is"]), tree["flags"])

    def _Text(self, tree: Any) -> Text:  # noqa: N802
        return self._text(tree["name"], tree["blob"])

    def _Envelope(self, tree: Any) -> Envelope:  # noqa: N802
        return Envelope(**self.value(tree["of"]))

    def _Failed(self, tree: Any) -> Failed:  # noqa: N802
        return Failed(**self.value(tree["of"]))

    def _Missing(self, tree: Any) -> Missing:  # noqa: N802
        return Missing(**self.value(tree["of"]))

    def _module(self, tree: Any) -> Any:
        return _module(tree["is"])

    def _imported(self, tree: Any) -> Any:
        return getattr(_module(tree["module"]), tree["is"])

    def _row(self, tree: Any) -> Any:
        return self._class(tree)(*self._items(tree))

    def _member(self, tree: Any) -> Any:
        return self._class(tree)[tree["is"]]

    def _object(self, tree: Any) -> Any:
        instance = object.__new__(self._class(tree))
        instance.__dict__.update(self.value(tree["of"]))
        return instance

    def _class(self, tree: Any) -> Any:
        if tree["class"] not in self._classes:
            raise UndefinedError(tree["class"])
        return self._classes[tree["class"]]


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ValueError(f"the module {name} is not here: {error}") from None
