"""Each point of growth's acceptance has a test that names its number."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
POINTS = range(1, 27)
_NAMED = re.compile(r"\bgrowth,? (?:points? )?((?:\d+(?:, | and | to )?)+)", re.I)


def numbers_in(text: str) -> set[int]:
    """The points that docstrings name, such as `Growth 8 to 12:` or `growth, points 13 and 14.`"""
    named: set[int] = set()
    for match in _NAMED.finditer(text):
        named |= {int(number) for number in re.findall(r"\d+", match[1])}
        for first, last in re.findall(r"(\d+) to (\d+)", match[1]):
            named |= set(range(int(first), int(last) + 1))
    return named


def test_each_point_is_named_by_a_test() -> None:
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    named = set().union(*map(numbers_in, texts))
    assert [point for point in POINTS if point not in named] == []


def test_numbers_are_read_off_the_words() -> None:
    assert numbers_in('"""Growth 8 to 10 and 12: x."""') == {8, 9, 10, 12}
    assert numbers_in('"""Operations: growth, points 13 and 14."""') == {13, 14}
    assert numbers_in("growth of 12 points") == set()
