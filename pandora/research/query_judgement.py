"""The manager's judgement of queries: which are too wide, what may be asked instead, and what it says then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pandora.document.form import Form, Group
from pandora.document.records import Standing, standing, stored
from pandora.engine.loop import Loop
from pandora.engine.phase import by_model
from pandora.research.authorization import PHRASE, numbered
from pandora.research.feasibility import Width, is_definite, width_of
from pandora.research.materials import Materials, phase_of

WIDE, SURE_OF_WIDE = "a whole book", 0.6
"""The kind of answer of a query that is too wide, and the least probability of it at which it is refused."""


@dataclass(frozen=True)
class Advice:
    """What is too wide and why, and the queries that the person may take instead, by the answer 1 or 2."""

    wide: str
    narrower: tuple[str, ...]
    split: tuple[str, ...]

    def choice(self, reply: str) -> tuple[str, ...]:
        """The queries that a reply takes; () where it takes none."""
        return {"1": self.narrower, "2": self.split}.get(reply, ())


def accept_answers(loop: Loop, number: int) -> None:
    """Take a section in which a person only answered as unchanged otherwise."""
    record, document = loop.record(number), loop.document
    changed = bool(record.text) and record.text != document.digest(number)
    if changed and standing(document, number, record.origin, answers=True) is Standing.FRESH:
        records = {**loop.records, number: replace(record, text=document.digest(number))}
        loop.save(sections=stored(records))


def wide_of(
    loop: Loop, materials: Materials, queries: tuple[str, ...]
) -> tuple[Sequence[Width | None], Sequence[int]]:
    """What code finds too wide in each query, and the places of the queries that code or the model does.

    The model's word counts only for a query that names nothing definite in the sources.
    """
    answers = _judged(loop, materials, queries)
    widths = _widths_of(loop, materials, queries)
    by_person = loop.record(2).human
    return widths, [
        n
        for n, feasible in enumerate(answers)
        if widths[n] or not (feasible or (not by_person and is_definite(queries[n], materials.index)))
    ]


def _judged(loop: Loop, materials: Materials, queries: tuple[str, ...]) -> list[bool]:
    """Whether each query is feasible: what a full answer to it would be is a choice of its own in §2."""
    phase = phase_of(loop, "plan", materials.field, ("answers",))
    form = _with_items(phase.form, "answers", len(queries))
    listed = "\n".join(f"{n}. {query}" for n, query in enumerate(queries, 1))
    parsed = by_model(loop, phase, form, [f"# QUERIES\n{listed}"], {"queries": listed})
    items = parsed.values["answers"]
    return [
        item.get("choice") != WIDE or parsed.probabilities.get(f"answers.{number}.choice", 1.0) < SURE_OF_WIDE
        for number, item in enumerate(items if isinstance(items, list) else (), 1)
    ]


def _widths_of(loop: Loop, materials: Materials, queries: Sequence[str]) -> list[Width | None]:
    """What code finds too wide in each query; nothing where a person wrote into §2 what each asks for."""
    if loop.record(2).human:
        return [None] * len(queries)
    return [width_of(query, materials.index) for query in queries]


def _with_items(form: Form, key: str, count: int) -> Form:
    """The form with just `count` items in a list."""
    return Form(
        tuple(
            replace(entry, slot=replace(entry.slot, low=count, high=count))
            if entry.key == key and isinstance(entry.slot, Group)
            else entry
            for entry in form.fields
        )
    )


def advice_on(
    loop: Loop,
    materials: Materials,
    queries: tuple[str, ...],
    wide: Sequence[int],
    widths: Sequence[Width | None],
) -> Advice:
    """What is too wide, and what the person may take instead; the feasible queries stay as they are.

    What code finds too wide, code narrows; the model's proposals for the others stand in §3.
    """
    others = tuple(query for n, query in enumerate(queries) if n not in wide)
    by_width = {queries[n]: width for n in wide if (width := widths[n])}
    lines = [f"{query!r} is too wide: {width.why}." for query, width in by_width.items()]
    narrower = [query for width in by_width.values() for query in width.narrower]
    split = [query for width in by_width.values() for query in width.split]
    if left := [queries[n] for n in wide if not widths[n]]:
        phase = phase_of(loop, "do", materials.field)
        accept_answers(loop, 3)
        values = by_model(loop, phase, phase.form, ["# TOO WIDE\n" + "\n".join(left)], {}).values
        named = " and ".join(map(repr, left))
        lines.append(f"{named} is too wide: {str(values['too wide']).rstrip(' .')}.")
        narrower.append(str(values["narrower"]))
        items = values.get("split", [])
        split += [item["line"] for item in items] if isinstance(items, list) else []
    return Advice(" ".join(lines), (*others, *narrower) if narrower else (), (*others, *split) if split else ())


def first_question(queries: tuple[str, ...], advice: Advice | None, notes: Sequence[str] = ()) -> str:
    """What the manager asks: for the authorisation, or, where there is advice, for narrower queries."""
    if advice is None:
        of = "it" if len(queries) == 1 else f"these {len(queries)} queries"
        more = "".join(f" {note}." for note in notes)
        return f"Answer `{PHRASE}` to research {of}: {_on_one_line(queries)} Or write another query.{more}"
    offers = ((1, advice.narrower), (2, advice.split))
    lines = [f"Answer {number} for: {_on_one_line(offer)}" for number, offer in offers if offer]
    return " ".join((advice.wide, *lines, f"{'Or write' if lines else 'Write'} a narrower query yourself."))


def _on_one_line(queries: tuple[str, ...]) -> str:
    text = " ".join(numbered(queries).split())
    return text if text.endswith((".", "?", "!")) else f"{text}."


def unknown_to(materials: Materials, queries: Sequence[str]) -> str | None:
    """The first query of which no document has a word."""
    return next((query for query in queries if not materials.index.nearest(query, 1)), None)
