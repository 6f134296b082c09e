import json, sys

run = json.load(open(sys.argv[1]))
assert run["status"] == "accepted", run["status"]
assert "T21" in run["output"], run["output"]
