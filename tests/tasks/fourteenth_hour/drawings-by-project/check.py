import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
drawings = sorted(name for name in given() if name.endswith(".svg"))
unchanged(*drawings)
wanted = (given() - set(drawings)) | {f"{name[:4]}/{name}" for name in drawings}
need(listing(".") == wanted, f"the files are {sorted(listing('.') ^ wanted)} off")
for name in drawings:
    need(raw(f"{name[:4]}/{name}") == raw(os.path.join(FILES, name)), f"{name} was changed")
