import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "applications/brannock.txt": "78d06952ec55079d59f640c57faa8ee2ab2c0d4124c3c8eac4143f627309ed34",
 "applications/2_casimir.txt": "9e9523072a9b44e34f9fb61329e0d16c3207274dc07097d4a859bfefb0ccdf72",
 "applications/from-esme.txt": "312442863c90c46c9636404c0f1930f024106753166f18a297fa21da52b73ac6",
 "applications/hollis.txt": "728c74d3b6da777bb6ca4dc370d933d1d0c2d19ecc29f6f0d1354144e34d0e6a",
 "applications/letter5.txt": "1e6988ed1ecec776a7ac5542113497f1a09432e276218ada632319acd63176fb"
}

WANT = [['tilda brannock', 'tilda.brannock@example.org', 6, '2025-09-01'], ['casimir wolde', 'c.wolde@example.com', 19, '2025-08-04'], ['esme tarrant', 'esme@example.com', 2, '2025-07-15'], ['hollis akintola', 'hollis.akintola@example.org', 11, '2025-10-01'], ['oona fairlie', 'oona_fairlie@example.com', 8, '2025-08-01']]

accepted()
intact()
header, rows = table("applicants.csv")
need(sorted(header) == ["available", "email", "name", "years"], "columns are %r" % header)
got = []
for r in rows:
    need(re.fullmatch(r"\d+(\.0)?", r["years"]), "years is %r" % r["years"])
    got.append([low(r["name"]), low(r["email"]), int(float(r["years"])), r["available"]])
for w in WANT:
    need(w in got, "%s is missing or wrong" % w[0])
need(len(got) == len(WANT), "has %d rows" % len(got))
