import json
import sys

run = json.load(open(sys.argv[1], encoding="utf-8"))
assert run["status"] == "accepted", run["status"]
assert "1.85" in (run["output"] or ""), run["output"]
