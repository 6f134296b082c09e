import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("short.txt")
text = read("short.txt")
need(15 <= word_count(text) <= 60, f"{word_count(text)} words")
need(has_number(text, 4850), "not what the repair costs")
must_say(text, r"\broof|\btiles")
topics = (r"storm", r"kitchen|water|ceiling|attic", r"hahn|roofer", r"may", r"insurance|3[,.]?000", r"hall")
need(sum(bool(says(text, topic)) for topic in topics) >= 2, "hardly anything of the report")
only_numbers(text, 4850, 3000, 1850, 9, 11, 17, 18, 5, 40, 2, 3, 1)
must_not_say(text, r"insurance (?:pays|covers|will pay|will cover) (?:all|everything|the whole|4)", r"lamb (?:will|starts|repairs)")
