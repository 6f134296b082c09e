"""What the front matter keeps of a step's words, or a task's, so that it is found and asked only once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pandora.document.state_document import digest
from pandora.engine.loop import Loop


def kept_of_step(loop: Loop, text: str) -> Mapping[str, Any]:
    """What the front matter keeps of a step with these words; {} where that is nothing."""
    return next((entry for entry in _entries(loop) if entry.get("of") == digest(text)), {})


def keep_of_step(loop: Loop, text: str, **values: str) -> None:
    """Keep `values` of a step with these words, beside what is kept of it already."""
    entry = {**kept_of_step(loop, text), "of": digest(text), **values}
    entries = [*(other for other in _entries(loop) if other.get("of") != entry["of"]), entry]
    loop.save(gathered_steps={str(number): entry for number, entry in enumerate(entries, 1)})


def _entries(loop: Loop) -> list[dict[str, Any]]:
    kept = loop.document.meta.get("gathered_steps")
    candidates = kept.values() if isinstance(kept, Mapping) else ()
    return [dict(entry) for entry in candidates if isinstance(entry, Mapping)]
