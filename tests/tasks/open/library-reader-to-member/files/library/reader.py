"""The people who borrow books."""


class Reader:
    limit = 5

    def __init__(self, name, card):
        self.name = name
        self.card = card
        self.books = []

    def borrow(self, title):
        if len(self.books) >= self.limit:
            raise ValueError(f"{self.name} has {self.limit} books already")
        self.books.append(title)

    def __repr__(self):
        return f"Reader({self.name!r}, {self.card})"


class JuniorReader(Reader):
    limit = 2
