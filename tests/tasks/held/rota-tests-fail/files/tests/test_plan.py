import unittest
from datetime import date

from rota.dates import week_days, week_start
from rota.plan import week_plan


class PlanTest(unittest.TestCase):
    def test_start(self):
        self.assertEqual(week_start(date(2025, 6, 12)), date(2025, 6, 9))

    def test_days(self):
        self.assertEqual(week_days(date(2025, 6, 12))[-1], date(2025, 6, 15))

    def test_plan(self):
        people = {"Ada": "mon tue", "Bo": "tue sat", "Cy": "wed"}
        plan = week_plan(date(2025, 6, 11), people)
        self.assertEqual(plan, {date(2025, 6, 9): "Ada", date(2025, 6, 10): "Bo", date(2025, 6, 11): "Cy", date(2025, 6, 14): "Bo"})


if __name__ == "__main__":
    unittest.main()
