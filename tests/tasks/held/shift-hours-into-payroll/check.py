import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "shifts.csv": "4bb05398f4c56aa40314c7553505072f721279bdd1ae2dc3e67efc04b8a9013f",
 "payroll.json": "70deb5fe71f0c26086ae18d1b5fe15ff91878684b49d284a2d7e5053c0cb799c"
}

WANT = {'week': '2025-W23', 'shop': 'Brenner Books', 'staff': [{'who': 'Falk', 'rate': 14.2, 'hours': 15.5}, {'who': 'Marit', 'rate': 16.5, 'hours': 25.0}, {'who': 'Nelia', 'rate': 15.0, 'hours': 0}, {'who': 'Osei', 'rate': 14.2, 'hours': 20.5}], 'approved': False}

accepted()
intact("payroll.json")
try:
    data = json.loads(content("payroll.json"))
except ValueError as e:
    raise AssertionError("payroll.json is not JSON any more: %s" % e)
need(isinstance(data, dict) and isinstance(data.get("staff"), list), "payroll.json has another form")
need(len(data["staff"]) == 4, "staff has %d entries" % len(data["staff"]))
for w, d in zip(WANT["staff"], data["staff"]):
    h = d.get("hours")
    need(isinstance(h, (int, float)) and not isinstance(h, bool) and abs(h - w["hours"]) < 0.006, "hours of %s are %r" % (w["who"], h))
    d["hours"] = w["hours"]
need(data == WANT, "something else was changed in payroll.json")
