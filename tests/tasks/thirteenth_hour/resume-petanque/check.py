import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("resume.txt")
text = read("resume.txt")
need(25 <= word_count(text) <= 132, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"cotisation", r"\b38(,00)?\s*(€|euros?\b|eur\b)", r"tournoi", r"\b14[\s\u00a0]+juin|\b14[/.]0?6", r"Marchand", r"trésori", r"\b(le|la|les|du|est|sera)\b")
must_not_say(text, r"nouve\w+ trésori\w+\s*(est|sera|:|,)\s*(m\.|monsieur)?\s*(Gérard )?Pons", r"Pons (est|devient|a été) (élu|le nouveau|trésorier)", r"cotisation[^.\n]{0,40}(est|sera|à|de) 35 ?(€|euros?)(?! ?à)\.")
flat = re.sub(r"\s+", " ", text)
at = re.search(r"tournoi", text, re.I).start()
near = re.findall(r"tournoi[^.;\n]{0,90}", flat, re.I)
need(not any(re.search(r"\b(?!14\b)\d{1,2} (janvier|mars|avril|mai|juin|juillet)", part) and not re.search(r"\b14 juin", part) for part in near), "another date of the tournament")
only_numbers(text, *[value for values in numbers(original("pv.txt")) for value in values], *range(0, 8), 8.3, 18.1, 19.45, 14.06, 14.6, 28.03, 28.3, 17.01, 17.1, 6, 3, 1)
