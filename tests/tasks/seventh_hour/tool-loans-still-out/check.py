import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("out.csv")
rows = records("out.csv", "tool", "member", "lent")
got = [(row["tool"].lower(), row["member"], row["lent"]) for row in rows]
want = [("sander", "Ruth", "2024-01-16"), ("long ladder", "Aylin", "2024-03-21"), ("pressure washer", "Ines", "2024-04-30"), ("drill", "Emil", "2024-05-02"), ("paint sprayer", "Georg", "2024-05-11")]
need(sorted(got) == sorted(want), f"the rows are {got}")
need(got == want, "not in the order of the days")
