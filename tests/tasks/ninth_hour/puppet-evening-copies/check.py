import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def exactly(places):
    """The workspace holds just these files, each with the content of the given one."""
    got = listing(".")
    need(got == set(places), f"there are {sorted(got ^ set(places))}")
    for new, old in places.items():
        need(raw(new) == raw(os.path.join(FILES, old)), f"{new} has another content")


accepted()
exactly({'scenes/crow.txt': 'scenes/crow.txt', 'scenes/dragon.txt': 'scenes/dragon.txt', 'scenes/ending.txt': 'scenes/ending.txt', 'scenes/ghost.txt': 'scenes/ghost.txt', 'scenes/lighthouse.txt': 'scenes/lighthouse.txt', 'scenes/market.txt': 'scenes/market.txt', 'scenes/song.txt': 'scenes/song.txt', 'evening.csv': 'evening.csv', 'cast.txt': 'cast.txt', 'tonight/01-lighthouse.txt': 'scenes/lighthouse.txt', 'tonight/02-market.txt': 'scenes/market.txt', 'tonight/03-crow.txt': 'scenes/crow.txt', 'tonight/04-dragon.txt': 'scenes/dragon.txt', 'tonight/05-song.txt': 'scenes/song.txt', 'tonight/06-ending.txt': 'scenes/ending.txt'})
