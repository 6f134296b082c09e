"""Tiny models with random weights that have the chat template of a family, and its marks as control tokens."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.tiny_gguf import write_tiny_gguf

TEMPLATES = Path(__file__).parent / "templates"
FAMILIES = tuple(sorted(path.stem for path in TEMPLATES.glob("*.jinja")))
_MARKS = re.compile(
    r"<\|[a-z_]+\|?>|<[a-z_]+\|>|</?think>|<(?:start|end)_of_turn>|\[/?(?:THINK|INST)\]|<｜[A-Za-z▁]+｜>"
)


def family_gguf(path: Path, family: str) -> Path:
    """Write a tiny mixture of experts with the template of `family` to `path`."""
    template = (TEMPLATES / f"{family}.jinja").read_text(encoding="utf-8")
    return write_tiny_gguf(path, "mixture", template, sorted(set(_MARKS.findall(template))))
