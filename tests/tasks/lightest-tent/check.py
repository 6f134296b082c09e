import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
def numbers(t): return [float(x.replace(",", "")) for x in re.findall(r"-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?", t)]
assert r["status"] == "accepted", r["status"]
named = re.findall("Solo Finch|Fjell Duo|Marsh Trio|Dune Basecamp|Ridge Family|Larch Three|Heron Light|Kite Ultra|Bison Lodge|Alder Four|Brook Pair|Tarn Shelter", out, re.I)
assert named and named[0].lower() == "larch three", out
assert any(abs(x - 2480) < 1 or abs(x - 2.48) < 0.001 for x in numbers(out)), out
