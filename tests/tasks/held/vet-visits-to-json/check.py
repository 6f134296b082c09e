import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "visits/mon-1.txt": "500e4707b6eb85e6fe92add45ca16c511e3f15c986ae9910214e065545a8d5c2",
 "visits/mon-2.txt": "b6f28e145c2bffcde041e1beef675c7f615d7529ad412274fe951c20bcad81fa",
 "visits/tue-1.txt": "3784bb84aa35664f9d12d37d1193d10765244cc847d15404851276a7908cced9",
 "visits/tue-2.txt": "e055f7202b30ff9a7694a8ecc851963de48c3ba18bd8d8fa3086d602ec3e4a19",
 "visits/wed-1.txt": "bbada242474012942213fdbe0c9ee9c4eae0b8344a62f971bc02d209087bc773"
}

WANT = [{'pet': 'Pixel', 'species': 'ferret', 'owner': 'Greta Humboldt-Lane', 'weight_kg': 1.4}, {'pet': 'Duchess', 'species': 'dog', 'owner': 'Abel Stroud', 'weight_kg': 11.9}, {'pet': 'Biscuit', 'species': 'hamster', 'owner': 'Nuria Castell', 'weight_kg': 0.14}, {'pet': 'Petunia', 'species': 'goat', 'owner': 'Odo Merriman', 'weight_kg': None}, {'pet': 'Admiral', 'species': 'cat', 'owner': 'Thandeka Rowe', 'weight_kg': 4.65}]

accepted()
intact()
try:
    data = json.loads(content("patients.json"))
except ValueError as e:
    raise AssertionError("patients.json is not JSON: %s" % e)
need(isinstance(data, list) and all(isinstance(d, dict) for d in data), "is not a list of entries")
need(len(data) == len(WANT), "has %d entries, not %d" % (len(data), len(WANT)))
byname = {low(str(d.get("pet"))): d for d in data}
for w in WANT:
    d = byname.get(low(w["pet"]))
    need(d, "%s is missing" % w["pet"])
    need(sorted(d) == ["owner", "pet", "species", "weight_kg"], "keys are %r" % sorted(d))
    need(re.fullmatch(r"((mr|ms|mrs|miss)\.? )?" + re.escape(low(w["owner"])), low(str(d["owner"]))), "owner of %s is %r" % (w["pet"], d["owner"]))
    need(low(w["species"]) in low(str(d["species"])) or (w["species"] == "dog" and low(str(d["species"])) == "whippet"), "species of %s is %r" % (w["pet"], d["species"]))
    if w["weight_kg"] is None:
        need(d["weight_kg"] is None, "%s was not weighed" % w["pet"])
    else:
        need(isinstance(d["weight_kg"], (int, float)) and abs(d["weight_kg"] - w["weight_kg"]) < 1e-6, "weight of %s is %r" % (w["pet"], d["weight_kg"]))
