"""Fill a form: its literal parts are written as they are, and a form writer decodes only the blanks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pandora.document.form import Form, Group, Item, Slot, Value


@dataclass(frozen=True)
class ReplyLimits:
    """The most tokens of a line, a block of code and a text; what is the content of a file has none."""

    line: int = 96
    code: int = 400
    text: int = 300


_AFTER_CODE, _AFTER_FUNCTION = "\n```", "\n\n\n"
"""What stands behind a block, and behind a function of a file: two blank lines, as files have them."""
UNLIMITED = 1 << 30
"""The limit of a file's content: only the model's context ends it."""


class FormWriter(Protocol):
    """Decodes the blanks of a form; for example, a model that can compare logits."""

    def literal(self, text: str) -> None:
        """Append `text` to the reply without decoding anything."""

    def free(self, stop: str, limit: int, without: Sequence[str] = (), first_without: str = "") -> str:
        """Decode text until `stop` or for at most `limit` tokens; `stop` is neither returned nor kept.

        The text has none of the characters `without`, and does not begin with one of `first_without`. Raises
        ReplyError where the model's context is full before.
        """

    def choose(self, options: Sequence[str]) -> tuple[int, float]:
        """Return the index and the probability of the likeliest option; "" means the end of the reply."""


@dataclass
class Filled:
    """A form's values by field key, and the probability of each choice by `key` or `key.N.slot`.

    Where a writer tells it, the probability of each of three options or more stands there as `key=option`.
    """

    values: dict[str, Value] = field(default_factory=dict)
    probabilities: dict[str, float] = field(default_factory=dict)


def fill(
    form: Form,
    writer: FormWriter,
    opening: Mapping[str, str] | None = None,
    limits: ReplyLimits = ReplyLimits(),
) -> Filled:
    """Fill every asked field of `form` with `writer`, in order.

    `opening` maps the key of a field of code or text to what it begins with. A blank ends at its limit; only
    the content of a file goes on to its own end. Literals never end in a space (tokenizers join it to the next
    word), so options begin with one.
    """
    filled = Filled()
    fields = form.asked
    if form.unlabelled:
        (only,) = fields
        assert isinstance(only.slot, Slot)
        without = only.slot.options if only.slot.kind == "text" else ()
        filled.values[only.key] = writer.free("", _limit(only.slot, limits), without).strip()
        return filled
    lead = ""
    written = False
    for place, entry in enumerate(fields):
        if not written:
            writer.literal(f"{lead}{entry.label}:")
        written = False
        if isinstance(entry.slot, Group):
            after = f"\n{fields[place + 1].label}:" if place + 1 < len(fields) else ""
            items, written = _fill_group(entry.key, entry.slot, writer, after, filled, limits)
            filled.values[entry.key] = items
        else:
            start = (opening or {}).get(entry.key, "")
            filled.values[entry.key] = _fill_slot(entry.key, entry.slot, writer, start, filled, limits)
        lead = "\n"
    return filled


def _fill_slot(
    key: str, slot: Slot, writer: FormWriter, start: str, filled: Filled, limits: ReplyLimits
) -> str:
    if slot.kind in ("choice", "named"):
        return _choose(key, slot, writer, filled)
    if slot.kind == "code":
        writer.literal(f"\n```{slot.options[0]}\n{start}")
        # A small model goes on with comments for ever where the lines that it is given end with one, or ends.
        ends_in_comment = start.rstrip().rpartition("\n")[2].lstrip().startswith("#")
        first_without = "#`" if ends_in_comment else ""
        stop = _AFTER_FUNCTION if slot.of_function else _AFTER_CODE
        written = writer.free(stop, _limit(slot, limits), first_without=first_without)
        written = written.partition(_AFTER_CODE)[0]
        writer.literal("\n```")
        if start.endswith("\n") and written.lstrip(" ").startswith("```"):
            written = ""  # the lines that it was given are the whole code
        return f"{start}{written}".strip("\n")
    if slot.kind == "text":
        if start:
            writer.literal(f" {start.rstrip()}")
        return (start.rstrip() + writer.free("\n\n\n", _limit(slot, limits), slot.options)).strip()
    return one_line(writer.free("\n", _limit(slot, limits)))


def _choose(key: str, slot: Slot, writer: FormWriter, filled: Filled) -> str:
    """Write the likeliest option; returns it, and notes its probability, and that of each of three or more."""
    index, probability = writer.choose([f" {option}" for option in slot.options])
    filled.probabilities[key] = probability
    if len(slot.options) > 2 and (shares := getattr(writer, "shares", ())):
        options = zip(slot.options, shares, strict=True)
        filled.probabilities |= {f"{key}={option}": share for option, share in options}
    return slot.options[index]


def _fill_group(
    key: str, group: Group, writer: FormWriter, after: str, filled: Filled, limits: ReplyLimits
) -> tuple[list[Item], bool]:
    """Fill a list. Return its items, and whether `after`, the label that follows, was written already."""
    items: list[Item] = []
    while len(items) < group.high:
        number = len(items) + 1
        if len(items) < group.low:
            writer.literal(f"\n{number}.")
        else:
            index, _ = writer.choose([f"\n{number}.", after])
            if index == 1:
                return items, bool(after)
        item: Item = {}
        whole: str | None = None
        for part in group.parts:
            if isinstance(part, str):
                writer.literal(part.rstrip(" "))
            elif part.kind in ("choice", "named"):
                item[part.name] = chosen = _choose(f"{key}.{number}.{part.name}", part, writer, filled)
                whole = group.whole.get(chosen)
            elif whole is not None:
                writer.literal(f" {whole}")
                item[part.name] = whole
            else:
                item[part.name] = one_line(writer.free("\n", _limit(part, limits)))
        items.append(item)
        if whole is not None:
            break
    return items, False


def one_line(text: str) -> str:
    """Put `text` on one line: each run of white space becomes one space."""
    return " ".join(text.split())


def _limit(slot: Slot, limits: ReplyLimits) -> int:
    """The most tokens of a blank."""
    if slot.of_file:
        return UNLIMITED
    return slot.limit or {"code": limits.code, "text": limits.text}.get(slot.kind, limits.line)


def most_tokens(form: Form, limits: ReplyLimits = ReplyLimits()) -> int:
    """Estimate the most tokens that filling `form` can take: the limits of its blanks, and a few per label.

    The content of a file counts as a block or a text of its kind, although it may get longer.
    """
    total = 0
    for entry in form.asked:
        if isinstance(entry.slot, Group):
            total += 8 + entry.slot.high * (4 + sum(_most(slot, limits) for slot in entry.slot.slots))
        else:
            total += 8 + _most(entry.slot, limits)
    return total


def _most(slot: Slot, limits: ReplyLimits) -> int:
    return {"line": limits.line, "code": limits.code, "text": limits.text}.get(slot.kind, 8)
