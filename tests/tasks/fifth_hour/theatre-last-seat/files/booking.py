"""The seats that are taken on one evening."""

from hall import ROWS, seats


class Evening:
    def __init__(self):
        self.taken = set()

    def book(self, row, seat):
        if (row, seat) in self.taken:
            raise ValueError(f"{row}{seat} is taken")
        self.taken.add((row, seat))

    def free(self, row):
        """The seats of a row that can still be sold."""
        return [seat for seat in seats(row) if (row, seat) not in self.taken]

    def count(self):
        return sum(len(self.free(row)) for row in ROWS)
