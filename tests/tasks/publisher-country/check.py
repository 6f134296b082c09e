import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
assert r["status"] == "accepted", r["status"]
named = re.findall("Norway|Uruguay|Spain|Ireland", out, re.I)
assert named and set(x.lower() for x in named) == {"uruguay"}, out
