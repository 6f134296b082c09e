import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'tickets/ticket-a.txt': '08b243f9dd3dd61b9125',
    'tickets/ticket-b.txt': '99600efbdd8c193755c9',
    'tickets/ticket-c.txt': 'b8bd38d1411ffd2b36ef',
    'tickets/ticket-d.txt': 'dde8a83e8dcf9b10b3e1',
    'tickets/ticket-e.txt': '9639054d0afe402a6173',
}

accepted()
unchanged()
nothing_new("concerts.csv")
rows = [[re.sub(r"^(?:GBP|£)\s*(?=\d)", "", c) for c in row] for row in table("concerts.csv")]
same_rows(rows, [("The Velvet Owls", (2025, 5, 17), 42), ("Marisol Quint", (2025, 5, 23), 65.5), ("DJ Pepper", (2025, 6, 28), 30), ("Long Winter Quartet", (2025, 9, 13), 24.8), ("Hollow Hills", (2025, 10, 19), 38)])
