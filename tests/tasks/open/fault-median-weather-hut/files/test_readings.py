import unittest

from readings import median, warm_days


class MedianTest(unittest.TestCase):
    def test_odd(self):
        self.assertEqual(median([19.5, 12.0, 17.0]), 17.0)

    def test_even(self):
        self.assertEqual(median([10, 20, 14, 12]), 13)

    def test_none(self):
        self.assertIsNone(median([]))


class WarmDaysTest(unittest.TestCase):
    def test_limit_counts(self):
        self.assertEqual(warm_days({"2024-07-02": 25.0, "2024-07-01": 26.1, "2024-07-03": 24.9}), ["2024-07-01", "2024-07-02"])


if __name__ == "__main__":
    unittest.main()
