"""Every relation on odd data and on samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.experiments import RELATIONS, trials
from pandora.programs.metamorphic.altered_copies import data_file
from tests.programs.metamorphic.tried_relation import TABLE, verdict
from tests.programs.test_planted_mutants import run_here


@pytest.mark.parametrize(
    "content",
    ["name,city\nfig\n,Rome\n", "a,b,b\n1,²,\n-,n/a,x\n", "n\n" + "9" * 400 + "\n3\n", "name\nfig\nfig\n"],
)
@pytest.mark.parametrize("relation", RELATIONS)
def test_odd_data_are_no_error(relation: str, content: str, tmp_path: Path) -> None:
    program = TABLE + "for r in rows:\n    print(*r.values())"
    assert verdict(relation, "List 3 fig from Rome by name, n ²", program, tmp_path, content).reason


def test_of_a_sample_nothing_is_asked_that_the_request_names(tmp_path: Path) -> None:
    rows = "name,price\n" + "".join(f"fruit{n % 7},{n}\n" for n in range(29_999)) + "rare,4\n"
    program = TABLE + 'print(sum(r["price"] for r in rows if r["name"] == "rare"))'
    files = {"a.csv": rows.encode()}
    read = data_file("a.csv", files["a.csv"])
    assert read is not None
    trial = trials("What does rare cost?", program, (read,), run_here(program, files, tmp_path))
    (copy,) = next(trial)
    with pytest.raises(StopIteration) as end:
        trial.send([run_here(program, dict(copy.files), tmp_path)])
    assert end.value.value == []
