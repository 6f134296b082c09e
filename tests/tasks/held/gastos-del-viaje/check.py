import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "viaje.json": "08340149c6976aa5a19679b7be267a76d5d660e86334b8d98c732da273993e4e"
}

text = answer()
intact()
t = low(text)
need("comida" in t, "falta la categoria")
need(has_num(text, 214.80), "el total no es correcto")
parts = re.split(r"\n+|(?<=[.!?])\s+(?=[A-Z])", flat(text))
need(len(parts) <= 3 or [p for p in parts if "comida" in p.lower() and has_num(p, 214.80)], "categoria y total no van juntos")
need(language(text) == "es" or not re.search(r"\b(the|we|was|and|with|die|wir)\b", t), "no está en español")
need(not re.search(r"\b(m[aá]s|mayor|m[aá]ximo)\b(?:(?!comida|\bque\b|segui|despu[eé]s)[^.\n,;]){0,50}\b(gasolina|hotel|entradas)\b", t), "otra categoria")
need(not re.search(r"(gastamos|gastasteis|gast\w+) m[aá]s (fue |es |dinero )?(en )?(la |el )?(gasolina|hotel|entradas)", t), "otra categoria")
