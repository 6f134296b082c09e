from __future__ import annotations

from pathlib import Path

import pytest

from pandora.engine.givens import lacking

DAYS = "day,weather\n1,rain\n2,sun\n3,rain\n4,sun\n"


@pytest.mark.parametrize(
    ("request_", "code", "missing"),
    [
        ("How many days have rain?", "sum(row['weather'] == 'rain' for row in rows)", []),
        ("How many days have rain?", "rain = len(rows)", ["rain"]),
        ("Write out/rain.json: the days with rain", "save(counts, 'out/rain.json')", ["rain"]),
        ("Write out/rain.json: the days with Rain", "save(f('RAIN'), 'out/rain.json')", []),
        ("How many days after the 2nd?", "len(rows)", []),
        ("Take 15% off 80", "80 * 0.85", []),
        ("Take 15% off 80", "80 * 0.9", ["15"]),
        ("Count 'sun' there", "t.count('sun')", []),
        ("Count 'sun' there", "t.count('rain')", ["sun"]),
    ],
)
def test_what_a_request_gives_stands_in_the_program(
    tmp_path: Path, request_: str, code: str, missing: list[str]
) -> None:
    (tmp_path / "days.csv").write_text(DAYS, encoding="utf-8")
    assert lacking(request_, code, ["days.csv"], tmp_path) == missing
