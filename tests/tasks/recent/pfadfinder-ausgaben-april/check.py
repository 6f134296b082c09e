import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'kasse.csv': '8060ec183cf626af98fd',
    'lagerplan.txt': '84ee240e4a641c379563',
}
accepted()
unchanged()
nothing_new("april.csv")
same_rows(table("april.csv"), [('Wölflinge', 216.75), ('Jungpfadfinder', 355.95), ('Leitung', 128.55), ('Pfadfinder', 1179.0), ('Rover', 128.66)], eu=True)
