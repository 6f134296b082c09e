import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'times.csv': '82b8fd928144dfb11f54'}
accepted()
unchanged()
nothing_new("best_times.md")
text = read("best_times.md")
no_program(text)
lines = [l.strip() for l in text.splitlines() if "|" in l]
assert len(lines) >= 2 and re.fullmatch(r"[|:\-\s]+", lines[1]) and "-" in lines[1], "no Markdown table"
rows = [[re.sub(r"[*_`]", "", c).strip() for c in l.strip("|").split("|")] for l in lines]
assert len(rows[0]) == 2 and "swimmer" in plain(rows[0][0]) and "time" in plain(rows[0][1]), "the columns"
WANT = [('Viktor', 29.95), ('Amir', 31.42), ('Lotte', 32.74), ('Greta', 32.96), ('Jonas', 34.15), ('Noemi', 35.48)]
body = rows[2:]
assert len(body) == len(WANT), f"{len(body)} lines instead of {len(WANT)}"
for row, (name, value) in zip(body, WANT):
    assert len(row) == 2 and plain(row[0]) == plain(name), f"{name} should be here: {row}"
    assert is_number(re.sub(r"(?i)\s*(s|sec|seconds)\.?$", "", row[1]), value), f"the time of {name}: {row[1]}"
