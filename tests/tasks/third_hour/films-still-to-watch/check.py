import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("watchlist.json")
nothing_new()
try:
    got = json.loads(read("watchlist.json"))
except ValueError:
    fail("no JSON")
want = [film for film in json.loads(original("watchlist.json")) if not film["watched"]]
need(isinstance(got, list) and all(isinstance(film, dict) for film in got), "no list of films")
key = lambda film: str(film.get("title"))
need(sorted(got, key=key) == sorted(want, key=key), "the films")
