import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("split.py")
nothing_new("*test*.py")
read("split.py")
rc, out, err = run("split.py", "costs.csv")
need(rc == 0, err.strip()[-200:])
lines = [line.split() for line in out.strip().split("\n")]
need(lines == [["Anna", "+52.50"], ["Jonas", "-13.00"], ["Mira", "-39.50"]], out)
with open("_other.csv", "w", encoding="utf-8") as stream:
    stream.write("date,who,what,amount\n2025-05-01,Zoe,tent,60\n2025-05-01,Ben,bread,10\n2025-05-02,Zoe,ice,5.50\n2025-05-02,Kim,boat,44.50\n2025-05-03,Ben,tea,0\n2025-05-03,Lou,map,20\n")
try:
    rc, out, err = run("split.py", "_other.csv")
finally:
    os.remove("_other.csv")
need(rc == 0, err.strip()[-200:])
lines = [line.split() for line in out.strip().split("\n")]
need(lines == [["Ben", "-25.00"], ["Kim", "+9.50"], ["Lou", "-15.00"], ["Zoe", "+30.50"]], out)
cases("""
from split import balances
got = balances([{"who": "A", "amount": "30"}, {"who": "B", "amount": "10"}, {"who": "A", "amount": "20"}])
assert got == {"A": 20.0, "B": -20.0}, got
""")
