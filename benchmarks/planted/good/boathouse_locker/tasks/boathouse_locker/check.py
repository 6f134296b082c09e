import json, sys

run = json.load(open(sys.argv[1]))
assert run["status"] == "accepted", run["status"]
assert "13.10" in run["output"], run["output"]
