"""Read the rules in the table `[policy]` of a pandora.toml, with their line numbers, and add a rule to it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, InlineTable, Item, Key, KeyType, SingleKey, Table, Whitespace

from pandora.errors import DocumentError, Problem, UsageError
from pandora.host_names import address_of, split_port
from pandora.policy import ANY, EFFECTS, VERDICTS, Rule

POLICY = "policy"
UNTRUSTED = "untrusted"
FORMER = {"new_files": "write", "changed_files": "write", "system": "bash"}
"""Settings that no longer exist, each with the effect that replaced it."""


def read_policy(table: Any, text: str, path: str) -> tuple[list[Rule], tuple[str, ...]]:
    """Return the rules of the `[policy]` table and its untrusted paths.

    `text` is the whole file, for line numbers. Raises DocumentError, which names `path:line`, for a wrong
    entry.
    """
    lines = key_lines(text)

    def problem(message: str, remedy: str, *keys: str) -> DocumentError:
        return DocumentError(Problem(path, _line_of(lines, *keys), message, remedy))

    if not isinstance(table, dict):
        raise problem("policy is a table", 'write [policy] and under it write = "ask"')
    rules: list[Rule] = []
    untrusted: tuple[str, ...] = ()
    for name, value in table.items():
        if name == UNTRUSTED:
            if not isinstance(value, list) or not all(isinstance(glob, str) for glob in value):
                raise problem("untrusted is a list of paths", 'write untrusted = ["downloads/**"]', name)
            untrusted = tuple(value)
            continue
        if name not in EFFECTS:
            names = ", ".join((*EFFECTS, UNTRUSTED))
            raise problem(f"unknown effect {name!r} in [policy]", f"effects are {names}", name)
        for target, verdict in (value if isinstance(value, dict) else {ANY: value}).items():
            shown = name if target == ANY else f"{name}.{_quoted(target)}"
            if isinstance(verdict, dict):  # read.a.b, where read."a.b" was meant
                message = f"{shown} is a table; a target with a dot stands in quotes"
                raise problem(message, f'write {name}."{target}.…" = "allow"', name, target)
            choices = [choice for choice in VERDICTS[name] if target == ANY or choice != "own"]
            if verdict not in choices:
                remedy = f"one of {', '.join(choices)} is wanted"
                raise problem(f"{shown} is {verdict!r}", remedy, name, target)
            if not target.strip():
                raise problem(f"{shown} names no target", "name one, or * for all", name, target)
            if name == "network" and (reason := _why_no_host(target)):
                raise problem(
                    f"{shown} {reason}", 'write "[2001:db8::1]" or "[2001:db8::1]:8080"', name, target
                )
            rules.append(Rule(name, target, verdict, f"{path}:{_line_of(lines, name, target)}"))
    return rules, untrusted


def _why_no_host(target: str) -> str:
    """Return why a target that looks like an IPv6 address is none; "" for all others."""
    host, _ = split_port(target.strip())
    if not (":" in host or "[" in host or target.strip().startswith("[")) or address_of(host):
        return ""
    return "is no IPv6 address, which stands whole and without a wildcard"


def _line_of(lines: Mapping[tuple[str, ...], int], *keys: str) -> int:
    """Return the line of a key under `[policy]`, or of the nearest enclosing key that has one."""
    path = (POLICY, *keys)
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 1)


_TOKEN = re.compile(
    r'"{3}(?:[^\\]|\\.)*?"{3,5}' r"|'{3}.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'" r"|#[^\n]*|[][{}]|\n",
    re.S,
)
"""Matches the parts of TOML that tell where a statement ends: texts, comments, brackets and line ends."""


def key_lines(text: str) -> dict[tuple[str, ...], int]:
    """Map the path of each key in a TOML text to the line, counted from 1, that first names it.

    No TOML parser for Python reports lines, so each statement is parsed alone and its keys are put below
    the last table header. The text must be valid TOML.
    """
    lines: dict[tuple[str, ...], int] = {}
    header: tuple[str, ...] = ()
    for begins, statement in _statements(text):
        try:
            data = tomllib.loads(statement)
        except (tomllib.TOMLDecodeError, RecursionError):
            continue
        is_header = statement.lstrip().startswith("[")
        paths = list(_paths(data))
        for keys in paths:
            lines.setdefault(keys if is_header else header + keys, begins)
        if is_header:
            header = max(paths, key=len)
    return lines


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements of a valid TOML text, each with the line that it begins in.

    A statement ends with the line in which no bracket and no text is open. A blank line or a comment is none.
    """
    line = begins = 1
    start = depth = 0
    for token in _TOKEN.finditer(f"{text}\n"):
        line += token[0].count("\n")
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if token[0] == "\n" and depth <= 0:
            statement = text[start : token.end()]
            if statement.strip() and not statement.lstrip().startswith("#"):
                yield begins, statement
            start, begins = token.end(), line


def _paths(data: Any) -> Iterator[tuple[str, ...]]:
    """Yield the path of every key in nested tables, outer keys first; of an array of tables, only the last."""
    if isinstance(data, list) and data and isinstance(data[-1], dict):
        data = data[-1]
    if isinstance(data, dict):
        for key, value in data.items():
            yield (key,)
            yield from ((key, *rest) for rest in _paths(value))


def with_rule(text: str, effect: str, target: str, verdict: str) -> str:
    """Return `text`, a pandora.toml, with one rule added to `[policy]`; the rest of the text is kept.

    The result is parsed again; UsageError is raised where it differs by anything but that rule. UsageError
    is also raised for the target `*`, which would be a rule for every target.
    """
    if target == ANY:
        raise UsageError(
            f"a rule for {ANY!r} would be one for every {effect}; write it yourself if that is meant"
        )
    data = tomllib.loads(text)
    table = data.setdefault(POLICY, {})
    if not isinstance(table.get(effect, {}), dict):
        table[effect] = {ANY: table[effect]}
    if table.setdefault(effect, {}).get(target) == verdict:
        return text
    table[effect][target] = verdict
    try:
        new = _with_key(_as_table(text, effect), effect, target, verdict)
        if text.count("\r\n") == text.count("\n") > 0:
            new = new.replace("\r\n", "\n").replace("\n", "\r\n")
        if tomllib.loads(new) == data:
            return new
    except (TOMLKitError, tomllib.TOMLDecodeError, TypeError):
        pass
    line = f"{POLICY}.{rule_line(effect, target, verdict)}"
    raise UsageError(f"pandora.toml is written in a way that a rule cannot be added to; add {line} yourself")


def rule_line(effect: str, target: str, verdict: str) -> str:
    """Return a rule as the line that states it below `[policy]`."""
    return f"{effect}.{_quoted(target)} = {_quoted(verdict)}"


def _as_table(text: str, effect: str) -> str:
    """Return `text` with `write = "ask"` rewritten as `write."*" = "ask"`, so that it can take more rules."""
    document = tomlkit.parse(text)
    for part in _tables(document, POLICY):
        for index, (key, item) in enumerate(part.value.body):
            if key is not None and key.key == effect and not isinstance(item, AbstractTable):
                written = key.as_string()
                name = written.rstrip()
                dotted = f"{name}.{_quoted(ANY)}{written[len(name) :]}"
                part.value.body[index] = (SingleKey(effect, sep=key.sep, original=dotted), item)
    return tomlkit.dumps(document)


def _with_key(text: str, effect: str, target: str, verdict: str) -> str:
    """Return `text` with the rule added.

    The rule goes next to the effect's other rules; where there are none, into `[policy]`; where that is
    missing, into a new table at the end.
    """
    document = tomlkit.parse(text)
    rule = tomlkit.item(verdict)
    policies = _tables(document, POLICY)
    policies.sort(key=lambda policy: isinstance(policy, Table) and policy.is_super_table())
    effects = [table for policy in policies for table in _tables(policy.value, effect)]
    if holders := [table for table in effects if target in table]:
        holders[0][target] = verdict
    elif effects:
        _append(effects[0], SingleKey(target, KeyType.Basic), rule)
    elif policies and isinstance(policies[0], InlineTable):
        policies[0].append(effect, tomlkit.inline_table().append(target, verdict))
    elif policies:
        _append(policies[0], tomlkit.key([effect, target]), rule)
    else:
        if text.strip():
            document.add(tomlkit.ws("\n" if text.endswith("\n") else "\n\n"))
        document[POLICY] = tomlkit.table().append(tomlkit.key([effect, target]), rule)
    return tomlkit.dumps(document)


def _tables(container: Container, name: str) -> list[AbstractTable]:
    """Return the tables called `name` in file order; TOML lets a table be written in several parts."""
    return [
        item
        for key, item in container.body
        if key is not None and key.key == name and isinstance(item, AbstractTable)
    ]


def _append(table: AbstractTable, key: Key, item: Item) -> None:
    """Add a key below the table's last one.

    Comments after a blank line belong to the next table, so the key goes above them.
    """
    body = table.value.body
    end = len(body)
    while end and body[end - 1][0] is None:
        end -= 1
    while end < len(body) and not isinstance(body[end][1], Whitespace):
        end += 1
    rest = body[end:]
    del body[end:]
    table.append(key, item)
    body += rest


def _quoted(text: str) -> str:
    """Return `text` as a quoted TOML basic string."""
    return str(SingleKey(text, KeyType.Basic).as_string())
