import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("affiche.txt")
text = read("affiche.txt")
need(20 <= word_count(text) <= 150, f"{word_count(text)} words")
no_placeholder(text)
flat = re.sub(r"\s+", " ", text)
TWO = r"\b14 ?(h|:|heures)(?! ?[1-9])"
NINE = r"\b0?9 ?(h|:|heures)(?! ?[1-9])"
HALF = r"\b13 ?(h|:|heures) ?(30|et demie)"
OPEN = r"(r[ée]?-?ouvr|réouv|ouvert|retrouv|accueil|de retour|horaires|reprend|repris)\w*"
CLOSED = r"(ferm|clos|inventaire)\w*"
must_say(flat, r"inventaire", r"vendredi", r"\b0?9 janv|\b0?9[/.-]0?1\b", r"samedi", r"Kervran", r"(vélo|réparation|bicyclette)s?")
must_say(flat, rf"{CLOSED}[^.!?]{{0,80}}{TWO}|{TWO}[^.!?]{{0,80}}{CLOSED}")
must_say(flat, rf"{OPEN}[^.!?]{{0,80}}{NINE}|{NINE}[^.!?]{{0,80}}{OPEN}|samedi[^.!?]{{0,60}}{NINE}")
must_say(flat, rf"(retir|retrait|récup|cherch|repren|dispon)[^.!?]{{0,100}}{HALF}|{HALF}[^.!?]{{0,100}}(retir|retrait|récup|cherch|repren|dispon)")
must_not_say(flat, rf"(r[ée]?-?ouvr|réouv)\w*[^.!?]{{0,25}}{TWO}", rf"ferm\w* (à|dès|à partir de) {NINE}", r"\b(tu|toi|tes|ton)\b", r"\b(lundi|mardi|mercredi|jeudi|dimanche)\b")
need(re.search(r"Kervran", text.strip()[-90:]), "is not signed")
only_numbers(flat, 9, 14, 13, 30, 2026, 10, 1, 0, 13.3)
