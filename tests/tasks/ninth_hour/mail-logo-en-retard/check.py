import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("mail.txt")
text = read("mail.txt")
need(25 <= word_count(text) <= 180, f"{word_count(text)} words")
must_say(text, r"\bLefort\b", r"\blogo\b", r"\b19\b", r"\bmars\b|/0?3\b", r"imprim", r"retard|délai|contretemps|report", r"\bacompte\b", r"\b300\b", r"merci|remerci", r"Karim Benali")
need(len(re.findall(r"\b(je|vous|votre|la|le|du|que|pour|est|bien)\b", text, re.I)) >= 5, "not in French")
need(re.search(r"bonjour|madame|mme|chère", text.strip()[:200], re.I), "no greeting")
need(text.rfind("Benali") > len(text) * 0.6, "not signed at the end")
only_numbers(text, 12, 19, 300, 3, 7, 1)
must_not_say(text, r"du 19 (mars )?au 12", r"19 mars (est |a été )?(report|décal|repouss)\w+ au 12", r"(au lieu du|prévue?s?( initialement)? (le|pour le)|initialement le) 19", r"(mon|de mon|notre) acompte", r"(Cher|Bonjour|Monsieur) (Monsieur |M\. )?(Karim|Benali)")
for sentence in re.split(r"(?<=[.!?])\s|\n", text):
    if "acompte" in sentence:
        need(not says(sentence, r"(veuillez|merci de|pourriez|prie de)[^.]*(verser|régler|payer|envoyer)"), "asks for the deposit")
no_placeholder(text)
