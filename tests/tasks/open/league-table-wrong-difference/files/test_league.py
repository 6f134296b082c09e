import unittest

from league import standings


class StandingsTest(unittest.TestCase):
    def test_one_match(self):
        self.assertEqual(standings([("Owls", "Foxes", 3, 1)]), [("Owls", 3, 2), ("Foxes", 0, -2)])

    def test_draw(self):
        self.assertEqual(standings([("Owls", "Foxes", 2, 2)]), [("Foxes", 1, 0), ("Owls", 1, 0)])

    def test_goal_difference_decides(self):
        results = [("Owls", "Foxes", 1, 0), ("Bears", "Foxes", 4, 0)]
        self.assertEqual([row[0] for row in standings(results)], ["Bears", "Owls", "Foxes"])


if __name__ == "__main__":
    unittest.main()
