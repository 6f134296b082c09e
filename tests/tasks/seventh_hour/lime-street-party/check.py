import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("*.txt", "*.md", "*.eml")
fresh = sorted(listing(".") - given())
need(len(fresh) <= 1, f"several new files: {fresh}")
text = read(fresh[0]) if fresh else OUTPUT
no_placeholder(text)

must_say(text, r"street party|party", r"saturday", r"\b22", r"june", r"\b3\s?(?:p\.?m|o['’]?clock)|\b3[:.]00\s?p|\b15[:.]00|\b3 in the afternoon", r"lime street", r"\b4\b", r"\b18\b", r"salad", r"cake", r"drinks|beverages", r"grill|barbecue|bbq", r"\b10", r"party@limestreet\.example", r"\bCarla\b", r"\bTom\b", r"how many|number of|numbers|head ?count|rsvp")
must_not_say(text, r"(?:by|before|until)\s+(?:the\s+|june\s+)?22", r"(?:on|saturday,?)\s+(?:the\s+|june\s+)?10\b", r"^\s*(?:dear|hi|hello|hey)\s+(?:carla|tom)")
plain = re.sub(r"\b(\d\d?)\.(?=\s|$)", r"\1 ", text)
only_numbers(plain, 22, 3, 0, 15, 4, 18, 10, 6)
need(max(text.rfind("Carla"), text.rfind("Tom")) >= len(text) / 2, "is not signed")
need(35 <= word_count(text) <= 200, f"{word_count(text)} words")
