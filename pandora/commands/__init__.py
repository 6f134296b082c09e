"""One click command a module."""
