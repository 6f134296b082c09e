import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
new = sorted(present() - set(ORIGINAL))
assert len(new) <= 1 and all(n.endswith((".txt", ".md")) for n in new), f"files nobody asked for: {new}"
text = read(new[0]) if new else OUT
assert 15 <= len(words(text)) <= 150, f"{len(words(text))} words"
no_program(text)
low = plain(text)
assert plain(REQUEST)[:60] not in low, "the request is said back"
assert not re.search(r"\[[^\]]*\]|<[a-z ]+>|_{3,}", text), "there is a gap to fill in"
assert language(text) == "es", "the note is not in Spanish"
assert says(text, "vecinos", "vecinas", "vecinos/as", "vecin@s", "vecindario", "comunidad"), "the neighbours are missing"
assert has_date(text, 2025, 6, 14), "the date is missing"
assert says(text, "cumpleaños"), "the birthday is missing"
assert re.search(r"\b20[:.]00|\b20 ?h|\b(?:8|ocho)\b(?:[:.]00)?(?: de la (?:tarde|noche)| ?p\.? ?m)|las 20\b", low), "the beginning is missing"
assert re.search(r"\b0?1[:.]00|\b0?1 ?h\b|\bla (?:1|una)\b|\b1 a\.? ?m", low), "the end is missing"
assert re.search(r"\b3\W{0,3}(?:o|er|ero)?\W{0,3}(?:piso|planta)?\W{0,3}(?:puerta|letra)?\W{0,3}b\b|\btercer[oa]?\W+(?:piso\W+|planta\W+)?(?:puerta\W+|letra\W+)?b\b", low), "the flat is missing"
assert re.search(r"disculp|perdon|lament|sient|molestias", low), "the apology is missing"
assert "ruido" in low or "molesti" in low or "musica" in low, "the noise is missing"
assert "600555014" in re.sub(r"[^\d]", "", text), "the phone number is missing"
assert "lucia" in " ".join(low.split()[-15:]), "the signature is missing"
for token in re.findall(r"\d+", text.replace("600555014", "600 555 014").replace("600 55 50 14", "600 555 014")):
    assert token in {"14", "6", "06", "2025", "3", "20", "00", "1", "01", "8", "600", "555", "014"}, f"{token} is invented"
assert "@" not in text.replace("vecin@s", ""), "an address is invented"
