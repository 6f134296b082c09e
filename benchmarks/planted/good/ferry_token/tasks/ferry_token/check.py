import json, sys

run = json.load(open(sys.argv[1]))
assert run["status"] == "accepted", run["status"]
assert "copper owl 5" in run["output"], run["output"]
