import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
notes = sorted(name for name in given() if re.fullmatch(r"inbox/.*\.txt", name))
unchanged(*notes)
wanted = set()
for name in notes:
    base = name.split("/")[-1]
    target = f"suppliers/{base.split('_')[1]}/{base}"
    wanted.add(target)
    need(os.path.isfile(target), f"no {target}")
    need(raw(target) == raw(os.path.join(FILES, name)), f"{target} has other content")
    need(not os.path.exists(name), f"{name} is still there")
nothing_new(*wanted)
