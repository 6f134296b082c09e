import unittest

from helpers import squeeze, title


class TextTest(unittest.TestCase):
    def test_squeeze(self):
        self.assertEqual(squeeze("  a \n b "), "a b")

    def test_title(self):
        self.assertEqual(title("mill  lane"), "Mill Lane")


if __name__ == "__main__":
    unittest.main()
