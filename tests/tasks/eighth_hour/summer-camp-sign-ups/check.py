import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
RIGHT = {"freja hansen": (9, "07700900142", r"nut"), "abena osei": (11, "07700900387", r"^none"), "luca rossi": (10, "07700900265", r"^none"),
         "toby whitfield": (8, "07700900911", r"bee|sting"), "maja zielinska": (12, "07700900508", r"milk")}
rows = records("signups.csv", "child", "age", "phone", "allergy")
need(sorted(row["child"].lower() for row in rows) == sorted(RIGHT), f"the children are {[row['child'] for row in rows]}")
for row in rows:
    age, phone, allergy = RIGHT[row["child"].lower()]
    need(is_number(row["age"], age), f"{row['child']} has the age {row['age']}")
    need(re.sub(r"\D", "", row["phone"]) == phone, f"{row['child']} has the phone {row['phone']}")
    need(re.search(allergy, row["allergy"], re.I), f"{row['child']} has the allergy {row['allergy']}")
    need(allergy == "^none" or "none" not in row["allergy"].lower(), f"{row['child']} has the allergy {row['allergy']}")
unchanged()
nothing_new("signups.csv")
