import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("mail.txt")
text = read("mail.txt")
need(25 <= word_count(text) <= 170, f"{word_count(text)} words")
must_say(text, r"Rousseau", r"chaudière|chaudiere|chauffagiste", r"\b12\.? mars|\b12[/.]0?3\b|2026-03-12", r"\b0?9\s?(?:h\b|h\s?00|heures|:00)|\b0?9\s?(?:et|à|-|–)\s?11", r"\b11\s?(?:h\b|h\s?00|heures|:00)",
         r"(?:06|\+33 ?6)[ .\-\u00a0\u202f]?41[ .\-\u00a0\u202f]?22[ .\-\u00a0\u202f]?90[ .\-\u00a0\u202f]?17", r"Belhaj",
         r"quelqu['’]un|présen|sur place|à la maison|chez vous|une personne|être là|soyez là|ouvrir", r"\b(?:bonjour|madame|mme|chère)\b", r"\b(?:vous|votre)\b")
must_not_say(text, r"Lefort", r"Haddad", r"fenêtre", r"compteur", r"\b(?:dear|regards|hello|please)\b", r"(?:lundi|mardi|mercredi|vendredi|samedi|dimanche)", r"pas (?:besoin|nécessaire) d['’]être", r"n['’]est pas nécessaire")
only_numbers(text, 12, 3, 2026, 9, 11, 0, 45, 6, 41, 22, 90, 17, 8, 2, 12.03, 12.3, 33, 641229017)
need(text.rfind("Belhaj") > len(text) * 0.6, "not signed at the end")
no_placeholder(text)
