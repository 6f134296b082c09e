"""The system of day 0: the pattern, and how to read files, write files and run commands."""

from __future__ import annotations

from pathlib import Path

DAY_ZERO = Path(__file__).parent / "day_zero"
"""The folder that holds it: `pattern.md` and `kernel/read.md`, `write.md`, `bash.md`."""
