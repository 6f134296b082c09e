"""YAML: the places of its values, as the parser marks them, and how values are written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date
from typing import Any

import yaml

from pandora.programs.structured.value_span import (
    EditError,
    Gap,
    Keys,
    Scan,
    Span,
    after_line,
    truth,
    truth_word,
)

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MERGE = "tag:yaml.org,2002:merge"
_STEP = "  "
_LARGEST = 64 << 10
"""The most characters of a text whose places are looked for: the parser that marks them is slow."""


class YamlFormat:
    """YAML 1.1, as PyYAML reads it; a text of several documents is a list of them."""

    def parse(self, text: str) -> Any:
        """Return the value of a text; raises ValueError."""
        if len(text) > _LARGEST:
            raise EditError(f"YAML of more than {_LARGEST >> 10} KiB is not changed in place")
        try:
            documents = list(yaml.load_all(text, _LOADER))
        except yaml.YAMLError as error:
            raise ValueError(str(getattr(error, "problem", None) or error).partition("\n")[0]) from None
        except (TypeError, LookupError, AttributeError, OverflowError) as error:
            raise ValueError(str(error)) from None
        return documents if len(documents) > 1 else next(iter(documents), None)

    def scan(self, text: str) -> Scan:
        """Return the places of the values; the text must be YAML."""
        try:
            nodes = list(yaml.compose_all(text, yaml.SafeLoader))
        except yaml.YAMLError as error:
            raise ValueError(str(error).partition("\n")[0]) from None
        scanner = _Scanner(text)
        if not nodes:
            scanner.found.gaps[()] = Gap(len(text), "" if text.endswith("\n") or not text else "\n", "\n", ": ")
        for number, node in enumerate(nodes):
            scanner.visit(node, () if len(nodes) == 1 else (number,), ())
        return scanner.found

    def read(self, token: str) -> Any:
        """Return the value that a token stands for; raises ValueError."""
        if token.startswith(("&", "*", "!", "|", ">")) or "\n" in token:
            raise ValueError(token)
        value = self.parse(token)
        if isinstance(value, dict | list) and token[:1] not in ("[", "{"):
            raise ValueError(token)  # words with a colon or a dash in them
        if isinstance(value, str) and token[:1] not in ("'", '"') and re.search(r"\s#", token):
            raise ValueError(token)  # words with a mark of number in them, which is no comment here
        return value

    def tokens(self, value: Any, old: str) -> Sequence[str]:
        """Return ways to write a value; a string keeps its kind of quotes where it can."""
        if isinstance(value, bool):
            return (truth_word(value, old),)
        if not isinstance(value, str):
            return (_written(value),)
        single = "'" + value.replace("'", "''") + "'"
        double = json.dumps(value, ensure_ascii=False)
        if old.startswith('"'):
            return (double,)
        return (single, double) if old.startswith("'") else (value, double)

    def parsed(self, value: Any, rest: str) -> Any:
        """Return the value itself."""
        return value

    def entry(self, key: str, value: Any, gap: Gap) -> Sequence[str]:
        """Return ways to write the entry of a mapping, or the element of a sequence."""
        name = f"{_key(key)}{gap.colon}" if gap.colon else ""
        if gap.colon and gap.indent is not None and isinstance(value, dict):
            return (_nested(key, value, gap.indent),)
        texts = (value, json.dumps(value, ensure_ascii=False)) if isinstance(value, str) else (_written(value),)
        return tuple(name + text for text in texts)

    def table(self, keys: Keys, entry: str, text: str) -> str | None:
        """Return None: a mapping is put into the one above it."""
        return None


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z_][\w.\-/]*", key) and truth(key) is None else json.dumps(key)


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else json.dumps(value, ensure_ascii=False, default=str)


def _nested(key: str, value: dict[str, Any], indent: str) -> str:
    lines = [f"{_key(key)}:"]
    for name, part in value.items():
        below = indent + _STEP
        text = _nested(name, part, below) if isinstance(part, dict) else f"{_key(name)}: {_written(part)}"
        lines.append(f"{below}{text}")
    return "\n".join(lines)


class _Scanner:
    """A walk through the nodes of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.found = Scan()

    def visit(self, node: yaml.Node, keys: Keys, above: tuple[int, ...]) -> int:
        """Note the places below a node and return the offset behind its last value."""
        if id(node) in above:
            raise EditError("the file contains itself; edit it yourself")
        above = (*above, id(node))
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, keys, above)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, keys, above)
        start, end = node.start_mark.index, node.end_mark.index
        token = self._text[start:end]
        self.found.spans.append(Span(keys, start, end, _fixed(token)))
        return start + len(token.rstrip())

    def _mapping(self, node: yaml.MappingNode, keys: Keys, above: tuple[int, ...]) -> int:
        start = last = self._start(node)
        for name, value in node.value:
            if name.tag == _MERGE or not isinstance(name, yaml.ScalarNode):
                last = max(last, value.end_mark.index)
                continue
            loader = yaml.SafeLoader("")
            key = loader.construct_object(name)
            last = max(last, self.visit(value, (*keys, key), above))
        if node.flow_style:
            end = node.end_mark.index
            self.found.gaps[keys] = Gap(last, ", ", "", ": ") if node.value else Gap(end - 1, "", "", ": ")
            return int(end)
        self.found.gaps[keys] = after_line(self._text, last, self._column(start), ": ")
        return last

    def _sequence(self, node: yaml.SequenceNode, keys: Keys, above: tuple[int, ...]) -> int:
        start, end = self._start(node), int(node.end_mark.index)
        text = self._text[start:end]
        place = len(self.found.spans)
        last = start
        for number, value in enumerate(node.value):
            last = max(last, self.visit(value, (*keys, number), above))
        if node.flow_style:
            if "\n" not in text and "{" not in text and text.startswith("["):
                self.found.spans.insert(place, Span(keys, start, end))
            self.found.gaps[keys] = Gap(last, ", ") if node.value else Gap(end - 1)
            return end
        if self._text[start : start + 1] == "-":
            gap = after_line(self._text, last, self._column(start), "")
            self.found.gaps[keys] = Gap(gap.at, f"{gap.before}- ")
        return last

    def _start(self, node: yaml.CollectionNode) -> int:
        """Return where a collection begins; its first key or dash where it has an anchor or a tag."""
        start = int(node.start_mark.index)
        if self._text[start : start + 1] in ("&", "!") and node.value and not node.flow_style:
            first = node.value[0]
            start = (first[0] if isinstance(first, tuple) else first).start_mark.index
            if isinstance(node, yaml.SequenceNode):
                start = self._text.rfind("-", 0, start)
        return start

    def _column(self, at: int) -> str:
        """Return as many spaces as stand, with dashes, before `at` on its line."""
        return " " * (at - self._text.rfind("\n", 0, at) - 1)


def _fixed(token: str) -> str:
    """Return why a scalar cannot be changed in place, or ""."""
    if token[:1] in ("&", "!"):
        return "it has an anchor or a tag"
    if token[:1] in ("|", ">") or "\n" in token.rstrip():
        return "it is a text over several lines"
    return ""
