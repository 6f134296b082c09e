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
exactly({'models/cable-clip.stl': 'cable-clip.stl', 'models/Hook_v2.STL': 'Hook_v2.STL', 'printjobs/Hook_v2.gcode': 'Hook_v2.gcode', 'models/lamp-shade.stl': 'lamp-shade.stl', 'printjobs/lamp-shade.GCODE': 'lamp-shade.GCODE', 'printjobs/drawer knob.gcode': 'drawer knob.gcode', 'models/vase_2023.stl': 'models/vase_2023.stl', 'filament.txt': 'filament.txt', 'todo.md': 'todo.md', 'stl-sources.csv': 'stl-sources.csv'})
