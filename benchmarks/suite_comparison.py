"""One table of what several ways to do a suite solve: by family, what each solved, got wrong, and used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pandora.outcome import Status

GOAL = 0.2
"""Of the prompt tokens that an agent takes for a solved task, the engine takes at most this share."""
PLAIN = "plain"
"""How `plain` is named in the documentation: one call with all files, which is no agent."""
Result = Mapping[str, Any]
"""The object that `--json` of a bench prints."""


def comparison(results: Mapping[str, Result]) -> list[str]:
    """The lines of a markdown table of `results`, which are named by how the suite was done.

    A cell is `solved / accepted but wrong / tokens a solved task`. Only tasks that every result has are
    counted, so that each column is about the same ones; a line below the table says how many others there are.
    Other lines compare the prompt tokens of the first way with those of the others.
    """
    names = {name: {str(row["task"]): row for row in result["tasks"]} for name, result in results.items()}
    common = set.intersection(*(set(rows) for rows in names.values()))
    first = next(iter(names.values()))
    families: dict[str, list[str]] = {}
    for task in sorted(common):
        families.setdefault(str(first[task]["family"]), []).append(task)
    lines = [
        f"| family | tasks | {' | '.join(names)} |",
        f"|---|---:|{'---|' * len(names)}",
    ]
    for family, tasks in [*sorted(families.items()), ("**all**", sorted(common))]:
        cells = (_cell([rows[task] for task in tasks]) for rows in names.values())
        lines.append(f"| {family} | {len(tasks)} | {' | '.join(cells)} |")
    lines += ["", "Solved / accepted but wrong / tokens a solved task, those of unsolved tasks included."]
    lines += _beside_the_first(names, common)
    left_out = len(set().union(*names.values()) - common)
    if left_out:
        lines.append(f"Tasks that not every result has, which are left out: {left_out}.")
    return lines


def _beside_the_first(names: Mapping[str, Mapping[str, Any]], common: set[str]) -> list[str]:
    """A line for each other way: the prompt tokens of a task that the first one solved, as a share of its."""
    prompts = {name: _prompt_tokens([rows[task] for task in common]) for name, rows in names.items()}
    (first, own), *others = prompts.items()
    lines = []
    for name, tokens in others:
        share = f"{own / tokens:.2f}" if own is not None and tokens else "not known, since one solved none"
        goal = "" if name == PLAIN else f"; beside an agent, the goal is ≤ {GOAL:g}"
        lines.append(f"Prompt tokens a solved task, {first} / {name}: {share}{goal}.")
    return lines


def _prompt_tokens(rows: Sequence[Mapping[str, Any]]) -> float | None:
    """The prompt tokens of all tasks over those solved; None where none is."""
    solved = sum(bool(row["solved"]) for row in rows)
    return sum(int(row["prompt_tokens"]) for row in rows) / solved if solved else None


def _cell(rows: Sequence[Mapping[str, Any]]) -> str:
    solved = sum(bool(row["solved"]) for row in rows)
    wrong = sum(row["status"] == Status.ACCEPTED.value and not row["solved"] for row in rows)
    tokens = sum(int(row["prompt_tokens"]) + int(row["written_tokens"]) for row in rows)
    return f"{solved} / {wrong} / {round(tokens / solved):,}" if solved else f"0 / {wrong} / –"
