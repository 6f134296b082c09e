import json, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = (r["output"] or "").lower()
assert r["status"] == "accepted", r["status"]
assert all(each in out for each in ("hand saw", "drill", "wheelbarrow")), out
assert not any(each in out for each in ("spade", "ladder", "rake", "shears")), out
