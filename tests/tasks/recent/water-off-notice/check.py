import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'tenants.csv': 'ff5ee15a9535afd28453',
    'water.txt': '2929c9354b80369bd06f',
}
accepted()
unchanged()
nothing_new("notice.txt")
text = read("notice.txt")
no_program(text)
count = len(text.split())
assert 55 <= count <= 155, f"{count} words"
assert language(text) == "en", "not English"
low = plain(text)
assert has_date(text, 2025, 7, 24), "the day is missing"
assert re.search(r"\b0?8([:.]00)?\b|\beight\b", low) and re.search(r"\b13([:.]00)?\b|\b0?1([:.]00)? ?(pm|p\.m)|one o'clock", low), "the hours are missing"
assert "555 0142" in low or "555-0142" in low or "5550142" in low, "the number is missing"
assert says(text, "Amari"), "Mrs Amari is missing"
assert says(text, "valve"), "the reason is missing"
assert says(text, "bucket", "buckets"), "the bucket is missing"
assert has_number(text, 2) or says(text, "two"), "the two minutes are missing"
assert has_number(text, 12), "house 12 is missing"
assert len(re.findall(r"[.!?](\s|$)", text)) >= 3, "no sentences"
assert not re.search(r"\[[^\]]*\]|\{\w+\}|lorem|your name|house (no\. )?14 (will|is also)", low), "a gap or a wrong house"
assert not re.search(r"(?m)^(why|firm|toilets|questions):", low), "the notes were copied"
assert "tuesday" not in low and "wednesday" not in low and "friday" not in low, "the wrong day of the week"
