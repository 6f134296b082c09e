import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import configparser

accepted()
unchanged("jobs.ini")
nothing_new()


def parsed(text):
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        fail(str(error))
    return {name: dict(parser[name]) for name in parser.sections()}


got, want = parsed(read("jobs.ini")), parsed(original("jobs.ini"))
need(got.get("backup", {}).pop("time", "").strip("\"'") in ("03:00", "3:00", "03:00:00"), "the time")
need(got["backup"].pop("copies", "") == "14", "the copies")
want["backup"].pop("time"), want["backup"].pop("copies")
need(got == want, "another setting")
must_say(read("jobs.ini"), r"; nightly jobs of the office server")
