"""How a model's makers recommend that its text is drawn: by its family, else as its file or server says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.models.gguf_head import read_head
from pandora.models.protocol import Sampling

USUAL = 0.7
"""The temperature at which a try is usually drawn that is not greedy; after two equal ones it is hotter."""
LEAST = 0.3
"""Below this temperature a draw is nearly always the greedy reply again, and no second opinion."""
_LARGEST = {"temperature": 2.0, "top_p": 1.0, "top_k": 1_000_000.0, "min_p": 1.0}
_IN_FILE = {
    "temperature": "general.sampling.temp",
    "top_p": "general.sampling.top_p",
    "top_k": "general.sampling.top_k",
    "min_p": "general.sampling.min_p",
}
_OF_LLAMA_CPP = {"temperature": 0.8, "top_p": 0.95, "top_k": 40.0, "min_p": 0.05}
"""What llama-server takes where neither its command line nor the model's file says anything."""


@dataclass(frozen=True)
class Recommended:
    """How text is to be drawn; None is what nobody tells. `top_k` 0 means any number of tokens."""

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:g}" for name, value in self.told.items())

    @property
    def told(self) -> dict[str, float]:
        """What is told, by its name."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def temperature_for(self, sampling: Sampling) -> float:
        """The temperature at which a try is drawn that is asked for by `sampling`; a greedy one stays greedy.

        One that is asked for hotter than usual, since nothing new came, is by as much hotter than recommended.
        """
        if self.temperature is None or sampling.temperature <= 0:
            return sampling.temperature
        return max(self.temperature, LEAST) + max(0.0, sampling.temperature - USUAL)


NOTHING = Recommended()


@dataclass(frozen=True)
class Recommendations:
    """What is recommended for replies, and, where that is something else, for those after a thought."""

    usual: Recommended = NOTHING
    after_thought: Recommended | None = None

    def of(self, *, thinks: bool) -> Recommended:
        """What holds for a reply, before which the model `thinks` or not."""
        return self.after_thought if thinks and self.after_thought is not None else self.usual


NO_RECOMMENDATIONS = Recommendations()


@dataclass(frozen=True)
class _Family:
    """Models of one family: their names, without marks between words, or the architectures of it alone."""

    names: str
    architectures: tuple[str, ...]
    recommends: Recommendations


_QWEN = Recommended(0.7, 0.8, 20, 0.0)
# Each is what the family's model cards say; docs/models.md has the list.
_FAMILIES = (
    _Family("qwen3coder(?!next)", (), Recommendations(_QWEN)),
    _Family(
        r"qwen3\.[56]",
        ("qwen35", "qwen35moe"),
        Recommendations(_QWEN, Recommended(1.0, 0.95, 20, 0.0)),
    ),
    _Family(
        r"qwen3(?!\.|next|coder|vl|omni)",
        ("qwen3", "qwen3moe"),
        Recommendations(_QWEN, Recommended(0.6, 0.95, 20, 0.0)),
    ),
    _Family("gptoss", ("gptoss",), Recommendations(Recommended(1.0, 1.0, 0))),
    _Family(
        "gemma[34](?!b)", ("gemma3", "gemma3n", "gemma4"), Recommendations(Recommended(1.0, 0.95, 64, 0.0))
    ),
    _Family("granite", ("granite", "granitemoe", "granitehybrid"), Recommendations(Recommended(0.0))),
    _Family(r"lfm2\.5", (), Recommendations(Recommended(0.1, top_k=50))),
    _Family("lfm2", ("lfm2", "lfm2moe"), Recommendations(Recommended(0.3, min_p=0.15))),
    _Family("ministral3", (), Recommendations(Recommended(0.05))),
    _Family("mistralsmall3|devstral", (), Recommendations(Recommended(0.15))),
)


def recommendations_for(
    names: Iterable[str], architecture: str = "", own: Recommended = NOTHING
) -> Recommendations:
    """What the makers recommend of a model with these names, or of this architecture.

    Of a family that is not known, it is what the model's own file or server says, `own`.
    """
    plain = [re.sub(r"[^a-z0-9.]", "", name.lower()) for name in names]
    for family in _FAMILIES:
        if any(re.search(family.names, name) for name in plain):
            return family.recommends
    kind = re.sub(r"[^a-z0-9]", "", architecture.lower())
    for family in _FAMILIES:
        if kind in family.architectures:
            return family.recommends
    return Recommendations(own)


def recommendations_of_file(path: Path, name: str = "") -> Recommendations:
    """What the makers of the GGUF at `path` recommend, by its names and its architecture, else by its head."""
    head = read_head(path)
    if head is None:
        return recommendations_for([name, path.stem])
    called = (str(head.metadata.get(f"general.{key}", "")) for key in ("name", "basename"))
    own = recommended_in_head(head.metadata)
    return recommendations_for([name, path.stem, *called], head.architecture, own)


def recommended_in_head(metadata: Mapping[str, Any]) -> Recommended:
    """What the head of a GGUF recommends, which converters take from the makers' own files."""
    return _told({name: metadata.get(key) for name, key in _IN_FILE.items()})


def recommended_by_ollama(parameters: str) -> Recommended:
    """What the parameters of a model of Ollama say, a name and a value in each line."""
    words = (line.split() for line in parameters.splitlines())
    return _told({pair[0]: _number(pair[1]) for pair in words if len(pair) == 2})


def recommended_by_llama_server(settings: Mapping[str, Any]) -> Recommended:
    """What a llama-server was started with, or read in its model's file: what is not its own default."""
    params = settings.get("params")
    given = params if isinstance(params, dict) else {}
    told = _told(given).told
    return _told({name: value for name, value in told.items() if abs(value - _OF_LLAMA_CPP[name]) > 1e-6})


def _told(values: Mapping[str, Any]) -> Recommended:
    """What is told by numbers that make sense; all else is left out."""
    told: dict[str, float] = {}
    for name, largest in _LARGEST.items():
        value = values.get(name)
        if isinstance(value, int | float) and type(value) is not bool and 0 <= value <= largest:
            told[name] = round(float(value), 6)
    top_k = told.get("top_k")
    return Recommended(
        told.get("temperature"), told.get("top_p"), None if top_k is None else int(top_k), told.get("min_p")
    )


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
