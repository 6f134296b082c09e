"""Who sits at which table at the wedding."""


class Table:
    def __init__(self, number, seats=8, guests=[]):
        self.number = number
        self.seats = seats
        self.guests = guests

    def free(self):
        return self.seats - len(self.guests)

    def add(self, name):
        if self.free() <= 0:
            raise ValueError(f"table {self.number} is full")
        self.guests.append(name)


def place(names, seats=8):
    """Fill tables one after the other; returns the list of tables."""
    tables = [Table(1, seats)]
    for name in names:
        if tables[-1].free() == 0:
            tables.append(Table(tables[-1].number + 1, seats))
        tables[-1].add(name)
    return tables


def plan(tables):
    return "\n".join(f"{t.number}: {', '.join(t.guests)}" for t in tables)
