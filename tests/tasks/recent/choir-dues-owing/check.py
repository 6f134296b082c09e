import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'dues.csv': '534acbc72964365de4b2',
    'rehearsals.txt': '2126e5b27f42c9035d7f',
}
accepted()
unchanged()
nothing_new("owing.csv")
text = read("owing.csv")
no_program(text)
mark = ";" if ";" in text else "\t" if "\t" in text else "|" if "|" in text else ","
rows = [[c.strip() for c in row] for row in csv.reader(io.StringIO(text), delimiter=mark) if any(c.strip() for c in row)]
WANT = [('Bianchi, Carla', 60), ('Kerr, Angus', 60), ('Farrow, Helen', 40), ('Fischer, Jonas', 30), ('Price, Alan', 25), ('Lund, Maja', 18), ('Brook, Simon', 15), ('Stone, Vera', 8), ('Ivory, Kate', 2.5)]
same_rows(rows, WANT)
seen = [v for row in rows for n, v in WANT if any(plain(cell) == plain(n) for cell in row)]
assert seen == sorted(seen, reverse=True), "not in the order asked for"
