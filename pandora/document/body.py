"""Render values as the text of a section, and parse that text back into values, by the section's form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pandora.document.fill import one_line
from pandora.document.form import Field, Form, Group, Item, Slot, Value

_PROBABILITY = re.compile(r"\s*\((0?\.\d+|1\.0+|0|1)\)$")
_FENCE = re.compile(r"(`{3,}|~{3,})(.*)$")
_LABEL = re.compile(r"[*_]{0,2}([^\W\d_](?:[^\W_]|[ '/-])*?)[*_]{0,2}:")
_UP_TO_COLON = re.compile(r"^[^:]*:[*_]{0,2}")
_NUMBERED = re.compile(r"^\s{0,3}(\d+)[.)]\s*(.*)$")


@dataclass
class Parsed:
    """What `parse` read from a section's body.

    `values` are by field key; `probabilities` by `key` or `key.N.slot`; `problems` are pairs `(line, message)`;
    `lines` are the lines of the labels by field key. Line 1 is the body's first.
    """

    values: dict[str, Value] = field(default_factory=dict)
    probabilities: dict[str, float] = field(default_factory=dict)
    problems: list[tuple[int, str]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)


def render(form: Form, values: Mapping[str, Value], probabilities: Mapping[str, float] | None = None) -> str:
    """Write the body of a section, ending in a newline; fields without a value are left out."""
    out: list[str] = []
    for entry in form.fields:
        if entry.key not in values:
            continue
        value = values[entry.key]
        if isinstance(entry.slot, Group):
            out.append(f"{entry.label}:")
            lines = as_lines(entry, value, probabilities)
            out += [f"{number}. {line}" for number, line in enumerate(lines, 1)]
        elif entry.slot.kind == "code":
            code = str(value)
            fence = fence_for(code)
            out.append(f"{entry.label}:\n{fence}{entry.slot.options[0]}\n{code}\n{fence}")
        else:
            out.append(f"{entry.label}:{indent(str(value))}{_probability(probabilities, entry.key)}")
    return "\n".join(out) + "\n"


def as_lines(entry: Field, value: Value, probabilities: Mapping[str, float] | None = None) -> list[str]:
    """Return the items of a list as lines without numbers; `render` takes such lines for the items, too."""
    if isinstance(value, str) or not isinstance(entry.slot, Group):
        return str(value).splitlines()
    group = entry.slot
    return [
        _render_item(group, item, entry.key, number, probabilities or {})
        for number, item in enumerate(value, 1)
    ]


def as_text(entry: Field, value: Value) -> str:
    """Return a field's value as text; of a list, each item on a line of its own."""
    return value if isinstance(value, str) else "\n".join(as_lines(entry, value))


def _render_item(group: Group, item: Item, key: str, number: int, probabilities: Mapping[str, float]) -> str:
    out = ""
    for part in group.parts:
        if isinstance(part, str):
            out += part
        else:
            out += one_line(item.get(part.name, "")) + _probability(
                probabilities, f"{key}.{number}.{part.name}"
            )
    return out


def _probability(probabilities: Mapping[str, float] | None, key: str) -> str:
    return f" ({probabilities[key]:.2f})" if probabilities and key in probabilities else ""


def indent(value: str) -> str:
    """Format a value to follow its label: ` value`, or several lines below it, each indented by two spaces."""
    if "\n" not in value:
        return f" {value}" if value else ""
    return "\n" + "\n".join(f"  {line}" if line.strip() else "" for line in value.split("\n"))


def fence_for(code: str) -> str:
    """Return a code fence: more backticks in a row than `code` has anywhere, and at least three."""
    runs = [len(run) for run in re.findall(r"`{3,}", code)]
    return "`" * max([3, *(run + 1 for run in runs)])


def parse_reply(form: Form, text: str) -> Parsed:
    """Read the form's values from a model's raw reply; that to an unlabelled form is its field's value."""
    if not form.unlabelled:
        return parse(form, text)
    (only,) = form.asked
    said = text.strip()
    return Parsed({only.key: said} if said else {}, problems=[] if said else [(1, "the reply is empty")])


def parse(form: Form, body: str) -> Parsed:
    """Read the form's values from a section's body or a model's raw reply; other lines are ignored as notes."""
    parsed = Parsed()
    lines = body.split("\n")
    starts = _labels(form, lines)
    order = sorted(starts.values())
    for entry in form.fields:
        if entry.key not in starts:
            if isinstance(entry.slot, Group) or entry.slot.kind != "given":
                parsed.problems.append((1, f"the line '{entry.label}:' is missing"))
            continue
        start = starts[entry.key]
        end = next((other for other in order if other > start), len(lines))
        parsed.lines[entry.key] = start + 1
        rest = _after_label(lines[start])
        below = lines[start + 1 : end]
        if isinstance(entry.slot, Group):
            parsed.values[entry.key] = _parse_group(entry.key, entry.slot, below, start + 2, parsed)
        elif entry.slot.kind == "code":
            parsed.values[entry.key] = _parse_code(rest, below)
        else:
            _parse_slot(entry.key, entry.slot, rest, below, start + 1, parsed)
    return parsed


def _labels(form: Form, lines: list[str]) -> dict[str, int]:
    starts: dict[str, int] = {}
    keys = {entry.key for entry in form.fields}
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
        if label and (key := label.group(1).lower()) in keys:
            starts.setdefault(key, number)
    return starts


def without_asked(form: Form, body: str) -> str:
    """Remove the fields that a model fills, and blank lines, from a body; given fields and notes stay."""
    lines = body.split("\n")
    starts = {line: key for key, line in _labels(form, lines).items()}
    asked = {entry.key: entry.slot for entry in form.asked}
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
    """Replace the lines of code blocks in `body` by spaces, so that every offset stays the same."""
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
        word, probability = _split_probability(rest)
        parsed.values[key] = _match(word, slot)
        if probability is not None:
            parsed.probabilities[key] = probability
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
            parsed.problems.append(
                (line + offset, f"{text.strip()!r} is not of the form {item_notation(group)}")
            )
            continue
        for slot in group.slots:
            if slot.options and item[slot.name] not in slot.options:
                message = f"{item[slot.name]!r} is none of {', '.join(slot.options)}"
                parsed.problems.append((line + offset, message))
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
        word, probability = match.group(slot.name).strip(), None
        if slot.kind in ("choice", "named"):
            word, probability = _split_probability(word)
            word = _match(word, slot)
        if probability is not None:
            parsed.probabilities[f"{key}.{number}.{slot.name}"] = probability
        item[slot.name] = word
    return item


def _split_probability(word: str) -> tuple[str, float | None]:
    match = _PROBABILITY.search(word)
    return (word[: match.start()].strip(), float(match.group(1))) if match else (word.strip(), None)


def _match(word: str, slot: Slot) -> str:
    cleaned = word.strip(" *_`.").lower()
    return next((option for option in slot.options if option.lower() == cleaned), word)


def item_notation(group: Group) -> str:
    """Return the notation of a list's item that is shown to the model and in problems."""
    return "".join(part if isinstance(part, str) else slot_notation(part) for part in group.parts)


def slot_notation(slot: Slot) -> str:
    """Return the notation of a slot that is shown to the model, for example `<yes | no>`."""
    if slot.kind in ("choice", "named"):
        return f"<{slot.hint or ' | '.join(slot.options) or slot.name}>"
    return f"<{slot.hint or {'line': 'one line', 'text': 'text'}.get(slot.kind, slot.kind)}>"


def show(form: Form) -> str:
    """Return the form as the model sees it, without the fields that the engine writes itself."""
    out = []
    for entry in form.asked:
        if isinstance(entry.slot, Group):
            out.append(
                f"{entry.label}: ({entry.slot.low} to {entry.slot.high})\n1. {item_notation(entry.slot)}"
            )
        elif entry.slot.kind == "code":
            out.append(f"{entry.label}:\n```{entry.slot.options[0]}\n{slot_notation(entry.slot)}\n```")
        else:
            out.append(f"{entry.label}: {slot_notation(entry.slot)}")
    return "\n".join(out) + "\n"
