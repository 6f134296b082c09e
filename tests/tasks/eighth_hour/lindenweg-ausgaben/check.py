import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 5150.18, tolerance=0.06, words=False) or has_number(OUTPUT, 5150, tolerance=0.001, words=False), "the sum")
for other in [16035.38, 18732.62, 4673.82, 10885.2]:
    need(not has_number(OUTPUT, other, words=False), "another sum")
