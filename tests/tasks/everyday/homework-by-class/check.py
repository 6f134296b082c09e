import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'submissions/10a_gina_essay.txt': '409be0139eb56f38fab0',
    'submissions/7a_anna_essay.txt': '28408abfe328e1ed66bb',
    'submissions/7a_bilal_essay.txt': '50066166c32279d464c1',
    'submissions/7b_chloe_essay.txt': 'aebb6a99d46738403838',
    'submissions/7b_finn_essay.txt': 'e11d4200b3adca383d19',
    'submissions/8c_david_poem.txt': '1be876c877cbe969fa4e',
    'submissions/8c_eva_poem.txt': '5b64a367d52c66879988',
    'submissions/notes.txt': 'a42cf410654c0cce45d8',
    'submissions/timetable_7a.txt': '79466e82f75915262b55',
}
accepted()
WANT = {}
for path in ORIGINAL:
    name = path.split("/")[-1]
    m = re.match(r"(\d+[a-z])_", name)
    WANT[f"submissions/{m[1]}/{name}" if m else path] = ORIGINAL[path]
assert present() == set(WANT), f"missing {sorted(set(WANT) - present())}, too many {sorted(present() - set(WANT))}"
for path, digest in WANT.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} was changed"
