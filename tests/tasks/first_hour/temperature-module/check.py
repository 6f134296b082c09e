import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
nothing_new("temperature.py")
read("temperature.py")
cases('''
from temperature import c_to_f, f_to_c
for c, f in ((0, 32), (100, 212), (-40, -40), (36.6, 97.9), (21.37, 70.5), (-17.5, 0.5)):
    assert c_to_f(c) == f, f"c_to_f({c}) is {c_to_f(c)!r}, not {f}"
for f, c in ((32, 0), (212, 100), (-40, -40), (98.6, 37), (70, 21.1), (0, -17.8)):
    assert f_to_c(f) == c, f"f_to_c({f}) is {f_to_c(f)!r}, not {c}"
''')
