import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'datos.txt': '7143fb98afdb4b1ece40',
}
accepted()
unchanged()
nothing_new("invitacion.txt")
text = read("invitacion.txt")
low = plain(text)
no_program(text)
assert language(text) == "es", "not in Spanish"
assert 40 <= len(text.split()) <= 143, f"{len(text.split())} words"
assert has_date(text, 2025, 6, 20), "the day is missing"
assert has_date(text, 2025, 6, 13), "the day of the confirmation is missing"
assert re.search(r"17[:.h]30|5[:.]30", low) and re.search(r"20[:.h]00|20 ?h|8[:.]00|las (20|8|ocho)\b", low), "the hours are missing"
assert "patio" in low and "gimnasio" in low, "the place is missing"
assert "ampa@colegio-olmos.example" in low, "the address is missing"
assert "bebida" in low, "the drinks are missing"
assert re.search(r"comer|comida|dulce|salado|plato|compartir|aperitivo|tapa|picar", low), "the food is missing"
assert says(text, "Marta Gil"), "the name is missing"
assert not re.search(r"350|presupuesto", low), "the budget was to stay out"
assert not re.search(r"\[[^\]]*\]|_{3,}", low), "a gap is left"
assert sum(l.strip().lower() in low for l in ("patio del colegio (si llueve: gimnasio)", "bebidas -> ampa", "confirmar hasta el 13/06 a ampa@")) == 0 and "->" not in text, "the notes are copied"
