"""Scores are read off a report as a person would, and no score can be had by writing something else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.research_scores import Scored, paired, read_report, score, table
from benchmarks.research_set import Gold, Item
from tests.research.documents import write

ITEM = Item(
    "one", "How high is it?", "one hop", (Gold("tower.md", "The tower is 34 m high."),), ("34 m",), ("42 m",)
)
REFERENCE = "1. “The tower is 34 m high” – documents/tower.md:3 (sha256 aaaaaaaaaaaa)\n"
REPORT = (
    f"The tower is 34 m high [1].\n\n### How sure this is\n\nConfidence: high\n\n### Sources\n\n{REFERENCE}"
)


@pytest.fixture
def part(tmp_path: Path) -> Path:
    files: dict[str, str | bytes] = {
        "documents/tower.md": "# Tower\n\nThe tower is 34 m high. It is old.\n",
        "documents/other.md": "The tower is 34 m high and the hut is 3 m.\n",
    }
    return write(tmp_path, files)


def test_a_right_claim_with_its_passage(part: Path) -> None:
    assert score(ITEM, REPORT, part) == Scored(ITEM, True, 1, 1, 1, False, False)


@pytest.mark.parametrize(
    ("old", "new", "right", "standing", "strict"),
    [
        ("The tower is 34 m high [1]", "The tower is 43 m high [1]", False, 1, 1),
        ("The tower is 34 m high [1]", "The tower is 34 m high, or 42 m [1]", False, 1, 1),
        ("tower.md:3", "tower.md:9", True, 0, 0),
        ("tower.md:3", "absent.md:3", True, 0, 0),
        ("is 34 m high”", "is 35 m high”", True, 0, 0),
        ("tower.md:3", "other.md:1", True, 1, 0),
        ("“The tower is 34 m high”", "“It is old”", True, 1, 0),
        (REFERENCE, "", True, 0, 0),
    ],
)
def test_what_is_wrong_is_seen(old: str, new: str, right: bool, standing: int, strict: int, part: Path) -> None:
    """Research 12 and 13: fabricated citations, and citations that point elsewhere."""
    scored = score(ITEM, REPORT.replace(old, new), part)
    assert (scored.right, scored.citations, scored.standing, scored.strict) == (right, 1, standing, strict)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("The sources do not say.\n\n### How sure this is\n\nNothing was found.\n", True),
        ("The sources don't mention it.\n\nIt was shown these passages:\n- documents/tower.md:3", True),
        ("", True),
        ("The lake is 12 m deep.", False),
        (f"# The lake\n\nThe lake is 12 m deep. {'It lies in the hills. ' * 20}It is not stated when.", False),
        (REPORT, False),
    ],
)
def test_a_refusal_claims_nothing(text: str, refused: bool, part: Path) -> None:
    """Research 12: nothing retrieved gives "no sources", never a report."""
    assert score(replace(ITEM, gold=(), values=(), answerable=False), text, part).refused == refused


def test_a_contradiction_counts_where_both_values_are_named(part: Path) -> None:
    """Research 10."""
    item = replace(ITEM, wrong=(), clash=("34", "42"))
    named = (
        f"It is 34 m high [1].\n\n### Contradictions\n\n- 34 m [1] But: 42 m [1]\n\n### Sources\n\n{REFERENCE}"
    )
    assert score(item, named, part).clashed
    assert not score(item, named.replace("42 m", "many m"), part).clashed
    assert not score(item, REPORT, part).clashed
    assert score(item, "It is 34 m high, though another says 42 m.", part).clashed
    assert not score(item, "It is 34 m high.\n\nThe hut was built in 42.", part).clashed


def test_a_table_and_a_comparison_of_two_runs(part: Path) -> None:
    right, wrong = score(ITEM, REPORT, part), score(ITEM, "It is 3 m high.", part)
    silent = score(replace(ITEM, gold=(), values=(), answerable=False), "The sources do not say.", part)
    assert table([right, wrong, silent]) == {
        "facts right": (1, 2),
        "citations strict": (1, 1),
        "fabricated": (0, 1),
        "refused": (1, 1),
        "contradictions found": (0, 0),
    }
    items = [replace(ITEM, id=str(number)) for number in range(6)]
    one = [replace(right, item=item) for item in items]
    other = [replace(wrong, item=item) for item in items]
    assert paired(one, other).only_one == 6
    assert paired(one, other).chance == pytest.approx(2 / 64)
    assert paired(one, one).chance == 1.0


def test_a_heading_of_the_text_is_no_part_of_the_list() -> None:
    read = read_report(
        "First [1].\n\n### The town\n\nSecond [2].\n\n### Not found\n\n- it\n\n### Sources\n\n" + REFERENCE
    )
    assert "Second [2]" in read.claims
    assert "it" not in read.claims.split()
    assert set(read.references) == {1}
