import unittest

from shop.cart import Cart
from shop.labels import shelf_labels
from shop.pricing import net_price, net_price_label, vat_amount


class ShopTest(unittest.TestCase):
    def test_net_price(self):
        self.assertEqual(net_price(24.0), 20.0)
        self.assertEqual(net_price(21.0, "reduced"), 20.0)

    def test_label(self):
        self.assertEqual(net_price_label(24.0), "20.00 excl. VAT")

    def test_vat(self):
        self.assertEqual(vat_amount(24.0), 4.0)

    def test_cart(self):
        cart = Cart()
        cart.add("lamp", 24.0, pieces=2)
        self.assertEqual((cart.net(), cart.vat()), (40.0, 8.0))

    def test_shelf(self):
        self.assertEqual(shelf_labels([("desk", 240.0, "standard")]), ["DESK: 200.00 excl. VAT"])


if __name__ == "__main__":
    unittest.main()
