"""A value goes to the key that its request names."""

from __future__ import annotations

import pytest

from pandora.operations.named_keys import with_named_keys

REFUSED = "{} of bell.ini is changed too, and the task is about another; leave it"


@pytest.mark.parametrize(
    ("said", "values", "written"),
    [
        ("day.volume (the task names night.volume)", "day.volume = 2\nkitchen = off", "night.volume = 2"),
        ("price.black (the task names colour)", "price.black = 0.20", "price.colour = 0.20"),
        ("day.volume (the task names night.volume)", "day.volume = 2\nnight.volume = 2", ""),
        ("day.volume (the task names colour, night)", "day.volume = 2", ""),
        ("", "day.volume = 2", ""),
    ],
)
def test_a_value_is_set_at_the_key_that_the_request_names(said: str, values: str, written: str) -> None:
    arguments = {"path": "bell.ini", "values": values}
    mended, reasons = with_named_keys(arguments, REFUSED.format(said) if said else "it has no such key")
    if not written:
        assert (mended, reasons) == (arguments, [])
        return
    assert mended["values"].splitlines()[0] == written
    assert mended["path"] == "bell.ini"
    assert len(reasons) == 1
