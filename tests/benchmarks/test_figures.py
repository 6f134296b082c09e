from __future__ import annotations

from benchmarks.figures import Measure, Row, not_measured, table

ROWS = (
    Row("ours", "ours", 1.5, "ms", 0.5),
    Row("theirs", "theirs", 3.0, "ms", 1.0),
    Row("other", "other", None, "ms", missing="not installed"),
)


def measure(ratio: float | None, strictly: bool = False) -> Measure:
    return Measure("speed", "Speed", "ours / theirs", 0.5, ROWS, ratio, strictly, {"rounds": 3})


def test_a_goal_is_met_at_its_bound_unless_it_must_be_under() -> None:
    assert measure(0.5).met
    assert not measure(0.51).met
    assert not measure(0.5, strictly=True).met
    assert measure(0.49, strictly=True).met
    assert measure(None).met is None


def test_as_json() -> None:
    assert measure(0.5, strictly=True).as_object() == {
        "title": "Speed",
        "rows": {
            "ours": {"value": 1.5, "unit": "ms", "ratio": 0.5},
            "theirs": {"value": 3.0, "unit": "ms", "ratio": 1.0},
            "other": {"missing": "not installed"},
        },
        "ratio": 0.5,
        "ratio_of": "ours / theirs",
        "goal": "< 0.5",
        "met": False,
        "rounds": 3,
    }


def test_as_a_table() -> None:
    rows = table([measure(0.4), not_measured("x", "Else", "a / b", 1, "no model")])
    assert rows == [
        ("", "", "ratio", "goal"),
        ("Speed: ours / theirs", "", "0.40", "≤ 0.5 met"),
        ("  ours", "1.50 ms", "0.50", ""),
        ("  theirs", "3 ms", "1.00", ""),
        ("  other: not installed", "", "", ""),
        ("Else: a / b", "", "–", "≤ 1 not measured"),
        ("  not measured: no model", "", "", ""),
    ]
