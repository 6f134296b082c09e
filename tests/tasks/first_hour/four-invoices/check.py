import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'invoices/inv-2041.txt': '6b2007f994784cbf08d8',
    'invoices/inv-2042.txt': '86a109a9335e54862fa1',
    'invoices/inv-2043.txt': 'ef6236a4e6374bc7b2e0',
    'invoices/inv-2044.txt': '3bf27bc3147b136ea2c2',
}

accepted()
unchanged()
nothing_new("invoices.csv")
same_rows(table("invoices.csv"), [('INV-2041', (2025, 2, 3), 'Harbor Bikes', 240.0), ('INV-2042', (2025, 2, 11), 'Lena Sommer', 85.5), ('INV-2043', (2025, 2, 19), 'Cafe Orbit', 1310.0), ('INV-2044', (2025, 3, 4), 'Northside School', 462.75)])
