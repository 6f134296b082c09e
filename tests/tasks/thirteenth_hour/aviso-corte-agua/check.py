import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("aviso.txt")
text = read("aviso.txt")
need(30 <= word_count(text) <= 180, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\bjueves\b", r"\b12\s+de\s+marzo|\b12[/.-]0?3\b|\b12-03", r"\b0?8[:.]30\b|8 y media|8 h 30", r"\b13([:.]00)?\s*(h\b|horas|\b)|\buna de la tarde|\b1(:00)? (de la tarde|p)", r"\bagua\b", r"v[áa]lvula", r"cubos?|botellas?|recipientes?", r"grifos?|llaves?", r"cerrad[oa]s|cierren?|cerrar", r"Pilar G[óo]mez", r"\b3\s?\.?\s?[ºo°]?\.?\s?B\b|tercero B", r"duda|pregunta|consult|informaci|aclaraci|contact|llam|detalle|cuesti")
need("600555018" in re.sub(r"[\s./()-]", "", text), "the telephone number is missing")
must_not_say(text, r"\b(lunes|martes|miércoles|viernes|sábado|domingo)\b", r"\b(tú|ti|contigo|vosotr[oa]s|tienes|puedes|debes|llenad|cerrad|dejad|llamad|tenéis|podéis|vuestr[oa]s?|llámame|llenes|cierres|tus?)\b")
body = re.sub(r"(\+34\s*)?600[\s\d./-]{6,}", " ", text)
only_numbers(body, 12, 3, 2026, 8, 30, 13, 0, 8.3, 13.0, 12.3, 12.03, 1, 12.032026)
