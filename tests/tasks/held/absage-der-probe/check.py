import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {}

accepted()
text = without_request(content("absage.txt"))
no_program(text)
t = low(text)
need(language(text) == "de", "ist nicht auf Deutsch")
need(20 <= count_words(text) <= 170, "hat %d Woerter" % count_words(text))
need(not re.search(r"schreib(e)? herrn|frag(e)? ihn|speicher", t), "wiederholt den Auftrag")
need(not re.search(r"\[[^\]\n]{2,40}\]|\bxxx\b|\.\.\.\s*name", t), "enthaelt einen Platzhalter")
need("okonjo" in t, "die Anrede fehlt")
need("vasold" in t and "henrike" in t, "der Name fehlt")
need(t.find("okonjo") < t.rfind("vasold"), "von Herrn Okonjo statt an ihn")
need("probe" in t, "die Probe fehlt")
need(has_date(text, 2025, 6, 12), "der 12. Juni fehlt")
need(has_date(text, 2025, 6, 13) or re.search(r"13\. ?(juni|6)|freitag", t), "der Freitag fehlt")
need("freitag" in t or has_date(text, 2025, 6, 13), "der Ersatz fehlt")
need(re.search(r"\b18([:.]00)?( uhr|\b)|\b(6|sechs) uhr (abends|am abend)", t), "18 Uhr fehlt")
need(re.search(r"zahn", t), "der Grund fehlt")
need(not re.search(r"(freitag|13\. ?(juni|6))[^.!?]{0,25}(nicht (zur|kommen)|absagen)", t), "sagt den Freitag ab")
need(re.search(r"nicht|leider|absagen|verhindert|kein|versäum|fehlen", t), "sagt nicht ab")
need(re.search(r"\?|mitteilen|bescheid|rückmeldung|wissen lassen|frage", text.lower()), "fragt nicht")
for wrong in ("montag", "dienstag", "mittwoch", "samstag", "sonntag"):
    need(wrong not in t, "falscher Wochentag: %s" % wrong)
for m in re.finditer(r"(\d{1,2})\. ?(juni|juli|mai)", t):
    need(m.group(1) in ("12", "13") and m.group(2) == "juni", "falsches Datum: %s" % m.group())
need(not re.search(r"donnerstag,? ?\(?(de[nmr] )?13\.|freitag,? ?\(?(de[nmr] )?12\.", t), "Tag und Datum vertauscht")
