"""Who has to be called and who gets a message."""

from contacts import CONTACTS


def to_call():
    return [(contact.name, contact.tel) for contact in CONTACTS if contact.tel]


def to_message():
    return [contact.telegram for contact in CONTACTS if not contact.tel]


if __name__ == "__main__":
    for name, number in to_call():
        print(name, number)
    print(" ".join(to_message()))
