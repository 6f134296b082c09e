import json
import sys

run = json.load(open(sys.argv[1], encoding="utf-8"))
assert run["status"] == "accepted", run["status"]
assert "28.00" in (run["output"] or ""), run["output"]
