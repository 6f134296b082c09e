"""The lines with which a program begins: what they load, and where the words of a request stand in it."""
