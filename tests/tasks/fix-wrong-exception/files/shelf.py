class NoSuchBook(Exception):
    """Nobody has put this title on the shelf."""


def find(shelf, title):
    """The place of the book with this title."""
    return shelf[title]
