from __future__ import annotations

from typing import Any

import pytest

from pandora.programs.inside.dictionary_order import (
    SORT,
    sort_in_place,
    sorted_as_dictionary,
    with_dictionary_order,
)
from pandora.programs.inside.typed_columns import column


def ran(source: str) -> Any:
    names: dict[str, Any] = {"sorted": sorted_as_dictionary, SORT: sort_in_place}
    exec(compile(with_dictionary_order(source, "program.py"), "program.py", "exec"), names)
    return names["a"]


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("a = sorted(['Zoe', 'Álvaro', 'bo', 'Cem'])", ["Álvaro", "bo", "Cem", "Zoe"]),
        ("a = ['Zoe', 'Álvaro']\na.sort()", ["Álvaro", "Zoe"]),
        ("a = ['Zoe', 'Álvaro', 'bo']\na.sort(reverse=True)", ["Zoe", "bo", "Álvaro"]),
        ("a = [{'n': 'Zoe'}, {'n': 'Álvaro'}]\na.sort(key=lambda r: r['n'])", [{"n": "Álvaro"}, {"n": "Zoe"}]),
        ("a = sorted([('b', 2), ('Á', 1)], key=lambda p: (p[0], -p[1]))", [("Á", 1), ("b", 2)]),
        ("a = sorted(['si', 'sí', 'si', 'sí'])", ["si", "si", "sí", "sí"]),  # groups stay together
        ("a = sorted([3, 1.5, 2])", [1.5, 2, 3]),
        ("a = sorted(['Zoe', 'bo'], key=lambda n: [n])", ["bo", "Zoe"]),
        ("a = sorted({'b': 1, 'a': 2}.items(), key=lambda p: -p[1])", [("a", 2), ("b", 1)]),
    ],
)
def test_texts_stand_as_a_dictionary_has_them(source: str, result: object) -> None:
    assert ran(source) == result


def test_moments_stand_in_their_order_however_the_hour_is_written() -> None:
    moments = column(["2025-03-01 10:05", "2025-03-01 9:05", "2025-02-28 23:00"])
    assert sorted_as_dictionary(moments) == ["2025-02-28 23:00", "2025-03-01 9:05", "2025-03-01 10:05"]


def test_what_sorts_itself_is_left_to_it() -> None:
    source = "class A:\n    def sort(self, key=None):\n        self.done = key\na = A()\na.sort(key=1)"
    assert ran(source).done == 1
    with pytest.raises(TypeError):
        ran("a = sorted(['a', 1])")
