class Usr:
    """Somebody who borrows books."""

    def __init__(self, name, email):
        self.name = name
        self.email = email
        self.books = []

    def __repr__(self):
        return f"<{self.name}, {len(self.books)} books>"
