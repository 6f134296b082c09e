import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "receipts/a1.txt": "ba8415d9a550e9331e62c48d0cd4fd1632fb4f0681617b23242437129956ccaa",
 "receipts/a2.txt": "42456802d17ad02c1dba9df0c3f8fe7f02840c8c8de8537c3ad4bb3c11a02e83",
 "receipts/diesel.txt": "325c85884d36ebfbd92226a5fe10fb9a45f77a3d8e28ddb9a37849e6926a3cb4",
 "receipts/sail_repair.txt": "26997b10b53f1a59c04f7b2188434dd4f2cf0881eee0bdb5fb19dab2ca0ec9f1",
 "receipts/shop6.txt": "4faba3ab616979ec1fc94f17b7812da26cebdc1e98e13d045e9cadb7289b020d",
 "receipts/berth.txt": "d2c58f12eb7e65811b8a803fc42cc267ba18b304ce4704385422bf83ccc7e9fc"
}

WANT = [['2025-05-03', 'mole end', 34.3], ['2025-05-07', 'tolliver', 114.16], ['2025-05-12', 'fuel', 77.57], ['2025-05-19', 'rusk', 246.93], ['2025-05-28', 'mole end', 38.5], ['2025-06-02', 'harbour office|brackwater', 56.0]]

accepted()
intact()
header, rows = table("boat_costs.csv")
need(sorted(header) == ["date", "shop", "total"], "columns are %r" % header)
need(len(rows) == len(WANT), "has %d rows, not %d" % (len(rows), len(WANT)))
for r, (day, shop, total) in zip(rows, WANT):
    need(r["date"] == day, "date %r where %s belongs" % (r["date"], day))
    need(any(s in low(r["shop"]) for s in shop.split("|")), "shop %r on %s" % (r["shop"], day))
    need(one_num(r["total"], total), "total %r on %s" % (r["total"], day))
