import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'menu-inaugurazione.txt': '957b69a20a12b93ba7df',
    'ordine.txt': '65e6d7ad142fb302f67b',
}
accepted()
unchanged()
nothing_new("reclamo.txt")
text = read("reclamo.txt")
no_program(text)
assert 40 <= len(text.split()) <= 230, f"{len(text.split())} words"
low = plain(text)
italian = "il lo la gli che di e un una per non con del dei ci vi sono abbiamo piatti entro ma".split()
assert sum(w in italian for w in words(low)) >= 0.17 * len(words(low)), "not Italian"
assert "2025/884" in low, "the order's number is missing"
for number, word in ((40, "quaranta"), (36, "trentasei"), (3, "tre"), (7, "sette")):
    assert has_number(text, number, in_words=False) or says(text, word), f"{number} is missing"
assert re.search(r"\b6 (di )?giugno|\b0?6[./-]0?6\b", low), "the deadline is missing"
assert re.search(r"\b(rott[io]|danneggiat[io]|rotture?)\b", low), "broken is not said"
assert says(text, "Corradi", "Nives"), "the signature is missing"
assert not re.search(r"entro (il|e non oltre il) (14|19|5)\b", low), "the wrong deadline"
assert not re.search(r"\[[^\]]*\]|\{\w+\}", low), "a gap"
assert not re.search(r"(?m)^\s*(ordinati|allegato|fornitore) ?:|->", text.lower()), "the notes were copied"
assert re.search(r"buongiorno|gentil|egregi|spett|salve|cari?\b|buonasera", low), "no greeting"
