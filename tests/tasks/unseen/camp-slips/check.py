import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'slips.txt': 'ae628a775c492e743afa',
    'packing_list.txt': '0380d2c0cd3f66aa4cb3',
}
accepted()
unchanged()
nothing_new("camp.csv")
rows = table("camp.csv")
head = [plain(c) for c in rows[0]]
assert len(head) == 4 and head[0] in ("name", "child", "child's name") and "class" in head[1] and "allerg" in head[2] and "phone" in head[3], f"the columns are {head}"
want = {"freya lindholm": ("4b", "none", "07700900142"), "noah achterberg": ("4a", "nut", "07700900387"), "ivy marsh": ("4b", "none", "07700900555"),
        "omar el-sayed": ("5a", "wasp", "07700900621"), "sofia ricci": ("4a", "milk", "07700900910"), "ben oduya": ("5a", "hay ?fever", "07700900278")}
got = [plain(r[0]) for r in rows[1:]]
assert sorted(got) == sorted(want), f"the children are {got}"
for row in rows[1:]:
    assert len(row) == 4, f"{row}"
    group, allergy, phone = want[plain(row[0])]
    assert plain(row[1]) in (group, "class " + group), f"class: {row}"
    cell = plain(row[2])
    assert re.search(r"\b" + allergy, cell), f"allergies: {row}"
    assert allergy == "none" or "none" not in cell, f"allergies: {row}"
    digits = re.sub(r"\D", "", row[3])
    assert digits in (phone, phone[1:]), f"phone: {row}"
