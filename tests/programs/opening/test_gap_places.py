from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.opening.gap_places import empty_labels, gaps_text, gaps_to_fill

FORM = "Bill for August\nGuests: family Low\n\nElectricity used:\nTo pay for electricity:\n\nPlease pay soon.\n"


@pytest.mark.parametrize(
    ("request_", "text", "labels"),
    [
        (
            "Fill in bill.txt: what was used and what they pay",
            FORM,
            ["Electricity used:", "To pay for electricity:"],
        ),
        ("Fill in bill.txt: what was used", FORM, []),
        ("Was wurde used, was pay", FORM.replace("Guests: family Low", "Guests"), []),
        ("what was used, and to pay", FORM.replace("used:\n", "used:\n- 5 kWh\n"), ["To pay for electricity:"]),
    ],
)
def test_a_label_of_a_form_with_nothing_behind_it_is_a_gap(request_: str, text: str, labels: list[str]) -> None:
    assert empty_labels(request_, text) == labels


def test_data_and_program_code_have_no_gaps(tmp_path: Path) -> None:
    (tmp_path / "costs.csv").write_text("what,price\nbus,XXX\n", encoding="utf-8")
    (tmp_path / "a.py").write_text("# TBD\n", encoding="utf-8")
    (tmp_path / "price.js").write_text("function calcP() {}\nmodule.exports = { calcP };\n", encoding="utf-8")
    assert [gaps_text(path, tmp_path) for path in ("costs.csv", "a.py", "price.js", "none.txt")] == [""] * 4


def test_each_gap_has_a_key_and_its_line(tmp_path: Path) -> None:
    (tmp_path / "bill.txt").write_text("Hours: ____\nSum: ___ EUR\nSignature: ____\n", encoding="utf-8")
    gaps = gaps_to_fill("Fill in the hours and the sum.", ["bill.txt"], tmp_path)
    assert gaps is not None
    assert (gaps.path, list(gaps.keys)) == ("bill.txt", ["Hours: ____", "___"])
    assert dict(gaps.lines) == {"Hours: ____": [], "Sum: ___ EUR": ["___"]}
    (tmp_path / "other.txt").write_text("Day: ____\n", encoding="utf-8")
    assert gaps_to_fill("Fill them in.", ["bill.txt", "other.txt"], tmp_path) is None
