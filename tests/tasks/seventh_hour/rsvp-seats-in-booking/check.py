import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import configparser

accepted()
unchanged("booking.ini")
nothing_new()


def values(text):
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        fail(f"booking.ini cannot be read: {error}")
    return {section: dict(parser[section]) for section in parser.sections()}


want = values(original("booking.ini"))
want["table"]["seats"] = "7"
got = values(read("booking.ini"))
need(got == want, f"booking.ini has {got}")
