import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import shutil, tempfile

accepted()
unchanged("pillbox.py")
nothing_new("test_*.py", "*_test.py", "tests/*")


def shown(table):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy("pillbox.py", folder)
        with open(os.path.join(folder, "medicines.csv"), "w", encoding="utf-8") as stream:
            stream.write(table)
        rc, out, err = run("pillbox.py", folder=folder)
    need(rc == 0, err[-300:])
    return out.strip().split("\n")


need(shown(original("medicines.csv")) == ["Ramipril: 10 days", "Metformin: 15 days", "Thyroxine: 38 days", "Simvastatin: 26 days", "Vitamin D: 12 days", "Bisoprolol: 6 days - ORDER", "Ibuprofen: when needed"], "the report is wrong")
need(shown("medicine,left,morning,noon,evening\nA,30,2,,1\nB,13,,1,1\nC,5,1,0,0\nD,8,0,0,0\nE,21,1,1.5,0.5\n") == ["A: 10 days", "B: 6 days - ORDER", "C: 5 days - ORDER", "D: when needed", "E: 7 days"], "another report is wrong")
