"""The parts of file names that a request means together."""

from __future__ import annotations

import pytest

from pandora.programs.request.names_together import parts_of_name, parts_together

NAMES = ("holidays_2022.txt", "payslip_2022-10.txt", "payslip_2022-11.txt", "payslip_2023-01.txt")


@pytest.mark.parametrize(
    ("request_", "parts"),
    [
        ("put the payslips from 2022 into a folder old", ["payslip", "2022"]),
        ("move the Payslip files of 2023 away", []),
        ("put the payslips from 2022 and 2023 into a folder old", []),
        ("put all of 2022 into a folder old", []),
        ("put the payslips and all of 2022 into a folder old", []),
        ("put the payslips, the files of 2022, into a folder old", []),
        ("die payslips aus 2022 kommen nach alt", ["payslip", "2022"]),
        ("tidy up, please", []),
    ],
)
def test_some_files_have_all_of_them_and_others_one(request_: str, parts: list[str]) -> None:
    assert parts_together(request_, NAMES) == parts


def test_parts_are_words_and_numbers_in_small_letters() -> None:
    assert parts_of_name("in/Scan_2022-03.PDF") == {"scan", "2022", "03", "pdf"}


@pytest.mark.parametrize(
    "request_",
    [
        "delete the payslips before 2023",
        "the payslips, older than 2022",
        "all payslips but not those of 2022",
        "die payslips vor 2023 kommen weg",
        "all of 2022 except the payslips",
    ],
)
def test_what_is_left_out_or_compared_with_is_not_meant_together(request_: str) -> None:
    names = (*NAMES, "holidays_2023.txt")
    assert parts_together(request_, names) == []
