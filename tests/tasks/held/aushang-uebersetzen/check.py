import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "notice.txt": "2668eee9a68c09e50cb0c405c38679b2c495c8fb1cf4279d7b12ae5a53361439"
}

accepted()
intact()
text = content("aushang.txt")
no_program(text)
t = low(text)
need(language(text) == "de", "ist nicht auf Deutsch")
need(55 <= count_words(text) <= 180, "hat %d Woerter" % count_words(text))
need(has_date(text, 2025, 10, 16), "das Datum fehlt")
need("donnerstag" in t, "der Wochentag fehlt")
need(re.search(r"\b0?9[:.]30", t) or re.search(r"halb zehn|\b9 uhr 30", t), "9:30 fehlt")
need(re.search(r"\b14([:.]00)?\b|\b(2|zwei) uhr (nach)?mittags|\b(2|zwei) uhr am nachmittag", t), "14 Uhr fehlt")
need(re.search(r"\b15([:.]00)?\b|\b(3|drei) uhr (nach)?mittags|\b(3|drei) uhr am nachmittag", t), "15 Uhr fehlt")
need("0555" in t and re.search(r"0555[ /-]?0187", t), "die Nummer fehlt")
need("ketteridge" in t, "Frau Ketteridge fehlt")
need("waschmaschine" in t and "wasser" in t and re.search(r"eimer|kübel", t) and "ventil" in t, "etwas fehlt (Wasser, Ventil, Eimer, Waschmaschine)")
need("keller" in t and re.search(r"braun|bräunlich", t) and "links" in t, "etwas fehlt (Keller, braun, links)")
need(re.search(r"harmlos|bedenklich|gefährlich|schädlich|keine? (problem|gefahr|grund|anlass|sorge|bedenken)|(nichts|nicht) schlimm|schadet nicht", t), "dass es harmlos ist, fehlt")
need(re.search(r"toilette|\bwc\b|\bklo", t), "die Toilette fehlt")
for day in ("montag", "dienstag", "mittwoch", "freitag", "samstag", "sonntag"):
    need(day not in t, "falscher Wochentag: %s" % day)
need(re.search(r"zweite[nrs]?|\b2\.", t), "das Stockwerk fehlt")
for w in ("thursday", "october", "residents", "please", "washing", "plumber", "a.m.", "p.m."):
    need(w not in t, "%s ist nicht uebersetzt" % w)
