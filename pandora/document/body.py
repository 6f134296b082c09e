"""A section's body to and from values by its form: what people read and edit, and engines parse."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pandora.document.fill import one_line
from pandora.document.form import Form, Group, Item, Slot, Value

_CHANCE = re.compile(r"\s*\((0?\.\d+|1\.0+|0|1)\)$")
_FENCE = re.compile(r"(`{3,}|~{3,})(.*)$")
_LABEL = re.compile(r"[*_]{0,2}([A-Za-z][A-Za-z0-9 '/-]*?)[*_]{0,2}:")
_UP_TO_COLON = re.compile(r"^[^:]*:[*_]{0,2}")
_NUMBERED = re.compile(r"^\s{0,3}(\d+)[.)]\s*(.*)$")


@dataclass
class Parsed:
    """What a body says: values, chances, and `(line, message)` problems; line 1 is the body's first."""

    values: dict[str, Value] = field(default_factory=dict)
    chances: dict[str, float] = field(default_factory=dict)
    problems: list[tuple[int, str]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)


def render(form: Form, values: Mapping[str, Value], chances: Mapping[str, float] | None = None) -> str:
    """The body of a section, ending in a newline; fields without a value are left out."""
    out: list[str] = []
    for each in form.fields:
        if each.key not in values:
            continue
        value = values[each.key]
        if isinstance(each.slot, Group):
            out.append(f"{each.label}:")
            items = value if isinstance(value, list) else []
            for number, item in enumerate(items, 1):
                out.append(f"{number}. {_render_item(each.slot, item, each.key, number, chances or {})}")
        elif each.slot.kind == "code":
            code = str(value)
            fence = fence_for(code)
            out.append(f"{each.label}:\n{fence}{each.slot.options[0]}\n{code}\n{fence}")
        else:
            out.append(f"{each.label}:{indent(str(value))}{_chance(chances, each.key)}")
    return "\n".join(out) + "\n"


def _render_item(group: Group, item: Item, key: str, number: int, chances: Mapping[str, float]) -> str:
    out = ""
    for part in group.parts:
        if isinstance(part, str):
            out += part
        else:
            out += one_line(item.get(part.name, "")) + _chance(chances, f"{key}.{number}.{part.name}")
    return out


def _chance(chances: Mapping[str, float] | None, key: str) -> str:
    return f" ({chances[key]:.2f})" if chances and key in chances else ""


def indent(value: str) -> str:
    """A value after its label: ` value`, or its lines below, each indented by two spaces."""
    if "\n" not in value:
        return f" {value}" if value else ""
    return "\n" + "\n".join(f"  {line}" if line.strip() else "" for line in value.split("\n"))


def fence_for(code: str) -> str:
    """A fence of backticks that no run of them in `code` can close."""
    runs = [len(run) for run in re.findall(r"`{3,}", code)]
    return "`" * max([3, *(run + 1 for run in runs)])


def parse(form: Form, body: str) -> Parsed:
    """Read values out of a section's body or a model's raw reply; lines it does not know are notes."""
    parsed = Parsed()
    lines = body.split("\n")
    starts = _labels(form, lines)
    order = sorted(starts.values())
    for each in form.fields:
        if each.key not in starts:
            if isinstance(each.slot, Group) or each.slot.kind != "given":
                parsed.problems.append((1, f"the line '{each.label}:' is missing"))
            continue
        start = starts[each.key]
        end = next((other for other in order if other > start), len(lines))
        parsed.lines[each.key] = start + 1
        rest = _after_label(lines[start])
        below = lines[start + 1 : end]
        if isinstance(each.slot, Group):
            parsed.values[each.key] = _parse_group(each.key, each.slot, below, start + 2, parsed)
        elif each.slot.kind == "code":
            parsed.values[each.key] = _parse_code(rest, below)
        else:
            _parse_slot(each.key, each.slot, rest, below, start + 1, parsed)
    return parsed


def _labels(form: Form, lines: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    wanted = {each.key for each in form.fields}
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line) if line[:1] in ("`", "~") else None
        if fence:
            if mark and line.startswith(fence) and not line.strip(fence[0] + " \t\r"):
                fence = ""
            continue
        if mark:
            fence = mark.group(1)
            continue
        label = _LABEL.match(line)
        if label and (key := label.group(1).lower()) in wanted:
            found.setdefault(key, number)
    return found


def without_asked(form: Form, body: str) -> str:
    """A body without the fields that a model fills, and without blank lines: given fields and notes stay."""
    lines = body.split("\n")
    starts = {line: key for key, line in _labels(form, lines).items()}
    asked = {each.key: each.slot for each in form.asked}
    kept, slot = [], None
    for number, line in enumerate(lines):
        if number in starts:
            slot = asked.get(starts[number])
        elif isinstance(slot, Slot) and slot.kind in ("line", "choice", "named") and not line.startswith("  "):
            slot = None  # a line of its own, below a value of one line
        if slot is None and line.strip():
            kept.append(line.rstrip())
    return "\n".join(kept)


def unfenced(body: str) -> str:
    """`body` with the lines of its code blocks blanked; every offset stays what it was."""
    lines, fence = [], ""
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        blank = bool(fence or mark)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        lines.append(" " * len(line) if blank else line)
    return "\n".join(lines)


def _after_label(line: str) -> str:
    return _UP_TO_COLON.sub("", line, count=1).strip()


def _parse_slot(key: str, slot: Slot, rest: str, below: list[str], line: int, parsed: Parsed) -> None:
    if slot.kind in ("choice", "named"):
        word, chance = _split_chance(rest)
        parsed.values[key] = _match(word, slot)
        if chance is not None:
            parsed.chances[key] = chance
        if slot.options and parsed.values[key] not in slot.options:
            parsed.problems.append((line, f"{word!r} is none of {', '.join(slot.options)}"))
        return
    kept = []
    for under in below:
        if slot.kind == "line" and under.strip() and not under.startswith("  "):
            break
        if slot.kind == "given" and under.strip() and not under.startswith("  "):
            break
        kept.append(under[2:] if under.startswith("  ") else under)
    parsed.values[key] = "\n".join([rest, *kept] if rest else kept).strip("\n").rstrip()
    if slot.kind == "line" and not str(parsed.values[key]).strip():
        parsed.problems.append((line, f"'{key}' is empty"))


def _parse_code(rest: str, below: list[str]) -> str:
    text = "\n".join([rest, *below]) if rest else "\n".join(below)
    block = re.search(r"^(`{3,}|~{3,})[^\n]*\n(.*?)(?:^\1[^\S\n]*$|\Z)", text, re.S | re.M)
    return (block.group(2) if block else text).strip("\n")


def _parse_group(key: str, group: Group, below: list[str], line: int, parsed: Parsed) -> list[Item]:
    items: list[Item] = []
    for offset, text in enumerate(below):
        numbered = _NUMBERED.match(text)
        if not numbered:
            continue
        item = _parse_item(key, group, numbered.group(2), len(items) + 1, parsed)
        if item is None:
            parsed.problems.append((line + offset, f"{text.strip()!r} is not of the form {show_item(group)}"))
            continue
        for slot in group.slots:
            if slot.options and item[slot.name] not in slot.options:
                told = f"{item[slot.name]!r} is none of {', '.join(slot.options)}"
                parsed.problems.append((line + offset, told))
        items.append(item)
    if not group.low <= len(items) <= group.high:
        parsed.problems.append((line - 1, f"{group.low} to {group.high} items are wanted, found {len(items)}"))
    return items


def _parse_item(key: str, group: Group, text: str, number: int, parsed: Parsed) -> Item | None:
    pattern = ""
    for part in group.parts:
        if isinstance(part, str):
            pattern += r"\s*" + re.escape(part.strip()) + r"\s*"
        else:
            pattern += f"(?P<{part.name}>.*)" if part is group.parts[-1] else f"(?P<{part.name}>.*?)"
    match = re.fullmatch(pattern, text.strip())
    if not match:
        return None
    item: Item = {}
    for slot in group.slots:
        word, chance = match.group(slot.name).strip(), None
        if slot.kind in ("choice", "named"):
            word, chance = _split_chance(word)
            word = _match(word, slot)
        if chance is not None:
            parsed.chances[f"{key}.{number}.{slot.name}"] = chance
        item[slot.name] = word
    return item


def _split_chance(word: str) -> tuple[str, float | None]:
    found = _CHANCE.search(word)
    return (word[: found.start()].strip(), float(found.group(1))) if found else (word.strip(), None)


def _match(word: str, slot: Slot) -> str:
    cleaned = word.strip(" *_`.").lower()
    return next((option for option in slot.options if option.lower() == cleaned), word)


def show_item(group: Group) -> str:
    """A list's item as the model and the linter show it."""
    return "".join(part if isinstance(part, str) else show_slot(part) for part in group.parts)


def show_slot(slot: Slot) -> str:
    """A slot as the model sees it."""
    if slot.kind in ("choice", "named"):
        return f"<{' | '.join(slot.options) or slot.name}>"
    return f"<{slot.hint or {'line': 'one line', 'text': 'text'}.get(slot.kind, slot.kind)}>"


def show(form: Form) -> str:
    """The form as the model sees it, without what the engine writes itself."""
    out = []
    for each in form.asked:
        if isinstance(each.slot, Group):
            out.append(f"{each.label}: ({each.slot.low} to {each.slot.high})\n1. {show_item(each.slot)}")
        elif each.slot.kind == "code":
            out.append(f"{each.label}:\n```{each.slot.options[0]}\n{show_slot(each.slot)}\n```")
        else:
            out.append(f"{each.label}: {show_slot(each.slot)}")
    return "\n".join(out) + "\n"
