from __future__ import annotations

import pytest

from pandora.programs.repairs.bare_generators import with_bracketed_generators


@pytest.mark.parametrize(
    ("source", "mended"),
    [
        ("sorted(n for n in x if f(n), reverse=True)", "sorted((n for n in x if f(n)), reverse=True)"),
        (
            "max(n for n in y, default=0)\nmin(n for n in y, key=f)",
            "max((n for n in y), default=0)\nmin((n for n in y), key=f)",
        ),
        (
            "s = 'é'\nsorted(é for é in (\n  1, 2), key=len)",
            "s = 'é'\nsorted((é for é in (\n  1, 2)), key=len)",
        ),
        ("sum(n for n in x)", "sum(n for n in x)"),
        ("sorted(n for n in", "sorted(n for n in"),
        ("", ""),
    ],
)
def test_a_generator_beside_another_argument_gets_its_brackets(source: str, mended: str) -> None:
    assert with_bracketed_generators(source) == mended
