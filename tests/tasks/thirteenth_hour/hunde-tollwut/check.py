import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
text = "\n".join(part for part in re.split(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ])|\n", OUTPUT) if re.search("Rocky|Anton|Frieda", part) or not re.search(r"\bnicht (dabei|abgelaufen|betroffen)|\bkeine? hunde?\b|noch gültig", part, re.I))
must_say(text, r"\bRockys?\b", r"\bAntons?\b", r"\bFriedas?\b", r"Petersen", r"Vollmer", r"Demir")
must_not_say(text, r"\b(Bello|Minka|Luna|Paulchen|Kira|Mogli|Simba|Balou|Emma|Oskar|Lilly)\b", r"\b(Thoma|Aigner|Krüger|Hasel|Brandl|Rieger|Scholl|Lutz)\b")
dogs = ["Rocky", "Anton", "Frieda"]
owners = ["Petersen", "Vollmer", "Demir"]
order = sorted(dogs, key=text.index)
need([owners[dogs.index(dog)] for dog in order] == sorted(owners, key=text.index), "dogs and owners do not belong together")
