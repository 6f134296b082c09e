"""Boxes do not overlap, and words fit their lines."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from pandora.questions.drawing_layout import COLUMN_GAP, ROW_GAP, WIDTH, layout, wrapped

PARENTS = st.lists(st.integers(0, 1 << 30), max_size=40)


@given(PARENTS, st.lists(st.floats(20, 150), min_size=41, max_size=41))
def test_no_box_overlaps_another_and_children_stand_in_the_next_column(
    parents: list[int], sizes: list[float]
) -> None:
    children: dict[str | None, list[str]] = {None: ["0"]}
    above = {}
    for number, parent in enumerate(parents, 1):
        above[str(number)] = str(parent % number)
        children.setdefault(above[str(number)], []).append(str(number))
    heights = {str(number): sizes[number] for number in range(len(parents) + 1)}
    places = layout(children, heights)
    assert places.keys() == heights.keys()
    columns: dict[float, list[tuple[float, float]]] = {}
    for name, box in places.items():
        assert (box.width, box.height) == (WIDTH, heights[name])
        columns.setdefault(box.x, []).append((box.y, box.y + box.height))
        if name in above:
            assert box.x == places[above[name]].x + WIDTH + COLUMN_GAP
    for spans in columns.values():
        spans.sort()
        for (_, end), (start, _) in itertools.pairwise(spans):
            assert start - end >= ROW_GAP - 1e-6


def test_a_parent_stands_in_the_middle_and_children_in_their_order() -> None:
    places = layout({None: ["a"], "a": ["b", "c"]}, {"a": 40, "b": 60, "c": 60})
    assert places["a"].middle == (places["b"].y + places["c"].y + 60) / 2
    assert places["b"].y < places["c"].y


def test_a_chain_of_thousands_is_laid_out() -> None:
    chain = {str(n - 1) if n else None: [str(n)] for n in range(5000)}
    assert len(layout(chain, {str(n): 30.0 for n in range(5000)})) == 5000


@given(st.text(max_size=300), st.integers(1, 6))
def test_wrapped_words_are_the_text_or_its_beginning(text: str, most: int) -> None:
    lines = wrapped(text, 200, 13, most)
    assert len(lines) <= most
    joined, given_words = "".join("".join(lines).split()), "".join(text.split())
    if joined != given_words:
        assert joined.endswith("…")
        assert given_words.startswith(joined[:-1])


def test_long_words_are_parted_and_marks_stay_with_their_letters() -> None:
    lines = wrapped("x" * 100, 100, 13, 50)
    assert len(lines) > 5
    assert all(not line.startswith("\u0301") for line in wrapped("e\u0301" * 100, 100, 13, 50))
    assert len(wrapped("日" * 20, 100, 13, 50)) > len(wrapped("i" * 20, 100, 13, 50))
    assert wrapped("", 100, 13, 3) == []
