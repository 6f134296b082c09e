"""Which pages passed at this commit: a line for each in a file outside git, so that a check goes on."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from contextlib import suppress

from tests.docs_check.page_blocks import ROOT

FILE = ROOT / ".docs-check.jsonl"


def commit() -> str:
    """The commit that is checked out; "" where files differ from it, or git is not there."""
    changed = _git("status", "--porcelain")
    return "" if changed is None or changed else _git("rev-parse", "HEAD") or ""


def passed(at: str, model: str | None) -> dict[str, Mapping[str, object]]:
    """The passes at a commit with a model, by page; a line that a kill broke off is none."""
    found: dict[str, Mapping[str, object]] = {}
    with suppress(FileNotFoundError):
        for line in FILE.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError):
                entry = json.loads(line)
                if at and (entry["commit"], entry["model"]) == (at, model):
                    found[entry["page"]] = entry
    return found


def keep(at: str, model: str | None, page: str, seconds: float) -> None:
    """Note that a page passed; nothing is noted where files differ from the commit."""
    if at:
        entry = {"commit": at, "model": model, "page": page, "seconds": round(seconds, 1)}
        with FILE.open("a", encoding="utf-8") as kept:
            kept.write(f"\n{json.dumps(entry)}\n")


def _git(*arguments: str) -> str | None:
    """What git prints; None where it fails."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
