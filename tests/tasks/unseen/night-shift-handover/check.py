import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'notes_bed12.txt': 'a7c283dbef8fd02395e9',
    'menu_week42.txt': 'b5bbae9cdc778d9076fb',
}
unchanged()
nothing_new()
text = answer(1100)
low = plain(text)
assert len(words(text)) <= 150, "too long"
assert not re.search(r"(?m)^ {0,3}0?6:40 ", text), "the notes are copied"
assert re.search(r"penicillin", low), "the allergy is missing"
assert re.search(r"operation|surgery|\bop\b|hernia", low), "the operation is missing"
assert re.search(r"nothing to eat|no food|nil by mouth|not eat|fasting|fasted|without food|stop eating|nothing by mouth|no eating|npo|clear fluids|nbm|mustn't eat|fast from|(eat|food)[^.]{0,40}(22|10)|(22:?00|10 ?pm)[^.]{0,30}(eat|food)", low) and re.search(r"22[:.]?00|10 ?pm", low), "the fasting is missing"
assert re.search(r"\b(fell|fall|slipped|fallen)\b", low), "the fall is missing"
assert re.search(r"potassium", low), "the potassium is missing"
assert re.search(r"control|check|recheck|retest|repeat|blood|test|result", low), "what is to do about the potassium is missing"
assert not re.search(r"(is|has|with|shows?|suffered|was) an? (hip )?fracture|fractured (his|the)|broken hip|broke his", low), "there is no fracture"
assert not re.search(r"remote|flowers|pyjamas|grandchildren|menu", low), "unimportant things"
assert len(re.findall(r"[^.!?\n;]{15,}?[.!?](?=\s|$)", re.sub(r"\b(Mr|Mrs|Dr|approx|no)\.|(?<=\d)\.(?=\d)", "x", text))) <= 7, "too many sentences"
