from __future__ import annotations

import pytest

from pandora.programs.spelling_variants import spelling_variants


@pytest.mark.parametrize(
    ("cells", "variants"),
    [
        (["sí", "Sí", "no", "sí", None, 3], {"sí": ["sí", "Sí"]}),
        (["paid", "open", "paid", "open"], {}),
        (["Ann Lee", "ann lee", "Bo", "Cem", "Dan"], {}),  # names: two that look alike may be two
        ([], {}),
    ],
)
def test_the_values_that_a_column_writes_in_several_ways(
    cells: list[object], variants: dict[str, list[str]]
) -> None:
    assert spelling_variants(cells) == variants
