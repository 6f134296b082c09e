import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def numbers(t): return [float(x.replace(",", "")) for x in re.findall(r"-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?", t)]
assert r["status"] == "accepted", r["status"]
named = re.findall(r"\b(Leeuwik|Tornby|Marrow|Oxmere)\b", out, re.I)
assert named and named[0].lower() == "marrow", out
assert any(abs(x - 882.18) <= 0.01 for x in numbers(out)), out
