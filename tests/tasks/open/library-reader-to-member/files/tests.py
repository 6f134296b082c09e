import unittest

from library.reader import JuniorReader, Reader
from library.storage import load


class LibraryTest(unittest.TestCase):
    def test_borrow(self):
        r = Reader("Ines", 12)
        r.borrow("Momo")
        self.assertEqual(r.books, ["Momo"])

    def test_limit(self):
        r = JuniorReader("Tim", 3)
        r.borrow("A")
        r.borrow("B")
        with self.assertRaises(ValueError):
            r.borrow("C")

    def test_load(self):
        people = load(["name,card,age", "Ines,12,34", "Tim,3,9"])
        self.assertIsInstance(people[0], Reader)
        self.assertIsInstance(people[1], JuniorReader)


if __name__ == "__main__":
    unittest.main()
