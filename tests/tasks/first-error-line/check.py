import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def numbers(t): return [float(x.replace(",", "")) for x in re.findall(r"-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?", t)]
assert r["status"] == "accepted", r["status"]
assert 173 in numbers(out), out
assert set(re.findall(r"\d{4}-\w+\.tar", out)) == {"2016-autumn.tar"}, out
