from __future__ import annotations

from pathlib import Path

from pandora.programs.opening.asked_gaps import AskedGap, asked_gaps
from pandora.programs.opening.gap_places import gaps_to_fill


def asked(root: Path, text: str) -> list[AskedGap]:
    (root / "form.md").write_text(text, encoding="utf-8")
    gaps = gaps_to_fill("Fill it in.", ["form.md"], root)
    assert gaps is not None
    return asked_gaps(gaps)


def test_the_rows_of_a_table_are_asked_for_together_and_other_lines_one_by_one(tmp_path: Path) -> None:
    table = "| Person | Phone | Paid (€) |\n|---|:---:|---:|\n| Ann | 1 | ? |\n| Bo | 2 | ? |\n\n"
    assert asked(tmp_path, f"{table}- Total: ? €\n") == [
        AskedGap("Person, Paid (€) (Ann, Bo)", rows={"Ann": "| Ann | 1 | ? |", "Bo": "| Bo | 2 | ? |"}),
        AskedGap("Total: ? €", "- Total: ? €"),
    ]


def test_a_single_row_is_one_value(tmp_path: Path) -> None:
    table = "| Person | Paid |\n|---|---|\n| Ann | 3 |\n| Bo | ____ |\n"
    assert asked(tmp_path, table) == [AskedGap("Paid of Bo", "____")]


def test_a_row_with_two_gaps_or_none_before_the_first_is_a_line(tmp_path: Path) -> None:
    table = "| Person | Paid | Owes |\n|---|---|---|\n| Ann | ___ | ____ |\n"
    assert [one.rows for one in asked(tmp_path, table)] == [{}, {}]
