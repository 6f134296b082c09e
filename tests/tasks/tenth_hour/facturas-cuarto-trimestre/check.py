import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("trimestre4.csv")
WANTED = [('Clínica Norte', 3700.0), ('Talleres Vega', 1980.0), ('Panadería Sol', 945.2), ('Autoescuela Ronda', 800.0), ('Librería Arce', 375.3)]
need(";" in read("trimestre4.csv").split("\n")[0], "no semicolon")
rows = records("trimestre4.csv", "cliente", "total")
need(len(rows) == len(WANTED), f"{len(rows)} rows")
for row, (client, value) in zip(rows, WANTED):
    need(row["cliente"] == client, f"{row['cliente']} where {client} belongs")
    need(re.fullmatch(r"(\d{1,3}(\.\d{3})+|\d+)(,\d{1,2})?( ?€)?", row["total"]), f"the form of {row['total']}")
    need(is_number(row["total"], value), f"{row['total']} for {client}")
