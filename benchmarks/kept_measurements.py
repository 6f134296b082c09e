"""Measurements of growth that take hours: kept in a file when they are made, and shown as what they are."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.growth_measures import GrowthRow

KEPT = Path(__file__).parent / "growth_measured.json"
"""Each row by its name: its goal and result, and with which model, when and at which commit it was measured."""


def row_name(what: str) -> str:
    """The name of a row, without the number of what was measured."""
    return what.partition(" (")[0]


def kept_rows(path: Path = KEPT) -> dict[str, GrowthRow]:
    """The kept rows by name."""
    entries: Mapping[str, Mapping[str, object]] = (
        json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    )
    return {
        name: GrowthRow(
            str(entry["what"]),
            str(entry["goal"]),
            str(entry["result"]),
            entry["met"] if isinstance(entry["met"], bool) else None,
            kept=f"{entry['model']}, {entry['date']}, {entry['commit']}",
        )
        for name, entry in entries.items()
    }


def keep(rows: Sequence[GrowthRow], model: str, path: Path = KEPT) -> None:
    """Put the rows that were measured just now into the file, each in place of an older one."""
    entries = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    made = {"model": model, "date": time.strftime("%Y-%m-%d", time.gmtime()), "commit": _commit()}
    for row in rows:
        if row.met is not None:
            entries[row_name(row.what)] = {"what": row.what, **row.as_object(), **made}
    path.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _commit() -> str:
    """The commit that is checked out, `no commit` where none is."""
    folder = Path(__file__).parent
    told = subprocess.run(
        ["git", "-C", str(folder), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "no commit"
