import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'members.csv': '955bd08b4fc86d080c65',
}
accepted()
unchanged()
nothing_new("owing.csv")
same_rows(table("owing.csv"), [("Fenna de Wit", 72), ("Boris Tchernov", 36), ("Ida Lind", 30), ("Greta Hahn", 21.5), ("Piet Kuiper", 20),
                               ("Theo Brandt", 18), ("Sam Okoro", 15)], ordered=True)
