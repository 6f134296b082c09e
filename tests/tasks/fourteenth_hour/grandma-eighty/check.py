import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(25 <= word_count(text) <= 105, f"{word_count(text)} words")
no_placeholder(text)
JUNE = r"0*{0}(st|nd|rd|th)?\.? (of )?june?\b|june?\.?,? (the )?0*{0}(?!\d)|0*{0}[./]0?6\b|2026-06-0*{0}(?!\d)"


def june(day):
    return (r"\b(?:by|before|until|than) (?:the )?{0}(?:st|th)\b|".replace("{0}", str(day)) if day in (1, 10) else "") + r"(?<!\d)(?:" + JUNE.replace("{0}", str(day)) + ")"


must_say(text, june(20), r"\b3(:00|\.00)? ?p\.?m|\b15[:.]00|\b(three|3) (o'clock|in the afternoon)", r"Ruth", r"garden", r"bench", r"\bMartin\b", june(1), june(10))
need(has_number(text, 30), "the 30 pounds are missing")
flat = re.sub(r"\s+", " ", text)
must_say(flat, r"Sophie[^.;]{0,60}cake|cake[^.;]{0,40}Sophie", r"Dev\b[^.;]{0,60}(slide|photo|picture)|(slide)\W?show[^.;]{0,40}Dev\b")
verb = r"(?: will| is|'s|'ll)? ?(?:bak|mak|bring|do|handl|prepar|provid|organi)\w*(?:(?!Dev|Sophie|Martin|Ruth)[^.;,]){0,25}"
must_not_say(flat, r"Dev" + verb + "cake", r"(Martin|Ruth)" + verb + "(cake|slide)", r"Sophie" + verb + "(slide)")
by = r"\b(?:by|before|until|than) (?:the |June )?"
must_not_say(flat, r"(?:£ ?30|30 pounds|money|share)(?:(?!photo|picture|image|slide|Dev)[^.;]){0,60}" + by + "10", r"(?:photo|picture)s?(?:(?!Martin|30|money|share|pound)[^.;]){0,60}" + by + r"1(?:st)?\b")
for sentence in re.split(r"(?<=[.!?])\s|\n", text):
    if re.search(r"Old Mill|" + june(13), sentence, re.I):
        must_say(sentence, r"\bnot\b|n't|instead|cancel|original|first|rather than|moved|no longer|previous|chang|earlier")
only_numbers(text, 80, 16, 20, 3, 3.00, 15, 15.00, 0, 30, 240, 1, 10, 8, 18, 13, 12, 42, 6, 2026)
