import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()


def tidy(text):
    return [line.rstrip() for line in text.strip().split("\n")]


for name in sorted(given()):
    wanted = re.sub(r"\bcalc_tax\b", "add_vat", original(name))
    text = tidy(read(name))
    if "import" in wanted:
        text = [re.sub(r"import calc_tax_free, add_vat$", "import add_vat, calc_tax_free", line) for line in text]
    need(text == tidy(wanted), f"{name} is not as it should be")
