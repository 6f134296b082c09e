import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
wanted = {}
for name in given():
    grade = re.search(r"(?m)^Difficulty: *(\w+)", original(name))
    wanted[name if name == "readme.txt" else grade.group(1).lower() + "/" + name] = name
need(listing(".") == set(wanted), f"the files lie as {sorted(listing('.'))}")
for name, source in wanted.items():
    need(raw(name) == raw(os.path.join(FILES, source)), f"{name} was changed")
