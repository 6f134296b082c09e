import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'facturas.csv': 'bdec31a774f50ea9b88b'}
accepted()
unchanged()
nothing_new("pendientes.csv")
same_rows(table("pendientes.csv"), [['F-103', 'Hostal La Peña', 2019.9, (2025, 4, 24)], ['F-102', 'Talleres Mena', 385.0, (2025, 5, 5)], ['F-107', 'Ferretería Duarte', 78.4, (2025, 5, 9)], ['F-105', 'Colegio San Blas', 1512.0, (2025, 5, 15)]], ordered=True, eu=True)
