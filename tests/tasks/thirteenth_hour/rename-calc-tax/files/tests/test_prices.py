from shop.basket import Basket
from shop.prices import calc_tax, calc_tax_free


def test_normal_rate():
    assert calc_tax(10) == 12


def test_other_rate():
    assert calc_tax(10, 0.05) == 10.5


def test_free():
    assert calc_tax_free(12) == 10


def test_basket():
    basket = Basket()
    basket.add("mug", 5, 2)
    assert basket.total() == 12
