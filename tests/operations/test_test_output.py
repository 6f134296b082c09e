from __future__ import annotations

from pathlib import Path

import pytest

from pandora.operations.test import first_failure, passed_count

TWO = """.FF                                                                      [100%]
=================================== FAILURES ===================================
__________________________________ test_open ___________________________________
test_shop.py:6: in test_open
    with raises(ValueError):
E   Failed: DID NOT RAISE ValueError
__________________________________ test_sum ____________________________________
test_shop.py:11: in test_sum
    assert total([]) == 0
E   assert None == 0
=========================== short test summary info ============================
FAILED test_shop.py::test_open - Failed: DID NOT RAISE ValueError
FAILED test_shop.py::test_sum - assert None == 0
2 failed, 1 passed in 0.02s
"""


def test_only_the_first_failure_and_the_counts(tmp_path: Path) -> None:
    assert first_failure(TWO, tmp_path).splitlines()[1:] == [
        "test_shop.py:6: in test_open",
        "    with raises(ValueError):",
        "E   Failed: DID NOT RAISE ValueError",
        "2 failed, 1 passed",
    ]


def test_a_short_test_is_shown_whole_for_what_it_calls_after_the_line_that_failed(tmp_path: Path) -> None:
    (tmp_path / "test_shop.py").write_text(
        "\n" * 4 + "def test_open():\n    with raises(ValueError):\n        open_shop(-1)\n"
    )
    shown = first_failure(TWO, tmp_path)
    assert "        with raises(ValueError):\n            open_shop(-1)\nE   Failed" in shown


@pytest.mark.parametrize(
    "source", ["def test_open(:\n", "x = 1\n" * 5 + "def test_open():\n" + "    pass\n" * 30]
)
def test_a_source_that_is_long_or_cannot_be_read_is_left(tmp_path: Path, source: str) -> None:
    (tmp_path / "test_shop.py").write_text(source)
    assert "    with raises(ValueError):" in first_failure(TWO, tmp_path).splitlines()


def test_a_long_output_loses_its_middle(tmp_path: Path) -> None:
    failure = "= FAILURES =\n" + "\n".join(f"line {number}" for number in range(200)) + "\n1 failed in 0.1s"
    lines = first_failure(f"....F\n{failure}", tmp_path, 60).splitlines()
    assert len(lines) == 60
    assert (lines[0], lines[-1], lines[39]) == ("line 0", "1 failed", "… 142 lines left out …")


@pytest.mark.parametrize(
    ("text", "count"), [("2 failed, 11 passed", 11), ("3 passed", 3), ("1 error", 0), ("", 0)]
)
def test_how_many_passed(text: str, count: int) -> None:
    assert passed_count(text) == count


@pytest.mark.parametrize("place", ["../outside.py", "{outside}", "hidden.py", "link.py"])
def test_no_source_is_shown_of_what_may_not_be_read(tmp_path: Path, place: str) -> None:
    root, outside = tmp_path / "work", tmp_path / "outside.py"
    root.mkdir()
    for path in (outside, root / "hidden.py", root / "seen.py"):
        path.write_text("def test_a():\n    assert 'secret'\n", encoding="utf-8")
    (root / "link.py").symlink_to(outside)
    printed = f"{place.format(outside=outside)}:2: in test_a\n    assert x\nE   assert x\n1 failed"
    assert "secret" not in first_failure(printed, root, hides=lambda path: path == "hidden.py")
    seen = printed.replace(place.format(outside=outside), "seen.py")
    assert "secret" in first_failure(seen, root, hides=lambda path: path == "hidden.py")
