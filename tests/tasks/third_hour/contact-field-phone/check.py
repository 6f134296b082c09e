import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import ast

accepted()
unchanged("contacts.py", "invite.py")
nothing_new()
for name in ("contacts.py", "invite.py"):
    try:
        got = ast.dump(ast.parse(read(name)))
    except SyntaxError:
        fail(f"{name} is no Python")
    need(got == ast.dump(ast.parse(re.sub(r"\btel\b", "phone", original(name)))), f"{name} is not what the rename gives")
rc, out, err = run("invite.py")
need(rc == 0 and out.split("\n")[:3] == ["Ann Fuller 0555 11 20", "Ravi Menon 0555 47 03", "@tessh"], "the script")
