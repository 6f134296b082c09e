from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.sql.grouped_months import with_years_of_months
from pandora.programs.sql.queried_tables import queried_tables


def asked(sql: str, folder: Path, last: str = "2025-05-26") -> str:
    """The query over a table with days from January 2025 to `last`, on one line."""
    (folder / "gastos.csv").write_text(
        f"fecha,importe,n\n2025-01-05,96.4,1\n{last},143.75,2\n", encoding="utf-8"
    )
    return " ".join(with_years_of_months(sql, queried_tables(("gastos.csv",), folder)).split())


@pytest.mark.parametrize(
    "month", ["MONTH(fecha)", "strftime('%m', fecha)", "CAST(strftime('%m', fecha) AS INTEGER)"]
)
def test_a_month_that_is_grouped_by_has_its_year(month: str, tmp_path: Path) -> None:
    found = asked(f"SELECT {month} AS mes, SUM(importe) FROM gastos WHERE n > 0 GROUP BY {month}", tmp_path)
    assert found.count("strftime('%Y-%m', fecha)") + found.count("STRFTIME('%Y-%m', fecha)") == 2
    assert "CAST" not in found


def test_a_name_of_the_month_may_be_grouped_by(tmp_path: Path) -> None:
    found = asked("SELECT SUM(importe), MONTH(fecha) AS mes FROM gastos GROUP BY mes ORDER BY 1", tmp_path)
    assert "AS mes" in found
    assert "GROUP BY mes" in found
    assert "MONTH(" not in found


@pytest.mark.parametrize(
    ("sql", "last"),
    [
        ("SELECT MONTH(fecha), SUM(importe) FROM gastos GROUP BY MONTH(fecha)", "2026-02-01"),
        ("SELECT SUM(importe) FROM gastos WHERE MONTH(fecha) = 3", "2025-05-26"),
        ("SELECT n, SUM(importe) FROM gastos GROUP BY n", "2025-05-26"),
        ("SELECT MONTH(fecha) AS m FROM gastos GROUP BY m HAVING m > 2", "2025-05-26"),
        ("SELECT MONTH(n) FROM gastos GROUP BY n", "2025-05-26"),
        ("SELECT FROM", "2025-05-26"),
    ],
)
def test_other_queries_stay_as_they_are(sql: str, last: str, tmp_path: Path) -> None:
    assert asked(sql, tmp_path, last) == sql
