import json
import sys

run = json.load(open(sys.argv[1], encoding="utf-8"))
output = run["output"] or ""
assert run["status"] == "accepted", run["status"]
assert "Berta" in output, output
assert not any(other in output for other in ("Uli",)), output
