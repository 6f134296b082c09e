import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
accepted()
nothing_new("einladung.txt")
text = read("einladung.txt")
no_program(text)
no_echo(text, 0.75)
low = plain(text)
assert 40 <= len(words(text)) <= 230, f"{len(words(text))} words"
assert language(text, tie="de") == "de", "not German"
assert re.search(r"liebe\w* [^\n]{0,60}eltern|eltern und|geehrte\w* [^\n]{0,60}eltern|guten tag|hallo", low), "no greeting"
assert "sportfest" in low and re.search(r"einlad|eingeladen|laden|willkommen", low), "an invitation to what"
assert has_date(text, 2025, 6, 27), "the date"
assert not re.search(r"(montag|dienstag|mittwoch|donnerstag|samstag|sonntag)\w*,? (?:de[nmr] )?27", low), "the weekday"
assert re.search(r"(?<!\d)0?9[:.]30|halb zehn", low), "the time"
assert says(text, "Lindenweg"), "the place"
assert re.search(r"trinkflasche", low) and re.search(r"sonnenh[u]", low), "what to bring"
assert "kuchen" in low and "aydin" in low and has_date(text, 2025, 6, 24), "the cakes"
assert "07615550182" in re.sub(r"\D", "", text.replace("+49 (0)", "0").replace("+49 ", "0")), "the phone number"
assert re.search(r"regen|schlecht\w* wetter|regne", low) and has_date(text, 2025, 7, 4), "the rain date"
assert re.search(r"katrin lorenz[^\n]*(?:\s*\n?[^\n]{0,80}){0,2}\s*$", text.strip(), re.I), "not signed"
assert not re.search(r"\[[^\]]{2,40}\]", text), "a placeholder is left"
