from __future__ import annotations

import pytest

from pandora.programs.code.name_mentions import (
    Renaming,
    has_another,
    in_prose,
    in_settings,
    in_source,
    lines_left,
    module_name,
)

PRICE = Renaming("price", "net_price", modules=frozenset({"shop.prices", "shop"}))
"""The function `price` of `shop/prices.py`, which `shop/__init__.py` imports; code has the new name."""


def test_a_module_has_the_name_by_which_it_is_imported() -> None:
    assert module_name("shop/prices.py") == "shop.prices"
    assert module_name("shop/__init__.py") == "shop"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'from shop import net_price\n__all__ = ["price"]\n',
            'from shop import net_price\n__all__ = ["net_price"]\n',
        ),
        ('__all__ = ["price"]\nfrom other import price\n', None),
        (
            'import shop\nü = "ü"; getattr(shop, "price")\n',
            'import shop\nü = "ü"; getattr(shop, "net_price")\n',
        ),
        (
            'from shop import prices as p\nhasattr(p, "price")\n',
            'from shop import prices as p\nhasattr(p, "net_price")\n',
        ),
        ('import other\ngetattr(other, "price")\n', None),
        ('patch("shop.prices.price")\n', 'patch("shop.prices.net_price")\n'),
        ('patch("other.price")\n', None),
        ('print("see shop.price")\n', None),
        ('row["price"] = {"price": 1}\n', None),
        ("x = 1  # price(3) is the price\n", "x = 1  # net_price(3) is the price\n"),
        (
            '"""`price` of an item: price() is the price."""\n',
            '"""`price` of an item: net_price() is the price."""\n',
        ),
    ],
)
def test_texts_that_stand_for_the_name_follow_and_others_stay(before: str, after: str | None) -> None:
    assert in_source(before, PRICE) == (before if after is None else after)


def test_sentences_for_people_have_the_new_name_and_other_texts_stay() -> None:
    total = Renaming("calc_total", "share", modules=frozenset({"trip"}))
    told = [
        'raise ValueError("ü: calc_total needs somebody")\n',
        'assert x, f"calc_total gave {x}"\n',
        'log.warning("calc_total was called, calc_total_night was not")\n',
    ]
    for source in told:
        assert in_source(source, total) == source.replace("calc_total ", "share ")
    stays = 'rows = db.run("select calc_total from trips")\nprint("calc_total")\nrow["calc_total"] = 1\n'
    assert in_source(stays, total) == stays


def test_a_member_is_known_by_its_class() -> None:
    label = Renaming("label", "sign", "Shop", frozenset({"shop"}))
    source = 'getattr(Shop, "label"), getattr(a, "label"), patch("shop.Shop.label"), patch("shop.label")\n'
    changed = source.replace('Shop, "label', 'Shop, "sign').replace("Shop.label", "Shop.sign")
    assert in_source(source, label) == changed
    only = Renaming("label", "sign", "Shop", frozenset({"shop"}), only=True)
    assert in_source(source, only) == changed.replace('a, "label', 'a, "sign')


def test_a_word_of_prose_is_no_mention_of_a_function() -> None:
    assert in_prose("`price(n)` gives the price.\n", PRICE) == "`net_price(n)` gives the price.\n"
    assert (
        in_prose("Call price(3) or shop.price (not price).", PRICE)
        == "Call net_price(3) or shop.net_price (not price)."
    )


def test_beside_a_call_a_name_in_backticks_may_be_that_of_a_key() -> None:
    text = "`price(row)` reads the key `price`."
    assert in_prose(text, PRICE) == "`net_price(row)` reads the key `price`."
    alone = Renaming("price", "net_price", alone=True)
    assert in_prose(text, alone) == "`net_price(row)` reads the key `net_price`."
    assert in_prose("`price`: what it costs", PRICE) == "`net_price`: what it costs"


def test_an_identifier_is_a_mention_wherever_it_stands() -> None:
    assert in_prose("calc_tot, not calc_tot_all", Renaming("calc_tot", "total")) == "total, not calc_tot_all"


def test_in_a_configuration_a_name_counts_behind_its_module() -> None:
    text = '[project.scripts]\nprice = "shop.prices:price"\nprice-list = "shop:price_list"\n'
    assert in_settings(text, PRICE) == text.replace(':price"', ':net_price"')


def test_what_is_left_is_told_by_line() -> None:
    assert lines_left("shop.py", 'x = 1\nrow["price"]\nprice = 2\n', PRICE) == [2]
    assert lines_left("notes.md", "the price\n`price(3)`\n`price`\n", PRICE) == [2, 3]
    assert lines_left("notes.md", "\ncalc_tot\n", Renaming("calc_tot", "total")) == [2]


def test_another_thing_of_the_name_is_code_or_a_text_that_is_just_it() -> None:
    assert has_another("price = 1\n", "price")
    assert has_another('row["price"]\n', "price")
    assert has_another("(", "price")
    assert not has_another('x = "the price"  # price\n', "price")
