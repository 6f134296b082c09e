import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'kitchen.py': 'cbe8e58ffe4565ba5b60',
    'main.py': 'e5c748b7cb4ab35342be',
    'timer.py': '211020953cd29ece1101',
}

accepted()
unchanged('timer.py', 'kitchen.py', 'main.py')
nothing_new()
WANT = {
    'timer.py': 'class Timer:\n    """A kitchen timer with a gong."""\n\n    def __init__(self, minutes):\n        self.minutes = minutes\n        self.running = False\n\n    def start(self):\n        self.running = True\n        return f"{self.minutes} minutes from now"\n\n    def stop(self):\n        self.running = False\n        return "gong!"\n',
    'kitchen.py': 'from timer import Timer\n\n\ndef boil_eggs():\n    timer = Timer(6)\n    text = timer.start()\n    return "eggs: " + text\n\n\ndef bake_goulash_pie():\n    timer = Timer(45)\n    text = timer.start()\n    return "pie: " + text\n',
    'main.py': 'import kitchen\nfrom timer import Timer\n\ntea = Timer(4)\nprint("good tea:", tea.start())\nprint(kitchen.boil_eggs())\nprint(kitchen.bake_goulash_pie())\nprint(tea.stop())\n',
}
for path, want in WANT.items():
    got = read(path)
    assert not re.search('\\bgo\\b', got), f"the old name is still in {path}"
    assert [l.rstrip() for l in got.strip().splitlines()] == [l.rstrip() for l in want.strip().splitlines()], f"{path} is not as it should be"
rc, out, err = run_python(args=['main.py'])
assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
