import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'meet.xml': 'cf9348934949895f9053',
}
text = answer(900)
unchanged()
nothing_new()
assert says(text, "Rosa Tennant", "Tennant"), "the winner"
assert re.search(r"(?<!\d)0?1[:.]01[.,]38(?!\d)|61[.,]38", text), "the time"
assert says(text, "Marlins Hove", "Marlins"), "the club"
rest = plain(re.sub(r"(?i)(?:100|50) ?m\b|\d+:\d+[.,]\d+|(?m:^\s*\d[.)]\s)|(?:event|no\.?|#) ?\d", " ", text))
assert re.search(r"\b(?:4|four)\b.{0,80}\b(?:disq|dq)|\b(?:disq|dq).{0,80}\b(?:4|four)\b", rest), "how many disqualifications"
assert not re.search(r"\b(?:[235-9]|two|three|five|six|seven) (?:swim\w* (?:were |was )?)?(?:disq|dq)|\bdisqualifications\W{1,6}(?:[1235-9]|one|two|three|five|six|seven)\b", rest), "another number"
for other in ("Lund", "Adeyemi", "Ellison", "Brandt"):
    assert not re.search(other + r"\W+(?:\w+\W+){0,2}won\b|(?:winner|won by|1st)\W+(?:\w+\W+){0,3}" + other, text), "another winner"
