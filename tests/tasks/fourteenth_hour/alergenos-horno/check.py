import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
RIGHT = (r"barra r[uú]stica", r"nueces", r"cebolla", r"galletas", r"empanada", r"rollitos")
WRONG = (r"croissant", r"napolitana", r"ensaimada", r"bizcocho", r"tarta de queso", r"magdalena", r"\bflan\b", r"palmera")
parts = re.split(r"(?<=[.!?])\s+(?=[A-ZÁÉÍÓÚ¿])|\n\s*\n", OUTPUT)
OUT = r"no (los |las )?(puede|podr|debe)|(debe|hay que) evitar|evite|descarta|exclu[ií]d|(?<!no )(contienen?|llevan?|tienen?) (la |el )?(leche|huevo)|no aptos?|prohib"
good = "\n".join(part for part in parts if not re.search(OUT, re.sub(r"no (contienen?|llevan?|tienen?)", "", part), re.I))
must_say(good, *RIGHT)
must_not_say(good, *WRONG)
