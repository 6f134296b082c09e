"""The address book of the bowling club."""

from dataclasses import dataclass


@dataclass
class Contact:
    name: str
    tel: str
    telegram: str = ""


CONTACTS = [
    Contact("Ann Fuller", tel="0555 11 20", telegram="@annf"),
    Contact("Ravi Menon", tel="0555 47 03"),
    Contact("Tess Hogan", tel="", telegram="@tessh"),
]


def find(name):
    """The contact with a name."""
    for contact in CONTACTS:
        if contact.name == name:
            return contact
    return None
