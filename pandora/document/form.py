"""The typed shape of a section, parsed from its notation: fields, slots, repeated groups.

A form stands in a phase file under `## Form`, one field a line:

    Approach: {line}                 one line of free text; `{line: a hint}` shows a hint, and
                                     `{line 20}` is at most 20 tokens long
    Confidence: {high | medium}      one of these words
    Tool: {menu}                     one of a list that the loop supplies by that name
    Code: {code python}              a fenced block
    Result: {text}                   several lines; `{text without []` has no such character
    Task: {given}                    written by the engine, never asked of the model
    Steps: {1..6 of}                 a numbered list; its item is the next, indented line
      {menu}: {line}
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

Item = dict[str, str]
Value = str | list[Item]
Kind = Literal["line", "choice", "named", "code", "text", "given"]

_OF_FILE, _OF_FUNCTION = " of a file", " of a function"
_SLOT = re.compile(r"\{([^{}]*)\}")
_FIELD = re.compile(r"^([A-Z][A-Za-z0-9 '/-]*):\s*(.*?)\s*$")
_GROUP = re.compile(r"^\{\s*(\d{1,6})\s*\.\.\s*(\d{1,6})\s+of\s*\}$")
_NAME = re.compile(r"^[a-z][a-z_]*$")


MOST_ITEMS = 99
"""The largest number of items that a list of a form may have."""


class FormError(ValueError):
    """The notation of a form is wrong at `line` (1 is the form's first line)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message if len(message) <= 300 else f"{message[:300]}…")
        self.line = line


@dataclass(frozen=True)
class Slot:
    """One blank of a form.

    `options` are those of a choice (of a code block, its language; of a text, the marks of ASCII that it may
    not have); `hint` is shown in place of the blank; `limit` is the largest number of tokens, where 0 means the
    default. A text or a block `of_file` is the content of a file, which is written to its end; a block
    `of_function` is one function of it.
    """

    kind: Kind
    name: str
    options: tuple[str, ...] = ()
    hint: str = ""
    limit: int = 0
    of_file: bool = False
    of_function: bool = False


@dataclass(frozen=True)
class Group:
    """A numbered list of `low` to `high` items; `parts` alternate literal text and slots.

    `whole` maps some options of an item's choice to the line that follows them. An item with such an option
    covers the whole task: its line is not decoded, and the list ends after it.
    """

    low: int
    high: int
    parts: tuple[str | Slot, ...]
    whole: Mapping[str, str] = field(default_factory=dict)

    @functools.cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The item's slots, in order."""
        return tuple(part for part in self.parts if isinstance(part, Slot))


@dataclass(frozen=True)
class Field:
    """A labelled slot or group; `line` is its line in the form."""

    label: str
    slot: Slot | Group
    line: int = 0

    @functools.cached_property
    def key(self) -> str:
        """The field's name in values and scripts: its label in lower case."""
        return self.label.lower()


@dataclass(frozen=True)
class Form:
    """The fields of a section, in order.

    Of an `unlabelled` form the reply as a whole is the value of its only field, and no label is written: a
    small model that is given one before its text says the request back, where it answers it without.
    """

    fields: tuple[Field, ...] = field(default=())
    unlabelled: bool = False

    def __getitem__(self, key: str) -> Field:
        return next(entry for entry in self.fields if entry.key == key)

    def __contains__(self, key: object) -> bool:
        return any(entry.key == key for entry in self.fields)

    @functools.cached_property
    def asked(self) -> tuple[Field, ...]:
        """The fields that a model fills."""
        return tuple(
            entry for entry in self.fields if isinstance(entry.slot, Group) or entry.slot.kind != "given"
        )

    def asked_or_given(self, written: Collection[str]) -> tuple[Field, ...]:
        """The fields that a model fills; where a field that it is not asked for is `written`, those written."""
        given = any(entry.key in written for entry in self.fields if entry not in self.asked)
        return tuple(entry for entry in self.fields if entry.key in written) if given else self.asked

    def bind(self, **named: Sequence[str]) -> Form:
        """Return this form with the options of its named choices, such as `{menu}`, taken from `named`."""
        return Form(tuple(_bind_field(entry, named) for entry in self.fields))

    def with_given(self, *keys: str) -> Form:
        """Return this form with the fields `keys` written by the engine, and not asked of the model."""
        given = Slot("given", "given")
        return Form(tuple(replace(entry, slot=given) if entry.key in keys else entry for entry in self.fields))

    def with_all_given(self) -> Form:
        """Return this form with every field written by the engine."""
        return self.with_given(*(entry.key for entry in self.asked))

    def with_choice(self, key: str, options: Sequence[str]) -> Form:
        """Return this form with its one line `key` as a choice among `options`; without options it stays."""
        choice = Slot("choice", key, tuple(options))
        lines = [
            entry.key for entry in self.fields if isinstance(entry.slot, Slot) and entry.slot.kind == "line"
        ]
        if key not in lines or not options:
            return self
        return Form(tuple(replace(entry, slot=choice) if entry.key == key else entry for entry in self.fields))

    def without_option(self, key: str, option: str) -> Form:
        """Return this form whose choice `key` has one option less; it stays where that is its only one."""
        fields = []
        for entry in self.fields:
            if isinstance(entry.slot, Slot) and entry.slot.kind == "choice" and entry.key == key:
                left = tuple(other for other in entry.slot.options if other != option)
                entry = replace(entry, slot=replace(entry.slot, options=left or entry.slot.options))
            fields.append(entry)
        return Form(tuple(fields))

    def with_lines(self, limit: int) -> Form:
        """Return this form with each text of several lines as one line of at most `limit` tokens."""
        return Form(
            tuple(
                replace(entry, slot=Slot("line", entry.slot.name, limit=limit))
                if isinstance(entry.slot, Slot) and entry.slot.kind == "text"
                else entry
                for entry in self.fields
            )
        )

    def with_fewest(self, items: int) -> Form:
        """Return this form with at least so many items in each of its lists, as far as a list may have them."""
        return Form(
            tuple(
                replace(entry, slot=replace(entry.slot, low=max(entry.slot.low, min(items, entry.slot.high))))
                if isinstance(entry.slot, Group)
                else entry
                for entry in self.fields
            )
        )

    def without(self, *keys: str) -> Form:
        """Return this form without the fields `keys`."""
        return Form(tuple(entry for entry in self.fields if entry.key not in keys))

    def for_each(self, labels: Sequence[str]) -> Form:
        """Return this form with its only field made once for each of `labels`; without labels it stays.

        A text becomes a line, since a model would write the next labels into it.
        """
        if not labels:
            return self
        (only,) = self.fields
        if isinstance(only.slot, Slot) and only.slot.kind == "text":
            only = replace(only, slot=Slot("line", only.slot.name, hint=only.slot.hint))
        return Form(tuple(replace(only, label=label) for label in labels))

    def with_whole(self, key: str, whole: Mapping[str, str]) -> Form:
        """Return this form with `whole` set on the list `key` (see `Group`)."""
        return Form(
            tuple(
                replace(entry, slot=replace(entry.slot, whole=dict(whole)))
                if entry.key == key and isinstance(entry.slot, Group)
                else entry
                for entry in self.fields
            )
        )


def parse_form(text: str) -> Form:
    """Read a form's notation; raises FormError with the line where it is wrong."""
    fields: list[Field] = []
    lines = text.strip("\n").split("\n")
    number = 0
    while number < len(lines):
        line, number = lines[number], number + 1
        if not line.strip():
            continue
        match = _FIELD.match(line)
        if not match:
            raise FormError(number, f"expected 'Label: {{slot}}', found {line.strip()!r}")
        label, written = match.groups()
        if any(entry.label.lower() == label.lower() for entry in fields):
            raise FormError(number, f"the label {label!r} stands twice")
        group = _GROUP.match(written)
        if not group:
            whole = _SLOT.fullmatch(written)
            if not whole:
                raise FormError(number, f"{label!r} needs one {{slot}} after the colon, found {written!r}")
            fields.append(Field(label, _slot(whole.group(1), label.lower(), number), number))
            continue
        if number >= len(lines) or not lines[number].startswith("  "):
            raise FormError(number, f"{label!r} needs its item on the next line, indented by two spaces")
        low, high = int(group.group(1)), int(group.group(2))
        if not 0 <= low <= high or high == 0:
            raise FormError(number, f"{low}..{high} is no range")
        if high > MOST_ITEMS:
            raise FormError(number, f"a list has at most {MOST_ITEMS} items")
        number += 1
        fields.append(Field(label, Group(low, high, _parts(lines[number - 1].strip(), number)), number - 1))
    if not fields:
        raise FormError(1, "the form has no fields")
    return Form(tuple(fields))


def has_only_choices(form: Form) -> bool:
    """Whether a model fills nothing in the form but choices, for which logits are compared."""
    slots = [
        slot
        for entry in form.asked
        for slot in (entry.slot.slots if isinstance(entry.slot, Group) else (entry.slot,))
    ]
    return all(slot.kind in ("choice", "named") for slot in slots)


def _slot(inside: str, label: str, line: int) -> Slot:
    inside, _, hint = (part.strip() for part in inside.partition(":"))
    if "|" in inside:
        options = tuple(option.strip() for option in inside.split("|"))
        if not all(options) or len(set(options)) != len(options):
            raise FormError(line, f"the choice {{{inside}}} has an empty or a repeated option")
        return Slot("choice", label, options, hint)
    if measured := re.fullmatch(r"line(?: (\d{1,3}))?", inside):
        return Slot("line", label, hint=hint, limit=int(measured[1] or 0))
    if unwritten := re.fullmatch(r"text( of a file)?(?: without ([!-/:-@\[-`|~]{1,8}))?", inside):
        return Slot("text", label, tuple(unwritten[2] or ""), hint, of_file=bool(unwritten[1]))
    if inside == "given":
        return Slot("given", label, hint=hint)
    if inside == "code" or inside.startswith("code "):
        language = inside.removeprefix("code")
        of_file, of_function = language.endswith(_OF_FILE), language.endswith(_OF_FUNCTION)
        options = (language.removesuffix(_OF_FILE).removesuffix(_OF_FUNCTION).strip() or "text",)
        whole = of_file or of_function
        return Slot("code", label, options, hint, of_file=whole, of_function=of_function)
    if _NAME.match(inside):
        return Slot("named", inside, hint=hint)
    raise FormError(line, f"unknown slot {{{inside}}}; use line, text, code, given, a | b, or a name")


def _parts(item: str, line: int) -> tuple[str | Slot, ...]:
    parts: list[str | Slot] = []
    at = 0
    for match in _SLOT.finditer(item):
        if item[at : match.start()]:
            parts.append(item[at : match.start()])
        slot = _slot(match.group(1), "", line)
        if slot.kind in ("code", "text", "given"):
            raise FormError(line, f"a list's item cannot hold {{{slot.kind}}}")
        parts.append(replace(slot, name=slot.name or slot.kind))
        at = match.end()
    if item[at:]:
        parts.append(item[at:])
    slots = [part for part in parts if isinstance(part, Slot)]
    if not slots:
        raise FormError(line, "a list's item needs a slot")
    if any(isinstance(a, Slot) and isinstance(b, Slot) for a, b in pairwise(parts)):
        raise FormError(line, "two slots of an item need text between them")
    if any(slot.kind == "line" for slot in slots[:-1]):
        raise FormError(line, "only the last slot of an item can be {line}")
    if len({slot.name for slot in slots}) < len(slots):
        raise FormError(line, "an item can have each slot once, and one choice; write a second group")
    return tuple(parts)


def _bind_field(field: Field, named: Mapping[str, Sequence[str]]) -> Field:
    slot = _bind(field.slot, named)
    return field if slot is field.slot else replace(field, slot=slot)


def _bind(slot: Slot | Group, named: Mapping[str, Sequence[str]]) -> Slot | Group:
    if isinstance(slot, Group):
        return replace(slot, parts=tuple(p if isinstance(p, str) else _bind_slot(p, named) for p in slot.parts))
    return _bind_slot(slot, named)


def _bind_slot(slot: Slot, named: Mapping[str, Sequence[str]]) -> Slot:
    if slot.kind == "named" and slot.name in named:
        return replace(slot, kind="choice", options=tuple(named[slot.name]))
    return slot
