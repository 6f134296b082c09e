"""The tries of an operation written to section 3 of its document, with the record of each."""

from __future__ import annotations

from typing import Any

from pandora.document.form import Form
from pandora.document.records import Record, standing, stored, try_record, try_records
from pandora.engine.candidates import Tries, with_confinement, write_tries
from pandora.engine.loop import Loop
from pandora.engine.numbered_contents import KEY as CONTENTS
from pandora.engine.numbered_contents import Contents
from pandora.engine.reuse import arguments_digest


def write_section(loop: Loop, tried: Tries, form: Form, origin: str) -> None:
    """Write the tries to section 3, with their records, unless that is what stands there."""
    body = write_tries(tried, form, loop.host.store)
    if loop.document.body(3) == body.strip("\n") and loop.record(3).origin == origin:
        return
    loop.refuse_if_edited(3, body)
    by = "human" if standing(loop.document, 3, origin, answers=True).by_person else "model"
    edit, text = loop.spliced(3, body)
    tries = {} if by == "human" else _try_records(loop, tried, form)
    keys: dict[str, Any] = {"tries": stored(tries)} if tries else {}
    confined = with_confinement(loop.document.meta.get("confined"), tried)
    if confined != loop.document.meta.get("confined", {}):
        keys["confined"] = confined
    if tried.contents.by_number != Contents.of(loop.document).by_number:
        keys[CONTENTS] = tried.contents.by_number
    loop.save(edit, phase="do", sections=stored(loop.recorded(3, by, origin, text)), **keys)


def _try_records(loop: Loop, tried: Tries, form: Form) -> dict[int, Record]:
    """Return the record of each try: new ones for tries made in this process, the stored ones for others."""
    earlier = try_records(loop.document)
    tries = {number: record for number, record in earlier.items() if number <= len(tried.candidates)}
    for number, candidate in enumerate(tried.candidates, 1):
        if candidate.key:
            arguments = arguments_digest(form, candidate.arguments)
            tries[number] = try_record(candidate.key, arguments, candidate.cache)
    return tries
