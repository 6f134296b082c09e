"""Pictures to draw: made by hand, of any size, with words that would like to be markup."""

from __future__ import annotations

from pandora.questions.drawing import MARKS, Item, Link, Picture

NASTY = (
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> "
    "\"quoted\" 'it' & <b>bold</b> ]]> --> {{ 7*7 }} -- [x](y) `code` #35; \\"
)
STATES = tuple(MARKS)


def item(number: int, parent: int | None, depth: int = 1, text: str = "", **more: object) -> Item:
    kept = {
        "id": f"tool-question-abc234-{number}" if number else "system-abc234",
        "place": str(number or ""),
        "path": f"state/{number}.md",
        "parent": None if parent is None else f"tool-question-abc234-{parent}" if parent else "system-abc234",
        "depth": depth,
        "state": STATES[number % len(STATES)],
        **{"reason": "", "owner": "w1", "claims": 1, "created": "", "boundary": False},
        "text": text or f"Question number {number}?",
        **{"answer": f"Answer {number}.", "answered_by": "w1", "synthesis": ""},
        **more,
    }
    return Item(**kept)  # type: ignore[arg-type]


def many(count: int, each: int = 7) -> Picture:
    """A graph of `count` questions, `each` below every one."""
    items = [item(0, None, 0)]
    for number in range(1, count):
        above = (number - 1) // each
        items.append(item(number, above, items[above].depth + 1))
    return Picture("abc234", items[0].text, "active", "", "deep", "autonomous", tuple(items), ())


def nasty() -> Picture:
    """Every state, both relations, and `NASTY` wherever words may stand."""
    items = [item(0, None, 0, NASTY, state="open", answer="", synthesis="")]
    for number, state in enumerate(STATES, 1):
        words = {"answer": NASTY, "synthesis": NASTY if state == "synthesized" else "", "owner": NASTY}
        items.append(
            item(number, 0, 1, f"{number} {NASTY}", state=state, reason=NASTY, answered_by=NASTY, **words)
        )
    links = (
        Link(items[1].id, items[2].id, "convergence", NASTY),
        Link(items[2].id, items[3].id, "contradiction", NASTY),
        Link(items[3].id, items[4].id, "contradiction", "settled long ago", items[1].id),
    )
    return Picture("abc234", NASTY, "paused", NASTY, "deep", "depth:1", tuple(items), links)
