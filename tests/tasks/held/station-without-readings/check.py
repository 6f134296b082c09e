import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "report.py": "586a84b60ecc1051764339579c7e91b0cb5bad8e595238db458ab807a67d7dc0",
 "stations.csv": "3bcb062fbf6f45d1d10e5ea9f64704e0e290f34fbb92448cbe6ee3adc85fb138"
}

accepted()
intact("report.py")
content("report.py")
more = "station,h06,h12,h18\nNorth,,,\nA,1,2,4\nB,-2.5,,2.5\nC,0,0,0\nD,,,\n"
for text, want in ((open("stations.csv", encoding="utf-8").read(), ["Hill: 11.1", "Marsh: 8.7", "Pier: no data", "School: 12.4"]),
                   (more, ["North: no data", "A: 2.3", "B: 0.0", "C: 0.0", "D: no data"])):
    rc, out, err = run_py(["report.py"], cwd={"stations.csv": text})
    need(rc == 0, "still fails: %s" % err[-200:])
    need([l.rstrip() for l in out.splitlines() if l.strip()] == want, "prints %r" % out)
