"""Seats of the little theatre."""

ROWS = {"A": 8, "B": 10, "C": 10, "D": 6}
TAKEN = {"A3", "B10", "C1"}


def seats(row):
    """The names of the seats of a row: A1, A2, A3 ..."""
    return [f"{row}{number}" for number in range(1, ROWS[row])]


def free(row):
    """The seats of a row that nobody has taken."""
    return [seat for seat in seats(row) if seat not in TAKEN]


def count_free():
    """How many seats are free in all rows."""
    return sum(len(free(row)) for row in ROWS)


if __name__ == "__main__":
    for row in ROWS:
        print(row, " ".join(free(row)))
    print(count_free(), "seats are free.")
