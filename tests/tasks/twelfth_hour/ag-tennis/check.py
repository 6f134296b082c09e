import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("resume.txt")
text = read("resume.txt")
need(25 <= word_count(text) <= 126, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\b195\b", r"cotisation", r"court (n[°ºo.]* ?|numéro )?(2|deux)\b|(2e|2ème|deuxième|second) court", r"\b0?3( mars|[./]0?3)?[^\n.]{0,15}\b21\b( mars|[./]0?3)|\b21 mars", r"Belkacem", r"\btrésor", r"\b14( juin|[./]0?6)", r"tournoi", r"padel")
need(re.search(r"\b0?3(er)?( mars| au| et| jusqu| à| ?[./–-])", text), "does not say from when the court is closed")
need(re.search(r"(rejet|refus|repouss|abandonn|écart|contre|\bpas\b|\bnon\b)[^\n]{0,80}padel|padel[^\n]{0,110}(rejet|refus|repouss|abandonn|écart|contre|\bpas\b|\bnon\b)", text, re.I), "does not say that the padel court was rejected")
must_not_say(text, r"padel[^\n.;]{0,30}(accept|adopt|approuv)", r"(Hamelin|Ferrand|Tissot|Aubin|Roussel)(?:(?!Belkacem)[^\n.;,]){0,25}\bélue?\b", r"court (n[°ºo.]* ?)?[13]\b")
need(re.search(r"\b(le|la|les|du|de|des|est|sera)\b", text), "is not in French")
only_numbers(text, *{reading for values in numbers(original("compte-rendu.txt"), words=True) for reading in values}, 6, 1, 15, 25.01, 14.06, 3.03, 21.03, 4, 5)
