import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("mail.txt")
text = read("mail.txt")
must_say(text, r"novak", r"\boak", r"shel(?:f|ves|ving)", r"living\W?room", r"\b2[.,]40?\s*(?:m\b|met|x|×|by)|\b240\s*(?:cm|x|×)|\b2400\s*mm", r"\b1[.,]80?\s*m|\b180\s*cm|\b1800\s*mm", r"\b12(?:th)?(?:\s+of)?[. ]\s*sept|sept(?:ember|\.)?\s+(?:the\s+)?12|\b12\.\s?0?9\b", r"price|cost|quot|estimate|offer", r"judith kern")
only_numbers(re.sub(r"\b20[2-9]\d\b", "", text), 2.4, 1.8, 240, 180, 2400, 1800, 12, 9)
must_not_say(text, r"1[.,]80?\s*m(?:eters?|etres?)?\s*(?:wide|in width)", r"2[.,]40?\s*m(?:eters?|etres?)?\s*(?:high|tall|in height)")
no_placeholder(text)
need(word_count(text) <= 150, "too long for a short mail")
