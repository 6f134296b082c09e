from __future__ import annotations

from pandora.programs.texts.labelled_lines import labelled_values


def test_the_first_value_of_each_label_counts() -> None:
    text = "Job 041\nCustomer: Low\nStatus:  paid \nNote: Status: open\nStatus: unpaid\n12: no\nEmpty:\n"
    assert labelled_values(text) == {"Customer": "Low", "Status": "paid", "Note": "Status: open"}
