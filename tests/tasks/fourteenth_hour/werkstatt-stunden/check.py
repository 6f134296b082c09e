import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summen.csv")
SUMS = [('Molkerei Grabner', 15.5), ('Schreinerei Abt', 11.25), ('Hofmann Bau', 10.0), ('Autohaus Seidel', 8.5), ('Stadtgärtnerei', 7.5)]
rows = table("summen.csv")
need([cell.lower() for cell in rows[0]] == ["kunde", "stunden"], f"the columns are {rows[0]}")
rows = rows[1:]
if rows and re.fullmatch(r"(gesamt|summe|total)\w*", rows[-1][0], re.I):
    need(len(rows[-1]) == 2 and is_number(rows[-1][1], sum(hours for _, hours in SUMS)), "the sum of all is wrong")
    rows = rows[:-1]
need(len(rows) == len(SUMS), f"{len(rows)} customers")
for row, (who, hours) in zip(rows, SUMS):
    need(len(row) == 2 and row[0] == who and is_number(row[1], hours), f"{row} instead of {who}, {hours}")
