import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "mietvertrag.txt": "012b08901c03553b556e486596035ce5afa28e46980b64773d27813ae3cc09ee"
}

text = answer(1500)
intact()
t = low(text)
need(re.search(r"\b(zwei|2)(-| )?monat", t), "die Frist von zwei Monaten fehlt")
need(has_num(text, 1260), "die Kaution fehlt oder ist falsch")
need(not re.search(r"(?:für die vermieterin|\bdie vermieterin (?:hat|kann|muss))(?:(?!(?<!ver)mieter|\bsie\b|\bdich\b|\bdu\b|\bihnen\b|\bihr)[^.;,(]){0,40}\b(zwei|2)[- ]?monat", t), "das ist die Frist der Vermieterin")
for m in re.finditer(r"\b(drei|3|vier|4|sechs|6|einem?|1)(-| )?monat", t):
    around = t[max(0, m.start() - 90):m.end() + 90]
    need(re.search(r"vermieter|stellplatz|abrechn|abgerechnet|abzurechnen|rückzahl|zurück", around), "nennt auch eine andere Frist: %s" % m.group())
need(not has_num(text, 630) or "miete" in t.replace("mieterin", "").replace("vermiete", ""), "630 ist die Miete")
