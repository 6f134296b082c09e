"""The rules of a graph: intensities and their budgets, states and moves, reasons, checks of input."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pandora.document.task_text import tidy
from pandora.errors import UsageError

LONGEST_TEXT = 100_000
"""The most characters of a question, an answer or a synthesis."""
LONGEST_METADATA = 16_000
"""The most characters of a node's metadata as JSON: it stands in the front matter."""


class GraphError(UsageError):
    """A graph's rules refuse an operation; nothing was changed."""


@dataclass(frozen=True)
class Intensity:
    """How far a graph of one intensity goes: workers at once, depth of questions, and questions of its seed."""

    agents: int
    depth: int
    seeds: tuple[int, int]
    nodes: int
    """The most nodes, answers included, in a graph of `pandora think`; clients' graphs have no such ceiling."""


INTENSITIES: Mapping[str, Intensity] = {
    "pulse": Intensity(3, 2, (3, 4), 24),
    "explore": Intensity(8, 4, (5, 7), 120),
    "deep": Intensity(15, 6, (8, 12), 600),
}
"""The budgets by name, from seed 001, "Intensity Budgets"; only the ceilings of nodes are not from there."""
CHECKPOINTS = ("autonomous", "convergence", "interactive")
MOVES: Mapping[str, tuple[str, ...]] = {
    "active": ("completed", "paused", "error", "budget_exhausted"),
    "paused": ("active",),
    "budget_exhausted": ("active", "completed"),
    "completed": (),
    "error": (),
}
"""The states of a graph, and the states that each may change to."""
TERMINAL = tuple(state for state, moves in MOVES.items() if not moves)
NODE_TYPES = ("question", "answer")
STATES = ("open", "claimed", "answered", "synthesized", "saturated")
"""The states of a question, in the order of the work."""
DONE = ("synthesized", "saturated")
"""The states in which a question is finished."""
REASONS = ("semantic_overlap", "derivable", "actionable", "hollow_questions", "budget_exhausted", "error")
"""The reasons why a branch may need no further exploration."""
EDGES: Mapping[str, str] = {"convergence_with": "convergence", "contradiction_with": "contradiction"}
"""Metadata keys that make edges, and the edges' type."""
RESERVED = ("synthesis", "saturation_reason")
"""Metadata keys that only operations set, since a document's sections hold the same."""
_DEPTH = re.compile(r"depth:([1-9][0-9]{0,5})")


def checked_choice(value: object, options: tuple[str, ...] | list[str], what: str) -> str:
    """`value` where it is one of `options`; else a GraphError that lists them."""
    if not isinstance(value, str) or value not in options:
        raise GraphError(f"invalid {what} {value!r}; it must be one of: {', '.join(options)}")
    return value


def is_checkpoint(mode: str) -> bool:
    """Return True if `mode` is a checkpoint mode: autonomous, convergence, interactive or depth:N."""
    return mode in CHECKPOINTS or _DEPTH.fullmatch(mode) is not None


def checked_checkpoint(mode: object) -> str:
    """A checkpoint mode, checked: autonomous, convergence, interactive or depth:N."""
    if isinstance(mode, str) and is_checkpoint(mode):
        return mode
    modes = f"{', '.join(CHECKPOINTS)}, depth:N (N a whole number from 1)"
    raise GraphError(f"invalid checkpoint_mode {mode!r}; it must be one of: {modes}")


def checkpoint_depth(mode: str) -> int:
    """N of `depth:N`; 0 for other modes."""
    match = _DEPTH.fullmatch(mode)
    return int(match[1]) if match else 0


def checked_text(text: object, what: str) -> str:
    """`text` tidied, as documents hold it; GraphError where it is empty, too long or no text."""
    if not isinstance(text, str) or not any(map(_is_visible, tidied := tidy(text))):
        raise GraphError(f"the {what} is empty; give it some text")
    if len(tidied) > LONGEST_TEXT:
        raise GraphError(f"the {what} is {len(tidied)} characters long; {LONGEST_TEXT} are the most")
    return tidied


def _is_visible(character: str) -> bool:
    return character.isprintable() and not character.isspace()


def checked_name(name: object, what: str) -> str:
    """A worker's name, on one line; GraphError where `name` cannot be one."""
    if not isinstance(name, str) or not name.strip() or len(name) > 200 or not name.isprintable():
        raise GraphError(f"the {what} {name!r} is no name; give a short text on one line")
    return name.strip()


def parsed_metadata(given: object) -> dict[str, Any]:
    """Metadata from its JSON string; GraphError for anything but an object of plain values."""
    if given is None or given == "":
        return {}
    if not isinstance(given, str):
        raise GraphError('metadata must be a JSON string, such as \'{"note": "…"}\'')
    try:
        read = strict_json(given)
    except (ValueError, RecursionError) as error:
        raise GraphError(f"metadata is no valid JSON: {error}") from None
    if not isinstance(read, dict):
        raise GraphError('metadata must be a JSON object, such as \'{"note": "…"}\'')
    checked_size(read)
    return read


def checked_metadata(given: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata as it may stand in a document: whole characters; GraphError where it is too large."""
    checked_size(given)
    return dict(_whole_characters(given))


def strict_json(given: str) -> Any:
    """The value of a JSON text that is valid for every reader of JSON; else ValueError.

    Python alone would also accept NaN, duplicate keys and numbers beyond all floats. Half of a character, as
    where an emoji was cut, becomes a question mark, as it does in texts.
    """
    read = json.loads(
        given, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_duplicate_keys
    )
    return _whole_characters(read)


def _whole_characters(value: Any) -> Any:
    """A plain value with a question mark for each half of a character."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.loads(text.encode("utf-8", "replace"))
    return value


def checked_size(metadata: Mapping[str, Any]) -> None:
    """Raise GraphError where `metadata` is larger than a document's front matter should be."""
    size = len(json.dumps(metadata))
    if size > LONGEST_METADATA:
        raise GraphError(f"the node's metadata would be {size} characters; {LONGEST_METADATA} are the most")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _finite(number: str) -> float:
    if math.isinf(read := float(number)):
        raise ValueError(f"{number} is too large a number")
    return read


def _no_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise ValueError("a key stands twice")
    return mapping
