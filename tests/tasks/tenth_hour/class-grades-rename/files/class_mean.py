"""Mean of the whole class."""
import grades


def class_mean(book):
    means = [grades.calc(entries) for entries in book.values()]
    return round(sum(means) / len(means), 2)


def best(book):
    return min(book, key=lambda name: grades.calc(book[name]))
