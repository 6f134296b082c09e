import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("mail.txt")
text = read("mail.txt")
need(35 <= word_count(text) <= 220, f"{word_count(text)} words")
no_placeholder(text)
flat = re.sub(r"\s+", " ", text)
flat = re.sub(r"(merci|remerci\w*)(?: beaucoup| infiniment)?(?: par| d['’]) ?avance", r"\1", flat, flags=re.I)
must_say(flat, r"(bonjour|bonsoir|ch[èe]re|madame|mme)[ ,]+((madame|mme|mrs)\.? )?Garnier", r"\bL[ée]o\b", r"(?<!\d)12(?!\d)", r"(?<!\d)13(?!\d)", r"\bmars\b|/0?3\b|\.0?3\b", r"absen|manquer|pas (en classe|à l['’]école|présent|là|venir|assister)|n['’]ira pas|pourra pas",
         r"mariage|mari[eé]", r"(?<!\d)16(?!\d)", r"(revien|retour|repren|reviendr|rentre|de nouveau|présent)", r"devoirs", r"à l['’]avance|d['’]avance|en avance|avant\b|au préalable|anticip\w*", r"\b(vous|votre|vos)\b|-vous\b")
must_not_say(flat, r"\b(tu|toi|te|ton|tes)\b|\bt['’]", r"\b(mardi|mercredi|samedi|dimanche)\b", r"(mariage|noces?) de (sa|votre|ta|leur) s(œ|oe)ur|(sa|votre|ta) s(œ|oe)ur se marie", r"\b(madame|mme|monsieur) (Claire )?Delmas, *(je|nous|mon|léo)", r"lundi (12|13)|jeudi (13|16)|vendredi (12|16)")
need(re.search(r"s(œ|oe)ur|tante", flat, re.I), "whose wedding it is")
lines = [line for line in text.strip().split("\n") if line.strip()]
need(any(re.search(r"Claire Delmas", line) for line in lines[-4:]), "is not signed")
need(not re.search(r"Garnier", "\n".join(lines[-2:])), "is signed by the teacher")
need(re.search(r"\b(L[ée]o|fils)\b", flat), "no Léo")
body = re.sub(r"(?m)^\s*(\w+, )?(le )?\d{1,2} \w+ \d{4}\s*$", "", text)
only_numbers(body, 12, 13, 16, 3, 2026, 12.03, 13.03, 16.03)
