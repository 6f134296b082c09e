import unittest
from datetime import date

from fees import late_fee, reminder
from loans import Loan

BOOK = Loan("Moth Atlas", date(2024, 4, 12), date(2024, 5, 10))


class FeesTest(unittest.TestCase):
    def test_two_days_late(self):
        self.assertEqual(late_fee(BOOK, date(2024, 5, 12)), 40)

    def test_on_the_due_day(self):
        self.assertEqual(reminder(BOOK, date(2024, 5, 10)), "Moth Atlas: thank you")

    def test_length(self):
        self.assertEqual(BOOK.length(), 29)


if __name__ == "__main__":
    unittest.main()
