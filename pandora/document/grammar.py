"""A form for model servers: as a GBNF grammar or a JSON schema, and values read from a JSON object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pandora.document.body import Parsed, parse
from pandora.document.fill import one_line
from pandora.document.form import Field, Form, Group, Item, Slot, Value

_RULES = r"""inline ::= visible [^\x00-\x1F\x7F\x85\u2028\u2029]*
visible ::= [^\x00-\x20\x7F-\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]
text ::= " " inline | ("\n  " inline) ("\n" | "\n  " inline)*
code ::= codeline ("\n" codeline?)*
codeline ::= "`"? "`"? [^`\n] [^\n]*
word ::= [a-z] [a-z_]*
"""


def to_gbnf(form: Form, opening: Mapping[str, str] | None = None) -> str:
    """Write a GBNF grammar of the form's asked fields, in the format of `body.render`.

    `opening` maps a code field's key to lines that its block begins with.
    """
    rules = " ".join(
        _field_rule(entry, (opening or {}).get(entry.key, ""), first=not number)
        for number, entry in enumerate(form.asked)
    )
    return f"root ::= {rules}\n{_RULES}"


def _field_rule(entry: Field, start: str, *, first: bool) -> str:
    label = _quote(f"{'' if first else chr(10)}{entry.label}:")
    if isinstance(entry.slot, Group):
        return f"{label} {_items_rule(entry.slot, 1)}"
    if entry.slot.kind == "code":
        fence = _quote("\n```" + entry.slot.options[0] + "\n" + start)
        return f"{label} {fence} code {_quote(chr(10) + '```')}"
    if entry.slot.kind == "text":
        return f"{label} {_text_rule(entry.slot.options)}"
    return f"{label} {_quote(' ')} {_slot_rule(entry.slot)}"


def _text_rule(without: Sequence[str]) -> str:
    """The rule for several lines, without some characters."""
    if not without:
        return "text"
    left_out = "".join(f"\\x{ord(letter):02X}" for letter in without)
    visible = f"[^\\x00-\\x20\\x7F-\\xA0{left_out}]"
    line = f"{visible} [^\\x00-\\x1F\\x7F\\x85{left_out}]*"
    return f'(" " {line} | ("\\n  " {line}) ("\\n" | "\\n  " {line})*)'


def _items_rule(group: Group, number: int) -> str:
    usual = " ".join(_quote(p) if isinstance(p, str) else _slot_rule(p, group.whole) for p in group.parts)
    if number < group.high:
        usual += " " + _items_rule(group, number + 1)
    ways = [usual, *(_quote(_whole_item(group, option)) for option in group.whole if _offers(group, option))]
    rule = _quote(f"\n{number}. ") + " " + (usual if len(ways) == 1 else f"({' | '.join(ways)})")
    return rule if number <= group.low else f"({rule})?"


def _offers(group: Group, option: str) -> bool:
    return any(option in slot.options for slot in group.slots)


def _whole_item(group: Group, option: str) -> str:
    """The text of an item with one of the group's `whole` options, followed by the line of that option."""
    out = ""
    for part in group.parts:
        if isinstance(part, str):
            out += part
        else:
            out += option if option in part.options else group.whole[option]
    return out


def _slot_rule(slot: Slot, apart: Mapping[str, str] | None = None) -> str:
    if slot.kind in ("choice", "named"):
        options = [option for option in slot.options if option not in (apart or {})] or slot.options
        return f"({' | '.join(_quote(option) for option in options)})" if options else "word"
    return "inline"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def to_schema(form: Form) -> dict[str, Any]:
    """The JSON schema of the form's values; a key's spaces become underscores."""
    return _object({_json_key(entry.key): _field_schema(entry.slot) for entry in form.asked})


def _field_schema(slot: Slot | Group) -> dict[str, Any]:
    if isinstance(slot, Slot):
        return _slot_schema(slot)
    item = _object({item_slot.name: _slot_schema(item_slot) for item_slot in slot.slots})
    return {"type": "array", "minItems": slot.low, "maxItems": slot.high, "items": item}


def _slot_schema(slot: Slot) -> dict[str, Any]:
    if slot.kind in ("choice", "named") and slot.options:
        return {"type": "string", "enum": list(slot.options)}
    return {"type": "string", "minLength": 1} | ({"description": slot.hint} if slot.hint else {})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _json_key(key: str) -> str:
    return key.replace(" ", "_")


def from_object(form: Form, given: Mapping[str, Any]) -> Parsed:
    """Read the form's values from a JSON object; the problems found name the field.

    Keys may have underscores for spaces. What is given for a field that the engine writes is ignored. A list's
    item is an object by slot name, or text as in the form.
    """
    parsed = Parsed()
    named = {key.lower().replace("_", " "): value for key, value in given.items()}
    for key in named:
        if key not in form:
            names = ", ".join(repr(entry.key) for entry in form.asked)
            parsed.problems.append((1, f"{key!r} is no field of this form; its fields are {names}"))
    for entry in form.asked:
        if entry.key not in named:
            parsed.problems.append((1, f"{entry.key!r} is missing"))
            continue
        value: Value | None
        if isinstance(entry.slot, Group):
            value = _items(entry, entry.slot, named[entry.key], parsed)
        else:
            value = _text(entry.key, entry.slot, named[entry.key], parsed)
        if value is not None:
            parsed.values[entry.key] = value
    return parsed


def _text(key: str, slot: Slot, value: Any, parsed: Parsed) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        parsed.problems.append((1, f"{key!r} needs text, found {_kind(value)}"))
        return None
    text = str(value)
    if slot.kind in ("choice", "named"):
        chosen = next((option for option in slot.options if option.lower() == text.strip().lower()), text)
        if slot.options and chosen not in slot.options:
            parsed.problems.append((1, f"{key!r} is {text!r}, none of {', '.join(slot.options)}"))
        return chosen
    if slot.kind == "code":
        return text.strip("\n")
    text = one_line(text) if slot.kind == "line" else text.strip()
    if slot.kind == "line" and not text:
        parsed.problems.append((1, f"{key!r} is empty"))
    return text


def _items(entry: Field, group: Group, value: Any, parsed: Parsed) -> list[Item] | None:
    if isinstance(value, str) or not isinstance(value, Sequence):
        parsed.problems.append((1, f"{entry.key!r} needs a list, found {_kind(value)}"))
        return None
    if not group.low <= len(value) <= group.high:
        message = f"{entry.key!r} needs {group.low} to {group.high} items, found {len(value)}"
        parsed.problems.append((1, message))
    return [_item(entry, group, number, item, parsed) for number, item in enumerate(value, 1)]


def _item(entry: Field, group: Group, number: int, item: Any, parsed: Parsed) -> Item:
    where = f"{entry.key}.{number}"
    if isinstance(item, str):
        alone = parse(
            Form((Field(entry.label, Group(1, 1, group.parts)),)),
            f"{entry.label}:\n1. {one_line(item)}",
        )
        parsed.problems += [(1, f"{where}: {message}") for _, message in alone.problems]
        items = alone.values.get(entry.key)
        return items[0] if isinstance(items, list) and items else {}
    if not isinstance(item, Mapping):
        parsed.problems.append((1, f"{where} needs an object or text, found {_kind(item)}"))
        return {}
    named = {str(key).lower(): value for key, value in item.items()}
    for key in sorted(set(named) - {slot.name for slot in group.slots}):
        parsed.problems.append((1, f"{where} has no part {key!r}"))
    read: Item = {}
    for slot in group.slots:
        if slot.name not in named:
            parsed.problems.append((1, f"'{where}.{slot.name}' is missing"))
            continue
        text = _text(f"{where}.{slot.name}", slot, named[slot.name], parsed)
        if text is not None:
            read[slot.name] = text
    return read


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "true or false", dict: "an object", list: "a list", str: "text", int: "a number"}
    return names.get(type(value), type(value).__name__)
