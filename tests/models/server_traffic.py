"""The traffic of each kind of model server, read from `traffic/`, as pages that a local server answers with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.models.local_server import Raw

FOLDER = Path(__file__).parent / "traffic"
PROGRAMS = {"Ollama": "ollama", "LM Studio": "lm_studio", "llama-server": "llama_server", "vLLM": "vllm"}
_CUT = "(the connection ends here)"
_EXCHANGE = re.compile(
    r"^> (?:GET|POST) (?P<path>\S+)(?: (?P<name>\S+))?\n"
    r"< (?P<status>\d+) (?P<kind>[^\n]*)\n(?P<body>.*?)(?=^> |\Z)",
    re.M | re.S,
)
_PART = 61
"""Bytes of a piece, so that events are cut anywhere, as networks do."""


@dataclass(frozen=True)
class Traffic:
    """What one kind of server answers: `pages` by path, and its `completions` by name."""

    pages: dict[str, Any]
    completions: dict[str, Raw]

    def with_completion(self, name: str) -> dict[str, Any]:
        """All pages, where each completion is answered as `name` says."""
        return {**self.pages, "/v1/chat/completions": self.completions[name]}


def traffic_of(program: str) -> Traffic:
    text = (FOLDER / f"{PROGRAMS[program]}.txt").read_text(encoding="utf-8")
    pages: dict[str, Any] = {}
    completions: dict[str, Raw] = {}
    shown: dict[str, Raw] = {}
    for match in _EXCHANGE.finditer(text):
        raw = _answer(match["body"], int(match["status"]), match["kind"])
        path, name = match["path"], match["name"]
        if name is None:
            pages[path] = raw
        elif path == "/api/show":
            shown[name] = raw
        else:
            completions[name] = raw
    if shown:
        pages["/api/show"] = lambda body: shown.get(body["model"])
    assert set(completions) == {"thought", "error", "half", "refused"}
    return Traffic(pages, completions)


def _answer(body: str, status: int, kind: str) -> Raw:
    whole, mark, _ = body.partition(f"\n{_CUT}")
    data = (whole if mark else body.rstrip("\n") + "\n\n").encode()
    parts = tuple(data[at : at + _PART] for at in range(0, len(data), _PART))
    return Raw(parts, status, kind, length=len(data) + 100 if mark else None)
