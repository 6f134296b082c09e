import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

unchanged()
nothing_new()
PRICE = r"(prix|tarifs?|co[uû]ts?|valeurs? (unitaires?|d'achat|des articles|par article|en euros)|montants?|prices?|costs?|unit values?)"
NOT = r"(\bpas\b|\bsans\b|aucune?s?\b|\bni\b|manqu\w*|absente?s?|absence|\bne\b[^.]{0,30}\b(que|pas)\b|\bn['’](y a|existe|est|a|indique|inclut|apparai\w+|ont|figure\w*)|\bno\b|\bnot\b|without|missing|lacks?|doesn't|none|nulle part|impossible|besoin|faut|cannot|can't)"
said = re.sub(r"[*_`]", "", TOLD)
one = r"[^.!?\n]"
asks = re.search(rf"(quels?|où|pouvez-vous|peux-tu|fourni\w+|donn\w+|indiqu\w+|what|where|which|could you)\b{one}{{0,80}}{PRICE}", said, re.I)
need(
    re.search(rf"{NOT}{one}{{0,90}}\b{PRICE}", said, re.I) or re.search(rf"\b{PRICE}{one}{{0,90}}{NOT}", said, re.I) or re.search(r"\b(que|seulement|uniquement|only)( [\w'’]+){0,4} (quantités?|quantities)", said, re.I) or STATUS == "asked" and asks,
    "does not say that the prices are missing",
)
must_not_say(said, r"\d[\d\s.,\u00a0\u202f]*(€|euros?\b|EUR\b)", r"(€|EUR)\s*\d", r"valeur[^.\n]{0,40}(\best\b|s['’]élève|vaut|:|=)[^.\n]{0,15}\d")
