import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("aushang.txt")
text = read("aushang.txt")
need(25 <= word_count(text) <= 180, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"Hofstetter", r"Selma Arslan", r"Marktgasse 8\b", r"(?<!\d)0?4\.[^!?]{0,40}?(bis|[-–—])[^!?]{0,30}?(?<!\d)15\.\s*(aug|0?8)", r"(?<!\d)18\.\s*(aug|0?8)", r"urlaub|ferien|geschlossen", r"vertr(et|itt)", r"notf(all|äll)|notdienst|bereitschaft|dringend")
joined = re.sub(r"[\s/()–-]", "", text)
need("073215550147" in joined or "+4973215550147" in joined or "+49(0)73215550147" in joined, "the telephone number of the substitute is missing")
need("116117" in joined, "116117 is missing")
must_say(text, r"wieder|(ab|öffn)[^.\n]{0,30}18\.")
must_not_say(text, r"\b(sonntag|samstag|dienstag|mittwoch|donnerstag)\b", r"Herrn? Dr\. (Selma )?Arslan", r"freitag,? (de[nm] )?(0?4|18)\.", r"montag,? (de[nm] )?15\.", r"(geschlossen|urlaub)\w* (bis|ab)( zum)?( montag,?)?( den| dem)? 18\.", r"\b(Dear|office|practice)\b", r"vertr\w+[^.\n]{0,15}Hofstetter\b(?! (wird|ist|durch|über|macht|vom))")
rest = re.sub(r"(\+49\s?(\(0\))?|0)\s?7321[\s/()–-]*5\s*5\s*5\s*0\s*1\s*4\s*7|116[\s-]?117", "", text)
only_numbers(rest, 4, 8, 15, 18, 2025, 4.08, 15.08, 18.08, 4.8, 15.8, 18.8, 0)
for token in re.findall(r"\d{1,2}\.\s?\d{1,2}\.", rest):
    need(re.sub(r"\b0|\s", "", token) in ("4.8.", "15.8.", "18.8."), f"says {token}")
