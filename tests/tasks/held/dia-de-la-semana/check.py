import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {}

text = answer(600)
t = low(text)
DAYS = {"lunes": "monday", "martes": "tuesday", "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday", "sabado": "saturday", "domingo": "sunday"}
plain = "".join(c for c in unicodedata.normalize("NFD", t) if not unicodedata.combining(c))
named = {es for es, en in DAYS.items() if re.search(r"\b(%s|%s)\b" % (es, en), plain)}
need(named == {"sabado"}, "dice %s" % (sorted(named) or "ningun dia"))
