"""Cleaning of texts."""


def tidy(text):
    """Single spaces, no blanks at the ends."""
    return " ".join(text.split())


def initials(name):
    return "".join(part[0].upper() + "." for part in tidy(name).split())
