import unittest

from shop import Order, calc_tot
from shop.report import daily


class ShopTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(calc_tot([("bun", 2, 3), ("milk", 1, 1)]), 7)

    def test_taxed(self):
        self.assertEqual(calc_tot([("bun", 100, 1)], taxed=True), 107)

    def test_order(self):
        self.assertEqual(Order([("bun", 2, 2)]).total(), 4)

    def test_daily(self):
        self.assertEqual(daily([[("bun", 2, 2)], []]), "1: 4.00\n2: 0.00")
