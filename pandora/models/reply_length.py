"""How long a reply can get: the most tokens that filling a form takes."""

from __future__ import annotations

from pandora.document.fill import CODE_TOKENS, LINE_TOKENS, TEXT_TOKENS
from pandora.document.form import Form, Group, Slot

_SLOT_TOKENS = {"line": LINE_TOKENS, "code": CODE_TOKENS, "text": TEXT_TOKENS}


def needed(form: Form) -> int:
    """The most tokens that filling `form` can take, about: its blanks' limits and a few for each label."""
    total = 0
    for each in form.asked:
        if isinstance(each.slot, Group):
            total += 8 + each.slot.high * (4 + sum(_blank(slot) for slot in each.slot.slots))
        else:
            total += 8 + _blank(each.slot)
    return total


def _blank(slot: Slot) -> int:
    return _SLOT_TOKENS.get(slot.kind, 8)
