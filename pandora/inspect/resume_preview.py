"""The sections that resuming a run would make again, and why: `pandora resume --dry-run`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pandora.document.records import UNWRITTEN, Place, Standing, section_records
from pandora.document.state_document import TITLES
from pandora.inspect.freshness import Freshness
from pandora.inspect.provenance import CHANGED_DATA, Lineage
from pandora.inspect.section_places import section_label


@dataclass(frozen=True)
class RebuiltSection:
    """A section that would be made again, or for the first time.

    `state` is empty or stale. `because` are the sections it is made from that have changed or would be made
    again; if there are none, `otherwise` says what else may be the reason.
    """

    place: Place
    state: Standing
    because: tuple[Place, ...] = ()
    otherwise: str = ""


def rebuilt_sections(freshness: Freshness, lineage: Lineage) -> list[RebuiltSection]:
    """Return the sections that would be made, in the order in which the engine makes them."""
    return [_rebuilt_section(place, freshness, lineage) for place in freshness.rebuilt]


def _rebuilt_section(place: Place, freshness: Freshness, lineage: Lineage) -> RebuiltSection:
    state, documents = freshness.states[place], freshness.documents
    assert isinstance(state, Standing)
    changed = tuple(
        before
        for before in dict.fromkeys(lineage.before(place, documents))
        if isinstance(before_state := freshness.states[before], Standing)
        and (before_state.by_person or before_state.made_again)
    )
    record = section_records(documents[place[0]]).get(place[1], UNWRITTEN)
    if state is Standing.EMPTY:
        return RebuiltSection(place, state, (), "it was emptied" if record.origin else "it is still to be made")
    known = list(lineage.facts(place, documents, record))
    if files := [which for what, which in known if what == CHANGED_DATA]:
        return RebuiltSection(place, state, changed, f"{', '.join(files)} changed since it was read")
    facts = (what for what, _ in known)
    otherwise = (
        "" if changed else f"one of these has changed: {', '.join(dict.fromkeys((*facts, 'the settings')))}"
    )
    return RebuiltSection(place, state, changed, otherwise)


def lines_of(freshness: Freshness, sections: Sequence[RebuiltSection]) -> list[str]:
    """Return text lines: what resume would do first, then each section and the reason."""
    return [f"resume: {freshness.next}", *(line for section in sections for line in _lines(section, freshness))]


def _lines(section: RebuiltSection, freshness: Freshness) -> Iterator[str]:
    yield f"{section_label(section.place)}  {section.state.value}"
    reasons = ", ".join(
        f"{section_label(before)} is {freshness.states[before].value}" for before in section.because
    )
    yield f"  because {reasons}" if reasons else f"  {section.otherwise}"


def as_object(freshness: Freshness, sections: Iterable[RebuiltSection]) -> dict[str, Any]:
    """Return the preview as `--json` prints it."""
    return {
        "resume": freshness.next,
        "rebuilt": [
            {
                "document": section.place[0],
                "section": section.place[1],
                "title": TITLES[section.place[1]],
                "state": section.state.value,
                "because": [
                    {
                        "document": document_id,
                        "section": number,
                        "state": freshness.states[document_id, number].value,
                    }
                    for document_id, number in section.because
                ],
                "otherwise": section.otherwise or None,
            }
            for section in sections
        ],
    }
