import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'verkauf.csv': 'e765db15e0cefa8a4fc8',
}

accepted()
unchanged()
nothing_new("monate.csv")
NAMES = ['Monat', 'Umsatz', 'Verkäufe']
WANT = [('2025-01', 906.7, 45),
 ('2025-02', 598.55, 39),
 ('2025-03', 931.95, 45),
 ('2025-04', 696.25, 40),
 ('2025-05', 802.4, 48),
 ('2025-06', 900.45, 46),
 ('2025-07', 875.35, 45),
 ('2025-08', 1040.85, 43),
 ('2025-09', 706.15, 39),
 ('2025-10', 890.3, 45),
 ('2025-11', 758.5, 42),
 ('2025-12', 663.65, 38)]
same(columns("monate.csv", NAMES), NAMES, WANT, eu=True)
