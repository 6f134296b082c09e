import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("tablets.csv")
rows = records("tablets.csv", "class", "date", "name", "tablet")
found = sorted((row["name"].lower(), row["class"].lower().replace("class ", "").replace(" ", ""), row["tablet"].upper(), row["date"]) for row in rows)
wanted = sorted([("noor haddad", "7b", "T-118", "2025-03-03"), ("callum drysdale", "9a", "T-102", "2025-03-04"), ("ewa nowicka", "8c", "T-131", "2025-03-06"),
                 ("luca moretti", "7d", "T-125", "2025-03-07"), ("amelia frost", "10b", "T-109", "2025-03-12")])
need(found == wanted, f"the rows are {found}")
