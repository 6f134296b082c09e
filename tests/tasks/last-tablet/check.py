import json, re, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
out = r["output"] or ""
assert r["status"] == "accepted", r["status"]
dates = re.findall(r"2024-\d\d-\d\d|\d+(?:st|nd|rd|th)?(?: of)? (?:Feb|Mar)\w*|(?:Feb|Mar)\w* \d+", out)
later = [d for d in dates if not re.search(r"-02-24|24.* Feb|Feb\w* 24", d)]
assert later and re.fullmatch(r"2024-03-04|0?4(th)?( of)? Mar(ch)?|Mar(ch)? 0?4", later[-1]), out
