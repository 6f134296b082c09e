"""Each behaviour of sessions and each item of their S-list has a test that names its number."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
POINTS = [*map(str, range(1, 17)), *(f"S{number}" for number in range(1, 11))]
_NAMED = re.compile(r"\bSessions ((?:S?\d+(?:, | and |, and )?)+)[:.]")


def points_in(text: str) -> set[str]:
    """The points that docstrings name, such as `Sessions 6, 8 and S4:`."""
    return {point for match in _NAMED.finditer(text) for point in re.findall(r"S?\d+", match[1])}


def test_each_point_is_named_by_a_test() -> None:
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    named = set().union(*map(points_in, texts))
    assert [point for point in POINTS if point not in named] == []


def test_numbers_are_read_off_the_words() -> None:
    assert points_in('"""Sessions 5, 7 and S5: x."""') == {"5", "7", "S5"}
    assert points_in("Sessions of 12 turns") == set()
