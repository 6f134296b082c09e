import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'library/__init__.py': 'e3b0c44298fc1c149afb',
    'library/reader.py': '822f16d745d97fee1447',
    'library/storage.py': 'b9d62096524cf8a787f0',
    'main.py': 'ebac8d1ec64b5b9e0abf',
    'tests.py': 'cd29a3d38d7a34c6870b',
}
accepted()
unchanged("library/reader.py", "library/storage.py", "main.py", "tests.py")
nothing_new("library/member.py")
assert not os.path.exists("library/reader.py"), "library/reader.py is still there"
for path in sorted(present()):
    with open(path, encoding="utf-8") as handle:
        text = handle.read()
    assert not re.search(r"\bReader\b", text), f"Reader is still in {path}"
rc, out, err = run_python(args=["-m", "unittest", "tests"])
assert rc == 0 and "Ran 3 tests" in err, "the tests do not run"
rc, out, err = run_python(args=["main.py"])
assert rc == 0 and out.strip() == "Member('Ines', 12) ['Momo']", f"main.py prints {out.strip()!r}"
cases('''
from library.member import Member, JuniorReader
from library.storage import load
assert issubclass(JuniorReader, Member) and JuniorReader.limit == 2 and Member.limit == 5
people = load(["name,card,age", "Ines,12,34", "Tim,3,9"])
assert type(people[0]) is Member and type(people[1]) is JuniorReader
assert repr(people[0]) == "Member('Ines', 12)"
''')
