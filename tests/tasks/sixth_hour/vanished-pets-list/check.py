import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("pets.json")
try:
    rows = json.loads(read("pets.json"))
except ValueError:
    fail("no JSON")
if isinstance(rows, dict) and len(rows) == 1:
    rows = list(rows.values())[0]
need(isinstance(rows, list) and len(rows) == 3 and all(isinstance(row, dict) for row in rows), "not a list of three")
want = {"mogli": (r"\bcat\b", "01715550102"), "biscuit": (r"\bdog\b|\bterrier\b", "01605550199"), "kiki": (r"\bparrot\b", "01525550133")}
for row in rows:
    row = {str(key).lower(): str(value).strip() for key, value in row.items()}
    need(set(row) == {"name", "animal", "phone"}, f"the keys {sorted(row)}")
    need(row["name"].lower() in want, f"the name {row['name']}")
    animal, phone = want.pop(row["name"].lower())
    must_say(row["animal"], animal)
    need(re.sub(r"\D", "", row["phone"]) == phone, f"the phone {row['phone']}")
