"""The result of a measurement: numbers, a ratio and whether it meets its goal, as JSON and as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Row:
    """One number of a measurement, or why it is missing; `ratio` is to the measurement's baseline."""

    key: str
    label: str
    value: float | None
    unit: str
    ratio: float | None = None
    missing: str = ""


@dataclass(frozen=True)
class Measure:
    """One measurement. `goal` is the upper bound of `ratio`, and `of` says what is divided by what."""

    key: str
    title: str
    of: str
    goal: float
    rows: tuple[Row, ...]
    ratio: float | None = None
    strictly: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None if it could not be measured."""
        if self.ratio is None:
            return None
        return self.ratio < self.goal if self.strictly else self.ratio <= self.goal

    def as_object(self) -> dict[str, Any]:
        """Return the measurement as `--json` prints it."""
        return {
            "title": self.title,
            "rows": {row.key: _row_object(row) for row in self.rows},
            "ratio": None if self.ratio is None else round(self.ratio, 3),
            "ratio_of": self.of,
            "goal": f"{'<' if self.strictly else '<='} {self.goal:g}",
            "met": self.met,
            **self.details,
        }


def _row_object(row: Row) -> dict[str, Any]:
    if row.value is None:
        return {"missing": row.missing}
    row_object: dict[str, Any] = {"value": round(row.value, 3), "unit": row.unit}
    return row_object if row.ratio is None else {**row_object, "ratio": round(row.ratio, 3)}


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def not_measured(key: str, title: str, of: str, goal: float, why: str) -> Measure:
    """Make a measure without numbers; `why` says what prevented the measurement."""
    return Measure(key, title, of, goal, (Row("missing", "not measured", None, "", missing=why),))


def table(measures: Sequence[Measure]) -> list[tuple[str, str, str, str]]:
    """Return the rows of a table: label, number with unit, ratio, and goal."""
    rows = [("", "", "ratio", "goal")]
    for measure in measures:
        ratio = "–" if measure.ratio is None else f"{measure.ratio:.2f}"
        verdict = {True: "met", False: "NOT MET", None: "not measured"}[measure.met]
        rows.append(
            (
                f"{measure.title}: {measure.of}",
                "",
                ratio,
                f"{'<' if measure.strictly else '≤'} {measure.goal:g} {verdict}",
            )
        )
        for row in measure.rows:
            ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
            if row.value is None:
                rows.append((f"  {row.label}: {row.missing}", "", "", ""))
            else:
                rows.append((f"  {row.label}", f"{_number(row.value)} {row.unit}", ratio, ""))
    return rows
