import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {}

text = answer(600)
t = low(text)
DAYS = {"lunes": "monday", "martes": "tuesday", "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday", "sabado": "saturday", "domingo": "sunday"}
plain = "".join(c for c in unicodedata.normalize("NFD", t) if not unicodedata.combining(c))
DAY = "(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)"
rest = re.sub(r"\b(?:no|ni) (?:(?:es|cae|sera|en|el|un) )*%s\b" % DAY, " ", plain)
rest = re.sub(r"\bviernes(?: es| dia|,)*(?: el)? 14\b|\b14,? (?:es |cae )?(?:en )?viernes|\bdomingo(?: es| dia|,)*(?: el)? 16\b|\b16,? (?:es |cae )?(?:en )?domingo", " ", rest)
need("sabado" in rest, "no lo dice en español")
named = {es for es, en in DAYS.items() if re.search(r"\b(%s|%s)\b" % (es, en), rest)}
need(named == {"sabado"}, "dice %s" % (sorted(named) or "ningun dia"))
