import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'sales.csv': 'd695279c3f2127811440',
}

accepted()
unchanged()
nothing_new("totals.csv")
same_rows(table("totals.csv"), [('Marie', 398.0), ('Jorge', 195.4), ('Aisha', 342.6), ('Pavel', 362.5)])
