import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(1600)
nothing_new()
no_echo(text, 0.85)
assert not re.search(r"escribeme|muestralo|sin fichero", plain(text)), "the request is said back"
p = plain(text)
assert 35 <= len(words(text)) <= 200, f"{len(words(text))} palabras"
assert language(text) == "es", "no está en español"
assert has_date(text, 2025, 11, 22), "la fecha"
assert re.search(r"\b0?8([:.]00)?\b|ocho", p) and re.search(r"\b13([:.]00)?\b|\b1 de la tarde|1([:.]00)? ?p\.? ?m|\buna de la tarde|trece", p), "las horas"
assert re.search(r"\bred\b|internet|conexion", p), "la red"
assert "telefon" in p, "el teléfono"
assert "mantenimiento" in p, "el motivo"
assert "viernes" in p, "el viernes"
assert re.search(r"guard", p), "guardar"
assert re.search(r"apag", p), "apagar"
assert says(text, "Inés Robledo"), "el contacto"
assert re.search(r"(?<!\d)214(?!\d)", text), "la extensión"
assert re.search(r"administracion\W*$", p), "la firma"
assert not re.search(r"\[[^\]]{2,40}\]", text), "queda un hueco"
for day in re.findall(r"\b(lunes|martes|miercoles|jueves|domingo)\b", p):
    assert day == "lunes", "otro día"
