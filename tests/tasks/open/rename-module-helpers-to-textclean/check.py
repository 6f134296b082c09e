import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'badges.py': '4d39ee73cb212a31eac0',
 'helpers.py': 'a43cc08130bf5b6e5180',
 'rota.py': '277bdc09728a07eabe0a',
 'tests/test_helpers.py': 'b70d8828059d7c0673be'}
MODULE = ('"""Cleaning of texts."""\n'
 '\n'
 '\n'
 'def tidy(text):\n'
 '    """Single spaces, no blanks at the ends."""\n'
 '    return " ".join(text.split())\n'
 '\n'
 '\n'
 'def initials(name):\n'
 '    return "".join(part[0].upper() + "." for part in tidy(name).split())\n')
BADGES = ['import textclean\n'
 '\n'
 '\n'
 'def badge(name, task):\n'
 '    return f"{textclean.initials(name)} | {textclean.tidy(task)}"\n',
 'import textclean as helpers\n'
 '\n'
 '\n'
 'def badge(name, task):\n'
 '    return f"{helpers.initials(name)} | {helpers.tidy(task)}"\n']
ROTA = ('from textclean import tidy\n'
 '\n'
 '# people who help on the day of the fair\n'
 'helpers = ["Ola  Berg", "Minna Reuter ", " Karl Zeisig"]\n'
 '\n'
 '\n'
 'def rota(tasks):\n'
 '    """Tasks for the helpers in turn."""\n'
 '    return {tidy(task): tidy(helpers[i % len(helpers)]) for i, task in enumerate(tasks)}\n')
TESTS = ('import pathlib\n'
 'import sys\n'
 '\n'
 'sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))\n'
 '\n'
 'from badges import badge\n'
 'from textclean import initials, tidy\n'
 'from rota import rota\n'
 '\n'
 '\n'
 'def test_tidy():\n'
 '    assert tidy("  a   b ") == "a b"\n'
 '\n'
 '\n'
 'def test_initials():\n'
 '    assert initials("ola berg") == "O.B."\n'
 '\n'
 '\n'
 'def test_badge():\n'
 '    assert badge("Ola Berg", "grill  ") == "O.B. | grill"\n'
 '\n'
 '\n'
 'def test_rota():\n'
 '    assert rota(["till"]) == {"till": "Ola Berg"}\n')

accepted()
assert not os.path.exists("helpers.py"), "helpers.py is still there"
tests = "tests/test_helpers.py"
if os.path.isfile("tests/test_textclean.py"):
    tests = "tests/test_textclean.py"
    assert not os.path.exists("tests/test_helpers.py"), "the tests are there twice"
want = {"textclean.py", "badges.py", "rota.py", tests}
assert present() - {"tests/__init__.py"} == want, f"the files are {sorted(present())}"
tidy = lambda t: [l.rstrip() for l in t.strip().splitlines()]
assert tidy(read("textclean.py")) == tidy(MODULE), "the module itself was changed"
badges = read("badges.py")
assert tidy(badges) in [tidy(b) for b in BADGES], "badges.py is not right"
assert tidy(read("rota.py")) == tidy(ROTA), "rota.py is not right"
assert tidy(read(tests)) == tidy(TESTS), f"{tests} is not right"
cases("""
import runpy
tests = runpy.run_path(%r)
for name, test in tests.items():
    if name.startswith('test_'):
        test()
import rota
assert len(rota.helpers) == 3
""" % tests)
