"""Functions that give nothing but the results of examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.code.copied_results import copied_results
from pandora.programs.help import Try, Work
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

PARKING = """parking.py with fee(minutes): 30 minutes are free, then every started hour costs 1.50, never more
than 12.00. fee(30) is 0, fee(31) is 1.5, fee(91) is 3.0."""
PARCELS = (
    "parcels.py with fee(kg): up to 1 kg 3.50, up to 5 kg 6.90, above 12.00. fee(1) == 3.5, fee(9) == 12.0"
)


@pytest.mark.parametrize(
    ("request_text", "results", "told"),
    [
        (PARKING, ["0", "1.5", "3.0", "12.0"], True),
        (PARKING, ["0", "1.5", "12.0"], False),
        (PARKING, ["0", "1.5", "3.0", "min(12, hours * 1.5)"], False),
        (PARCELS, ["3.5", "6.9", "12"], False),
    ],
)
def test_a_result_that_only_an_example_names_is_told(
    tmp_path: Path, request_text: str, results: list[str], told: bool
) -> None:
    body = "".join(f"    if n < {place}:\n        return {result}\n" for place, result in enumerate(results))
    change = Change("parking.py", "", f"def fee(n):\n{body}".encode())
    task = Task("t", "operation", "write", request=request_text, makes=("parking.py",))
    attempt = Try({}, Result(True, "", changes=(change,)), {})
    verdicts = copied_results(Work(task, tmp_path), attempt)
    assert bool(verdicts) is told
    assert all(
        verdict.once and "returns 0, 1.5, 3, 12 and nothing else" in verdict.reason for verdict in verdicts
    )
