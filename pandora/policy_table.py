"""The table `[policy]` of a pandora.toml: read into rules with their lines, and given one more by splicing."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from pandora.errors import DocumentError, Problem, UsageError
from pandora.policy import ANY, EFFECTS, VERDICTS, Rule

UNTRUSTED = "untrusted"
FORMER = {"new_files": "write", "changed_files": "write", "system": "bash"}
"""Settings of old, and the effects that took their place."""


def read_policy(table: Any, text: str, path: str) -> tuple[list[Rule], tuple[str, ...]]:
    """The rules of a `[policy]` table, and what it says is untrusted; DocumentError with `path:line`."""
    if not isinstance(table, dict):
        raise _problem(
            path, text, "policy", "", "policy is a table", 'write [policy] and under it write = "ask"'
        )
    rules: list[Rule] = []
    untrusted: tuple[str, ...] = ()
    for name, value in table.items():
        if name == UNTRUSTED:
            if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
                told = "untrusted is a list of paths"
                raise _problem(path, text, name, "", told, 'write untrusted = ["downloads/**"]')
            untrusted = tuple(value)
        elif name not in EFFECTS:
            known = ", ".join((*EFFECTS, UNTRUSTED))
            raise _problem(path, text, name, "", f"unknown effect {name!r} in [policy]", f"effects are {known}")
        else:
            rules += _rules(name, value, text, path)
    return rules, untrusted


def _rules(effect: str, value: Any, text: str, path: str) -> Iterator[Rule]:
    for target, verdict in (value if isinstance(value, dict) else {ANY: value}).items():
        shown = effect if target == ANY else f"{effect}.{json.dumps(target, ensure_ascii=False)}"
        if isinstance(verdict, dict):  # read.a.b, where read."a.b" was meant
            told = f"{shown} is a table; a target with a dot stands in quotes"
            raise _problem(path, text, effect, target, told, f'write {effect}."{target}.…" = "allow"')
        allowed = (
            VERDICTS[effect] if target == ANY else tuple(each for each in VERDICTS[effect] if each != "own")
        )
        if verdict not in allowed:
            told = f"{shown} is {verdict!r}"
            raise _problem(path, text, effect, target, told, f"one of {', '.join(allowed)} is wanted")
        if not target.strip():
            raise _problem(path, text, effect, target, f"{shown} names no target", "name one, or * for all")
        yield Rule(effect, target, verdict, f"{path}:{line_of(text, effect, target)}")


def line_of(text: str, effect: str, target: str = "") -> int:
    """The line on which a rule stands, found by its words; 1 where they cannot be found."""
    header = ""
    quoted = (
        rf"(?:{re.escape(json.dumps(target, ensure_ascii=False))}|'{re.escape(target)}'|{re.escape(target)})"
    )
    ours = rf"\s*(?:policy\s*\.\s*)?[\"']?{re.escape(effect)}[\"']?\s*"
    fallback = 1
    for number, line in enumerate(text.split("\n"), 1):
        if found := re.match(r"\s*\[\s*([^\]]*?)\s*\]", line):
            header = re.sub(r"[\s\"']", "", found[1])
            if header in (effect, f"policy.{effect}") or (header == "policy" and effect == "policy"):
                fallback = number
            continue
        inside = header == f"policy.{effect}"
        if target not in ("", ANY) and re.match(
            rf"(?:{ours}\.|\s*)\s*{quoted}\s*=" if inside else rf"{ours}\.\s*{quoted}\s*=", line
        ):
            return number
        if re.match(rf"{ours}[.=]", line) and (target in ("", ANY) or re.search(quoted, line)):
            return number
        if inside and target == ANY and re.match(r"\s*[\"']\*[\"']\s*=", line):
            return number
    return fallback


def _problem(path: str, text: str, effect: str, target: str, told: str, remedy: str) -> DocumentError:
    return DocumentError(Problem(path, line_of(text, effect, target), told, remedy))


def with_rule(text: str, effect: str, target: str, verdict: str) -> str:
    """`text` of a pandora.toml with one more rule in `[policy]`; every other byte that can stay does.

    Each way to write it is tried and read back; UsageError where none gives just that rule. A target that
    is itself `*` would be a rule for every target, which nobody asked for.
    """
    if target == ANY:
        raise UsageError(
            f"a rule for {ANY!r} would be one for every {effect}; write it yourself if that is meant"
        )
    wanted = _wanted(text, effect, target, verdict)
    if tomllib.loads(text) == wanted:
        return text
    for new in _ways(text, effect, target, verdict):
        try:
            if tomllib.loads(new) == wanted:
                return new
        except tomllib.TOMLDecodeError:
            continue
    line = f"policy.{effect}.{_toml(target)} = {_toml(verdict)}"
    raise UsageError(f"pandora.toml is written in a way that a rule cannot be added to; add {line} yourself")


def _wanted(text: str, effect: str, target: str, verdict: str) -> Mapping[str, Any]:
    data = tomllib.loads(text)
    table = data.setdefault("policy", {})
    if not isinstance(table.get(effect, {}), dict):
        table[effect] = {ANY: table[effect]}
    table.setdefault(effect, {})[target] = verdict
    return data


def _ways(text: str, effect: str, target: str, verdict: str) -> Iterator[str]:
    newline = "\r\n" if "\r\n" in text else "\n"
    key, value = _toml(target), _toml(verdict)
    # A rule for the target is there already: only its verdict changes.
    names = rf"(?:policy\s*\.\s*)?(?:{effect}\s*\.\s*)?(?:{re.escape(key)}|'{re.escape(target)}')"
    mark = rf"(?m)^(\s*{names}\s*=\s*)([\"'])\w+\2"
    for found in re.finditer(mark, text):
        yield text[: found.start()] + found[1] + value + text[found.end() :]
    # `write = "ask"` must become `write."*" = "ask"` before anything can stand beside it.
    opened = [text]
    plain = rf"(?m)^(\s*(?:policy\s*\.\s*)?{effect})(\s*=)"
    opened += [text[: each.end(1)] + '."*"' + text[each.end(1) :] for each in re.finditer(plain, text)]
    for start in opened:
        for found in re.finditer(rf"(?m)^[ \t]*\[\s*policy\s*\.\s*{effect}\s*\][^\n]*(?:\n|\Z)", start):
            yield _inserted(start, found.end(), f"{key} = {value}", newline)
        for found in re.finditer(r"(?m)^[ \t]*\[\s*policy\s*\][^\n]*(?:\n|\Z)", start):
            yield _inserted(start, found.end(), f"{effect}.{key} = {value}", newline)
        table = f"[policy]{newline}{effect}.{key} = {value}"
        yield _inserted(start, len(start), (newline if start.strip() else "") + table, newline)
        first = re.search(r"(?m)^[ \t]*\[", start)
        yield _inserted(
            start, first.start() if first else len(start), f"policy.{effect}.{key} = {value}", newline
        )


def _inserted(text: str, place: int, line: str, newline: str) -> str:
    before = text[:place]
    if before and not before.endswith("\n"):
        before += newline
    return before + line + newline + text[place:]


def _toml(text: str) -> str:
    """A basic string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
