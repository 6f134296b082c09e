from __future__ import annotations

import pytest

from pandora.programs.repairs.begun_names import with_begun_names

LARGEST = """\
for name, group in groups.items():
    total = sum(group)
    if total > most:
        most = total
        best = name
print(best, most)
"""


@pytest.mark.parametrize(
    ("source", "begun"),
    [
        (LARGEST, "most = float('-inf')\n"),
        (LARGEST.replace("total > most", "total < most"), "most = float('inf')\n"),
        (LARGEST.replace("total > most", "most < total"), "most = float('-inf')\n"),
        ("for row in rows:\n    count += 1\n", "count = 0\n"),
        ("for row in rows:\n    names += [row]\n", "names = []\n"),
    ],
)
def test_what_a_loop_counts_or_compares_with_is_begun(source: str, begun: str) -> None:
    assert (
        with_begun_names(f"groups = rows = load('a')\n{source}")
        == f"groups = rows = load('a')\n{begun}{source}"
    )


@pytest.mark.parametrize(
    "source",
    [
        f"most = 0\n{LARGEST}",
        "for row in rows:\n    total = 0\n    total += row\n",
        "for row in rows:\n    if row > limit:\n        print(row)\n",
        "def add(rows):\n    for row in rows:\n        count += 1\n",
        "for row in (",
    ],
)
def test_any_other_program_stays_as_it_is(source: str) -> None:
    assert with_begun_names(source) == source


def test_names_from_elsewhere_are_known() -> None:
    source = "for row in rows:\n    total += row\n"
    assert with_begun_names(source, frozenset({"total"})) == source
