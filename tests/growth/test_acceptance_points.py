"""Each point of the specification of growth is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

POINTS = range(1, 27)
_NAMED = re.compile(r'"""Growth (\d+(?:(?:, | and | to )\d+)*)')


def points_named(text: str) -> set[int]:
    """The points that docstrings such as `Growth 8, 10 to 12 and 16: …` name."""
    points: set[int] = set()
    for listed in _NAMED.findall(text):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", listed):
            points |= set(range(int(first), int(last or first) + 1))
    return points


def test_every_point_is_named_by_a_test() -> None:
    tests = Path(__file__).parents[1]
    texts = (path.read_text(encoding="utf-8") for path in tests.rglob("test_*.py"))
    assert set(POINTS) - points_named("\n".join(texts)) == set()


def test_a_point_that_no_test_names_is_seen() -> None:
    assert points_named('"""Growth 8, 10 to 12 and 16: x"""') == {8, 10, 11, 12, 16}
    assert points_named('"""Growth, measures: 3 of 4"""') == set()
