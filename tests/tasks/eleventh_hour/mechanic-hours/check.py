import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
NAMES = r"Lena|Oskar|Tariq|Wiebke"
RIGHT = r"(?<![\d.,])16([.,]50?(?!\d)|:30|½| ?1/2| ?h(ours?|rs?)?,? ?(and )?30| and a half)"
sentences = [part for part in re.split(r"\n+|(?<=[.!?])\s+", OUTPUT) if re.search(NAMES, part, re.I)]
need(sentences, "names no mechanic")
claims = [part for part in sentences if re.search(r"\b(most|highest|maximum|top|more than)\b", part, re.I)]
named = re.search(NAMES, claims[-1] if claims else sentences[0], re.I).group()
need(named.lower() == "tariq", f"names {named}")
need(re.search(RIGHT, OUTPUT, re.I), "does not say 16.5 hours")
need(re.search(r"Tariq(?:(?!Lena|Oskar|Wiebke)[\s\S])*?" + RIGHT, OUTPUT, re.I) or re.search(RIGHT + r"(?:(?!Lena|Oskar|Wiebke)[\s\S])*?Tariq", OUTPUT, re.I), "16.5 is not given for Tariq")
