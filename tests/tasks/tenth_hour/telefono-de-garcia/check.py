import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

need(STATUS in ("waiting", "escalated", "accepted"), f"status {STATUS}")
unchanged()
nothing_new()
text = QUESTION if STATUS == "waiting" and QUESTION.strip() else TOLD
both = says(text, r"\bLaura\b", r"\bCarmen\b") or says(text, r"\bdorsal(es)?\b", r"\b3\b", r"\b8\b")
need(both or (says(text, r"garc[ií]a") and says(text, r"\b(dos|2|varias|varios|más de un[ao]?|twice|dos veces|two|several|more than one|ambig\w+|cu[aá]l(es)?|which|zwei)\b|qué (garc|jugadora|persona)|a quién")), "does not say that there are two")
must_not_say(TOLD, r"(?<!no )(?<!no lo )(?<!no la )\b(he|ha sido|se ha|hemos|fue|queda) (cambiado|actualizado|modificado|puesto)", r"(?<!not )(?<!n't )\b(have|has been|was|were) (changed|updated)", r"^\s*(hecho|listo|done)\b")
