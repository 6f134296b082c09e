import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "complaint.txt": "67128f2648b983adcac9e460f53b4f77ba9abc4653c6b88b48d028e1ab0c6338"
}

accepted()
intact()
text = OUT
for p in listing():
    if p not in ORIG and os.path.isfile(p) and os.path.getsize(p) < 20000:
        try:
            new = without_request(open(p, encoding="utf-8").read())
        except UnicodeDecodeError:
            continue
        if count_words(new) > 30 and "hale" in new.lower():
            text = new
need(text.strip(), "no reply")
no_program(text)
t = low(text)
need(language(text) == "en", "is not in English")
need(40 <= count_words(text) <= 260, "has %d words" % count_words(text))
need(not re.search(r"\[[^\]\n]{2,40}\]", text), "has a placeholder")
need("arkwright" in t or "delphine" in t, "she is not addressed")
need("corin hale" in t, "the sender is missing")
need(t.rfind("corin hale") > (t.find("arkwright") if "arkwright" in t else t.find("delphine")), "is written from her to us")
need(not re.search(r"dear (mr |corin|people)", t) and "i paid" not in t, "is written from her to us")
need("48213" in t, "the order number is missing")
need(re.search(r"sorry|apolog|regret", t), "does not say sorry")
need(has_date(text, 2025, 7, 8), "8 July is missing")
need(not re.search(r"\b(delivered|arrives?|arriving|reach(es)? you|be with you)\b(?:(?!after|leav|since|courier|carrier|post)[^.,;]){0,25}\b(tuesday|8(th)? (of )?july|july 8)", t), "it leaves on that day and does not arrive")
need(not re.search(r"voucher|discount|gift card|% off|percent off", t), "promises something that nobody has said")
need(re.search(r"new|replacement|another", t) and "teapot" in t, "the new teapot is missing")
need(re.search(r"free|no (extra |additional |further )?(cost|charge)|without (any )?(extra |additional )?(cost|charge)|at our (own )?(cost|expense)|not (be )?(cost|charged)|won't (cost|be charged)|nothing", t), "does not say that it costs nothing")
need(re.search(r"keep|hold on to|throw|dispose|discard|no need|not (need|have)|needn't|don't (need|have)|bin\b", t), "says nothing about the pieces")
need(not re.search(r"please (return|send (back|us|the))|refund (of|will)|have to (send|return) (it|them|the)(?<!not have to return the)", re.sub(r"(not|n't|no) (need|have) to \w+( \w+)? (it|them|the)", "", t)), "asks for the pieces or promises a refund")
for m in re.finditer(r"(\d{1,2})(?:st|nd|rd|th)? (july|june|august)|(july|june|august) (\d{1,2})(?!\d)", t):
    need((m.group(1) or m.group(4)) in ("8", "08", "2", "19"), "another date: %s" % m.group())
need(not re.search(r"\b(monday|thursday|friday|sunday)\b", t), "another day of the week")
