import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
assert r["status"] == "accepted", r["status"]
assert re.search(r"(?<![\d:.])0?2[:.h]50(?!\d)", out), out
assert not re.search(r"2[:.]50\s*p\.?m", out, re.I), out
