import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'hours.csv': '1dc02cf413c51ac5735a',
    'invoices.csv': '00508d415bc1cfac4d35',
}
accepted()
unchanged("invoices.csv")
nothing_new()
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "files", "invoices.csv"), encoding="utf-8") as handle:
    before = handle.read().split("\n")[:-1]
lines = [l.rstrip("\r") for l in read("invoices.csv").rstrip().split("\n")]
assert lines[:len(before)] == before, "an old line was changed"
assert len(lines) == len(before) + 1, f"{len(lines) - len(before)} lines were added"
new = next(csv.reader([lines[-1]]))
assert len(new) == 5, f"{new}"
assert new[0].strip() == "2025-018", f"number {new[0]}"
assert new[1].strip() == "2025-05-31", f"date {new[1]}"
assert new[2].strip() == "Brandt", f"client {new[2]}"
assert is_number(new[3], 11.75), f"hours {new[3]}"
assert is_number(new[4], 728.5), f"amount {new[4]}"
