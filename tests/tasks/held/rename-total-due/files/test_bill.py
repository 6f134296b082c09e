import unittest

import bill
import desk
import monthly


class BillTest(unittest.TestCase):
    def test_total_due(self):
        self.assertEqual(bill.total_due(2, 50.0), 107.0)

    def test_desk(self):
        self.assertEqual(desk.line("Orla", 1, 100.0), "Orla: 107.00")
        self.assertEqual(desk.checkout({"name": "Orla", "nights": 1, "rate": 100.0, "day": 10})["until"], 24)

    def test_month(self):
        self.assertEqual(monthly.month([{"name": "x", "nights": 1, "rate": 10.0, "day": 3}]), (10.7, 17, 0.0))


if __name__ == "__main__":
    unittest.main()
