import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'loans.csv': '2288011095679f2a0cad',
}
accepted()
unchanged()
nothing_new("fines.csv")
rows = table("fines.csv")
same_rows(rows, [("Ben Okafor", 5.60), ("Farid Nasser", 5.00), ("Amy Holt", 3.60), ("Elif Kaya", 1.60)], ordered=True, eu=True)
