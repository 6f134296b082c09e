import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
assert r["status"] == "accepted", r["status"]
assert not re.search("Birch|Cedar|Hazel|Juniper|Maple|Poplar|Rowan|Sorrel|Willow", out, re.I), out
assert not re.search(r"could ?n.t|cannot|can't|unable|error|not found", out, re.I), out
assert re.search(r"\b(none|nothing (matches|fits)|zero|0|no (\w+ ){0,3}(rooms?|rows?|match\w*|results?)|not (a single|any))\b|n't any", out, re.I), out
