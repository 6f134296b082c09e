import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("courriel.txt")
text = read("courriel.txt")
need(35 <= word_count(text) <= 220, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\b(madame|mme)\b|claire aubry", r"\b4471\b", r"\b0?6(er)? mai|0?6[/.-]0?5|2025-05-06", r"cartons?", r"\bA ?4\b", r"manqu|incompl|au lieu de|seulement|que (7|sept)", r"rembours",
         r"(avant|d['’]ici|au plus tard|jusqu['’]au)[^.!?]{0,40}(16 mai|16[/.-]0?5)|(16 mai|16[/.-]0?5)[^.!?]{0,25}au plus tard", r"\b(vous|votre|vos|veuillez|pourriez|merci)\b",
         r"livr|envo|exp[ée]di|parvenir|fourn")
must_say(text, r"\b(3|trois)\b|\b(7|sept)\b")
must_say(text, r"\b(10|dix)\b")
must_not_say(text, r"\b(tu|toi|ton|tes)\b", r"monsieur aubry|\bm\. aubry|(madame|mme|monsieur) ferrand", r"manque\w* (de |les |des )?(10|dix) ", r"(3|trois) cartons[^.!?]{0,40}en trop",
             r"\b(please|regards|dear|sincerely)\b")
body = re.sub(r"(?m)^\s*([A-ZÀ-Ý][\w' -]+, )?(le )?([a-z]+ )?\d{1,2}(er)? [a-zûé]+ 20\d\d\s*$|^Date ?:.*$", "", text)
must_not_say(body, r"\b(lundi|mercredi|jeudi|samedi|dimanche)\b")
end = max((found.end() for found in re.finditer(r"cordialement|cordiale|salutations|sentiments|bien à vous|respectueusement|merci|remerci\w+|bonne journée|l['’]attente", text, re.I)), default=0)
need(end and re.search(r"Julien\s+Ferrand", text[end:]), "is not signed")
need(re.search(r"Jean[- ]Moulin", text[end:]), "the school is missing below")
need(not re.search(r"Aubry", text[end:]), "is signed by the supplier")
only_numbers(body, 4471, 6, 5, 2025, 3, 10, 4, 16, 7, 6.05, 16.05, 6.5, 16.5)
