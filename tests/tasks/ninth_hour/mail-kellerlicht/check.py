import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("mail_hausverwaltung.txt")
text = read("mail_hausverwaltung.txt")
no_placeholder(text)
need(30 <= word_count(text) <= 190, f"{word_count(text)} words")
must_say(text, r"frau dresen", r"keller", r"licht|beleuchtung|lampe", r"block b\b", r"\b0?3\. ?(?:november|nov\.|11\.)", r"nachbar|bewohner|mieter", r"stolper|gest(?:ü|ue)rz", r"\b15(?::00|\.00)? uhr", r"(?:0|\+49[\s(0)]*)151[\s/-]*2345[\s-]*6789", r"tobias renner")
must_say(text, r"repar|beheb|instand|austausch|in ordnung|kümmer|erledig|behoben", r"handwerker|elektriker|techniker|monteur", r"gr(?:ü|ue)(?:ß|ss)|hochachtungsvoll")
must_not_say(text, r"\b(?:du|dir|dich|deine?[rnm]?)\b", r"\b(?:dear|regards|please)\b", r"sehr geehrter herr|frau renner")
need(re.search(r"tobias renner", text, re.I) and text.lower().rindex("tobias renner") > text.lower().index("frau dresen"), "not from Renner")
rest = re.sub(r"(?:0|\+49[\s(0)]*)151[\s/-]*2345[\s-]*6789", "", text)
rest = re.sub(r"\b0?3\. ?11\.", "", rest)
only_numbers(rest, 3, 15, 2, 0, 15.0)
