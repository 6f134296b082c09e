"""Pairs of names that a request may mean by a renaming."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.code.asked_names import possible_renamings

SOURCE = 'import csv\n\n\nclass Reader:\n    limit = 5\n\n\ndef calc(net):\n    """Price."""\n    return net\n'


@pytest.mark.parametrize(
    ("request_", "pairs"),
    [
        ("please rename the class Reader to Member everywhere", [("Reader", "Member")]),
        ("calc is a silly name, call it gross_price; csv stays", [("calc", "gross_price")]),
        ("Benenne limit in mostBooks um", [("limit", "mostBooks")]),
        ("calc gives the wrong price", [("calc", "gives"), ("calc", "wrong"), ("calc", "price")]),
        ("On Monday I want to see the price of calc.", []),
        ("The field limit of Reader should be named books. It", [("limit", "named"), ("limit", "books")]),
        ("Add add_item to shop.py", []),
        ("rename a.py to gross_price.py", []),
        ("shop.py is to be called store.py from now on", [("shop.py", "store.py")]),
        ("shop.py lacks a test", []),
        ("please rename the class Reader to Price", [("Reader", "Price")]),
        ("rename calc to total, in the README, too", [("calc", "total")]),
    ],
)
def test_an_old_name_is_defined_and_a_new_one_stands_nowhere(
    request_: str, pairs: list[tuple[str, str]], tmp_path: Path
) -> None:
    (tmp_path / "shop.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "README.md").write_text("calc gives a price\n", encoding="utf-8")
    assert possible_renamings(("shop.py", "gone.py", "notes.md"), tmp_path, request_) == pairs


def test_too_many_pairs_are_none(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SOURCE, encoding="utf-8")
    request = "Reader calc limit new_a new_b new_c"
    assert possible_renamings(("shop.py",), tmp_path, request) == []
