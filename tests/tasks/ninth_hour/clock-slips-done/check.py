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
exactly({'done/T-118.txt': 'tickets/T-118.txt', 'tickets/T-119.txt': 'tickets/T-119.txt', 'tickets/T-121.txt': 'tickets/T-121.txt', 'done/T-122.txt': 'tickets/T-122.txt', 'tickets/T-124.txt': 'tickets/T-124.txt', 'done/T-125.txt': 'tickets/T-125.txt', 'tickets/T-127.txt': 'tickets/T-127.txt', 'done/T-130.txt': 'tickets/T-130.txt', 'prices.txt': 'prices.txt'})
