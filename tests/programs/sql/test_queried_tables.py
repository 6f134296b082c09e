"""The tables that a query is asked of, and what a model is told of them."""

from __future__ import annotations

from pathlib import Path

from pandora.programs.sql.queried_tables import Reference, queried_tables


def test_references_are_what_the_values_show_and_the_model_is_told_them(tmp_path: Path) -> None:
    (tmp_path / "members.csv").write_text(
        "number,name,group\n20,Kate,Adults\n21,Nina,Youth\n22,Olive,Youth\n23,Dan,Adults\n"
    )
    days = "2025-01-02;20\n2025-01-03;20\n2025-01-03;21\n2025-02-01;23\n"
    (tmp_path / "visits.csv").write_text(f"day;member\n{days}")
    (tmp_path / "fees.csv").write_text("category,fee\nAdults,30\nYouth,10\n")
    members, visits, fees = queried_tables(("members.csv", "visits.csv", "fees.csv"), tmp_path)
    assert list(visits.references) == [Reference("visits", "member", "members", "number")]
    assert list(members.references) == [Reference("members", "group", "fees", "category")]
    assert not fees.references
    assert "  FOREIGN KEY (member) REFERENCES members(number)" in visits.lines
