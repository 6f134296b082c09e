from models import Usr


class Library:
    def __init__(self):
        self.people = {}

    def register(self, name, email):
        person = Usr(name, email)
        self.people[email] = person
        return person

    def lend(self, person, title):
        if not isinstance(person, Usr):
            raise TypeError("only registered people can borrow")
        person.books.append(title)
