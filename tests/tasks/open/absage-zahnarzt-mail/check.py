import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'termin.txt': '5013b28334a1844d7985'}

accepted()
unchanged()
text = read("absage.txt").strip()
no_program(text)
no_echo(text, 0.45)
low = plain(text)
assert language(text, "de") == "de", "die Mail ist nicht deutsch"
assert 25 <= len(words(text)) <= 170, f"{len(words(text))} Wörter"
assert not re.search(r"\[[A-Za-zÄÖÜ][^\]]{2,30}\]|XX+|_{3,}", text), "eine Lücke ist noch auszufüllen"
assert has_date(text, 2024, 6, 13), "der Tag des Termins fehlt"
assert re.search(r"\b0?9[:.]40\b", text), "die Uhrzeit des Termins fehlt"
assert has_date(text, 2024, 6, 24), "die Woche ab dem 24. Juni fehlt"
assert "dienstreise" in low or "dienstlich" in low or "geschaftsreise" in low or "beruflich" in low, "der Grund fehlt"
assert "nachmittag" in low, "am liebsten nachmittags fehlt"
assert re.search(r"absag|abgesagt|nicht (kommen|wahrnehmen|einhalten)|verschieben|verleg|verhindert|stornier", low), "die Absage fehlt"
assert re.search(r"neue[nr]?|ersatztermin|ausweichtermin|anderen|alternativ", low), "die Bitte um einen neuen Termin fehlt"
assert re.search(r"sehr geehrte|guten (tag|morgen)|liebe[rs]?\b|hallo", low), "die Anrede fehlt"
assert "elke tramnitz" in plain("\n".join(text.splitlines()[-4:])), "der Name am Ende fehlt"
assert not re.search(r"sehr geehrte frau tramnitz|liebe (frau|elke)\b", low), "die Mail geht an die Praxis"
assert all((m, d) in {(6, 13), (6, 24), (6, 28), (6, 30)} or m > 12 or (d, m) in {(6, 13), (6, 24), (6, 28), (6, 30), (9, 40)} for y, m, d in dates(text)), "ein erfundenes Datum"
