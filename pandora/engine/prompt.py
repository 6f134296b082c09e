"""One call's prompt: the base, the sections a phase reads, cut to budget, and the phase's instructions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pandora.document.body import show
from pandora.document.form import Form
from pandora.document.state_document import TITLES
from pandora.engine.pattern import Pattern, Phase
from pandora.models.protocol import Prompt

Count = Callable[[str], int]


def build(
    base: str, phase: Phase, form: Form, parts: Sequence[str], limit: int, count: Count, menu: str = ""
) -> Prompt:
    """The prompt of `phase` over `parts`, whose tokens together stay within `limit`."""
    return Prompt(base, tuple(fit(parts, limit, count)), instruction(phase, form, menu))


def instruction(phase: Phase, form: Form, menu: str = "") -> str:
    """The end of the prompt: the phase's instructions, what its steps may call, and the form to fill."""
    choices = f"\n\nYou may call:\n{menu}" if menu else ""
    return f"# {phase.name.upper()}\n{phase.text}{choices}\n\nReply in this form:\n{show(form)}"


def part(number: int, body: str) -> str:
    """A section as prompts show it."""
    return f"## §{number} {TITLES[number]}\n{body}"


def shown(bodies: Mapping[int, str]) -> list[str]:
    """Sections as prompts show them, by number."""
    return [part(number, body) for number, body in bodies.items()]


def menu_lines(menu: dict[str, Pattern]) -> str:
    """A line for each pattern that may be called: its name and when to use it."""
    return "\n".join(f"- {name}: {pattern.when}" for name, pattern in menu.items())


def fit(parts: Sequence[str], limit: int, count: Count) -> list[str]:
    """`parts` with the middle of the longest left out, and said so, until all fit in `limit` tokens."""
    kept = list(parts)
    sizes = [count(text) for text in kept]
    while sum(sizes) > limit and max(sizes, default=0) > 40:
        longest = sizes.index(max(sizes))
        spare = sizes[longest] - (sum(sizes) - limit)
        shorter = excerpt(kept[longest], max(30, min(spare, sizes[longest] * 3 // 4)), count)
        if count(shorter) >= sizes[longest]:
            break
        kept[longest], sizes[longest] = shorter, count(shorter)
    return kept


def excerpt(text: str, limit: int, count: Count) -> str:
    """The beginning and end of `text` in about `limit` tokens, with what is left out between them."""
    size = count(text)
    if size <= limit:
        return text
    room = max(20, int(len(text) * limit / size) - 40)
    head, tail = text[: room * 2 // 3], text[len(text) - room // 3 :]
    left = len(text) - len(head) - len(tail)
    return f"{head.rstrip()}\n  […{left} characters left out…]\n  {tail.lstrip()}"
