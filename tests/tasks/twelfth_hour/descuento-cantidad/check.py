import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("descuento.py")
nothing_new("*test*.py")
read("descuento.py")
cases("""
from descuento import descuento, total
for units, want in ((0, 0), (1, 0), (9, 0), (10, 5), (11, 5), (49, 5), (50, 10), (51, 10), (99, 10), (100, 15), (101, 15), (200, 15), (5000, 15)):
    assert descuento(units) == want, f"descuento({units}) is {descuento(units)}"
    assert abs(total(units, 2.4) - units * 2.4 * (1 - want / 100)) < 0.011, f"total({units}, 2.4) is {total(units, 2.4)}"
""")
for arguments, want in ((("100", "2,50"), "Descuento: 15 %\nTotal: 212.50 EUR"), (("60", "1.20"), "Descuento: 10 %\nTotal: 64.80 EUR"), (("3", "4"), "Descuento: 0 %\nTotal: 12.00 EUR")):
    rc, out, err = run("descuento.py", *arguments)
    need(rc == 0 and out.strip() == want, f"{arguments}: {out.strip()} {err.strip()[-200:]}")
rc, out, err = run("descuento.py")
need(rc == 2 and "Uso:" in out, "the usage is gone")
