import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
assert r["status"] == "accepted", r["status"]
assert re.search(r"\bheating\b", out), out
assert not re.search(r"\b(attic|bikes|birthdays|car|cellar|garden|internet|kitchen|roof|water)\.txt", out), out
dates = re.findall(r"\d{4}-\d\d-\d\d|\d+(?:st|nd|rd|th)? [A-Z][a-z]{2,8},? \d{4}|[A-Z][a-z]{2,8} \d+(?:st|nd|rd|th)?,? \d{4}", out)
assert dates and re.fullmatch(r"2024-10-17|17(th)? Oct(ober)?,? 2024|Oct(ober)? 17(th)?,? 2024", dates[0]), out
