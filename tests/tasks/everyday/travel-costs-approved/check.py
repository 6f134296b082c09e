import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'expenses.csv': '926c49e5f4d225643722',
}
accepted()
unchanged()
nothing_new("approved.csv")
same_rows(table("approved.csv"), [("Deepak Rao", 210.30), ("Marit Olsen", 199.50), ("Lena Fuchs", 142.00)], ordered=True)
