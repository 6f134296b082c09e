import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "festival_report.txt": "250ea62f8e55dfcfc35e18be180cea3cd6a69cf0c5da18a188e07317e0af273a"
}

accepted()
intact()
made = [p for p in listing() if p not in ORIG and p.endswith((".txt", ".md"))]
if len(made) == 1 and count_words(OUT) < 25:
    OUT = without_request(content(made[0]))
    no_program(OUT)
    text = OUT
else:
    text = answer()
n = count_words(text)
need(30 <= n <= 125, "has %d words, at most 120 were asked for" % n)
need(language(text) == "en", "is not in English")
t = low(text)
need(has_num(text, 4320) or re.search(r"(over|about|around|roughly|some|than|approximately|nearly) 4,?300", t), "the number of visitors is missing or wrong")
need(has_num(text, 2150), "the deficit is missing or wrong")
need("september" in t, "the move to September is missing")
need("park" in t and has_num(text, 4), "the parking charge of four euros is missing")
need(not re.search(r"(entrance|entry|admission) fee", t) or re.search(r"no entrance|no entry|not |without|reject|against|rather than|instead|avoid|kept free", t), "an entrance fee is not proposed")
if has_num(text, 3870):
    need(re.search(r"3,?870[^.]{0,40}(before|previous|last|earlier|year)|(from|after|than|last year|previous|year before|year earlier)[^.]{0,40}3,?870", t), "3,870 was the year before")
for wrong in (r"september(?:(?!instead|rather|not |from|october)[^.]){0,30}(first|third|last) weekend(?! (?:of|in) october)|(first|third|last) weekend (of|in) september", r"deficit of (1|3|780)", r"4,?320 euros", r"(drop|end|abolish|cancel)(ping)? the free bus"):
    need(not re.search(wrong, t) or ("bus" in wrong and re.search(r"reject|instead|rather|against|decided not|\bkeep|bus (would|will|should)? ?(stay|remain)|not (to )?drop", t)), "says something that is not so: %s" % wrong)
