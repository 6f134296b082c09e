"""No edit of a document, however odd, makes a command end in an internal error."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.torture.counts import count, size, under_way
from tests.torture.random_edits import EditedRuns

PARTS = 20
"""The commands are run in so many parts, several at once."""


@pytest.fixture
def edited(quick: Path, monkeypatch: pytest.MonkeyPatch) -> EditedRuns:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(quick / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(quick / "cache"))
    for name in ("PANDORA_MODEL", "PANDORA_POLICY_WRITE"):
        monkeypatch.delenv(name, raising=False)
    runs = EditedRuns(quick)
    runs.build(monkeypatch)
    return runs


def failures(edited: EditedRuns, numbers: range) -> tuple[Counter[int], dict[str, str]]:
    """Count the exit codes, and return the internal errors by their place, each with the first case of it."""
    codes: Counter[int] = Counter()
    internal: dict[str, str] = {}
    for number in numbers:
        edits, called = edited.case(number)
        codes[called.code] += 1
        if called.internal:
            internal.setdefault(called.place, f"case {number}: {' '.join(called.arguments)} after {edits}")
        edited.restore()
        under_way("commands over edited documents", number, numbers.stop)
    return codes, internal


def test_some_commands_over_edited_documents(edited: EditedRuns) -> None:
    codes, internal = failures(edited, range(40))
    assert internal == {}
    assert len(codes) > 3


@pytest.mark.torture
@pytest.mark.parametrize("part", range(PARTS))
def test_commands_over_edited_documents(part: int, edited: EditedRuns) -> None:
    number = size("COMMANDS", 10_000) // PARTS
    first = size("FIRST_EDIT", 0) + part * number
    codes, internal = failures(edited, range(first, first + number))
    ends = ", ".join(f"{code}: {times}" for code, times in sorted(codes.items()))
    count(
        f"commands over randomly edited documents: {number} from {first}, "
        f"{len(internal)} internal errors; exit codes {ends}"
    )
    assert internal == {}
