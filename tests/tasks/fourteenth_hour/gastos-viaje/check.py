import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
for name in ("gastos.py", "informe.py", "prueba_gastos.py", "LEEME.md"):
    right = re.sub(r"\bcalc_total\b", "pago_por_persona", original(name))
    text = read(name)
    need(not re.search(r"\bcalc_total\b", text), f"calc_total is still in {name}")
    need([line.rstrip() for line in text.strip().split("\n")] == [line.rstrip() for line in right.strip().split("\n")], f"{name} is not the same but for the name")
rc, out, err = run("prueba_gastos.py")
need(rc == 0 and "todo bien" in out, err[-200:])
rc, out, err = run("informe.py")
need(rc == 0 and "Por persona: 112.04 euros" in out, out + err[-200:])
