import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
flat = re.sub(r"\s+", " ", OUTPUT)
need(re.search(r"(?<![\d.,])(17[5-9]|180)([.,]\d+)? ?(°|grad|c\b|celsius|bis|-|–)", flat, re.I), "not 175 to 180 degrees")
need(re.search(r"(?<![\d.,])2(2[4-9]|30)([.,]\d+)? ?(g\b|gr\b|gramm|bis|-|–)", flat, re.I), "not about 226 grams")
for found in re.finditer(r"(?<![\d.,])(\d+)(?:[.,]\d+)? ?(?:°|grad) ?c(?:elsius)?\b", flat, re.I):
    need(150 <= int(found.group(1)) <= 180, f"{found.group(0)} is wrong")
for found in re.finditer(r"(?<![\d.,])(\d+)(?:[.,]\d+)? ?(?:g\b|gramm\b)", flat, re.I):
    need(int(found.group(1)) in range(110, 116) or int(found.group(1)) in range(220, 251) or found.group(1) in ("14", "28"), f"{found.group(0)} is wrong")
