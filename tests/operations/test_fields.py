"""What is read out of one text, held to that text: what a try is told of cells that do not hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.operations.fields import fields
from pandora.workspace.operation_context import OperationContext, Result


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "radio.txt").write_text(
        "Radio of Bo Ek\nonly a hum; a new fuse, works again\n", encoding="utf-8"
    )
    return OperationContext(tmp_path)


def read(context: OperationContext, left: int = 1, **cells: str) -> Result:
    request = "Make repairs.csv with owner and fixed (fixed = yes or no)"
    asked = {"(path)": "radio.txt", "(columns)": "owner, fixed", "(request)": request}
    return fields({**asked, "(tries)": json.dumps({"left": left}), **cells}, context)


def test_a_cell_of_given_choices_needs_no_words_of_the_text(context: OperationContext) -> None:
    done = read(context, owner="Bo Ek", fixed="Yes")
    assert done.ok, done.text
    assert "fixed: yes" in done.text


def test_a_cell_that_is_none_of_the_choices_is_told_them(context: OperationContext) -> None:
    told = read(context, owner="Bo Ek", fixed="works again")
    assert not told.ok
    assert told.text == "fixed: 'works again' is none of yes, no; choose one of them"


def test_a_cell_that_the_text_does_not_have_is_to_be_copied_from_it(context: OperationContext) -> None:
    told = read(context, owner="Bo Eck", fixed="no")
    assert not told.ok
    assert told.text == "owner: 'Bo Eck' does not stand in the text; copy words of the text, or write -"


def test_without_a_try_left_such_a_cell_stays_empty_and_says_why(context: OperationContext) -> None:
    done = read(context, 0, owner="Bo Ek", fixed="works again")
    assert done.ok, done.text
    assert "works again is none of yes, no" in done.text
