import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
text = read("mail.txt")
need(30 <= word_count(text) <= 220, f"{word_count(text)} words")
must_say(text, r"Ferrand", r"confirm", r"\b12(?:\s+(?:septembre|sept\.?))?\b|12[/.]0?9", r"\b14\s+sept|14[/.]0?9", r"\b(?:17|dix-sept)\b",
         r"\b180\b|cent quatre-vingts", r"arrhes|acompte|avance de", r"\b16\s?(?:h|:|heures)|seize heures", r"\?|demand|savoir si|possib|\bsi (?:on|nous) p", r"Claire Dumas")
must_say(text, r"bonjour|cher|monsieur|madame", r"\b(?:nous|notre|je|vous)\b")
must_not_say(text, r"\b(?:dear|regards|sincerely|we would)\b", r"14 personnes", r"arriverons (?:dès|à) 16", r"\b(?:à payer|nous (?:vous )?(?:paierons|verserons|virerons)|seront (?:payée?s|versée?s|virée?s|réglée?s)|restent? à (?:payer|verser))\b")
need(text.rstrip().split("\n")[-1:] and "Claire Dumas" in "\n".join(text.rstrip().split("\n")[-5:]), "is not signed at the end")
need(not re.search(r"(?:Bonjour|Chère?|Madame)\s+(?:Mme\s+)?Claire", text), "is written to Claire")
only_numbers(text, *[value for values in numbers(original("reservation.txt")) for value in values], 16, 0, 9)
no_placeholder(text)
unchanged()
nothing_new("mail.txt")
