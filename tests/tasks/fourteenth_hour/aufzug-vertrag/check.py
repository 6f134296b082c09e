import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


def saturday(right, *wrong):
    """The right value is given for Saturday, or stands before any of the others."""
    if not re.search(r"samstag\w*[^.;\n\d]{0,90}" + right, OUTPUT, re.I):
        first_is(OUTPUT, right, *wrong)


STRAIGHT = r"(?:\s|-|–)*(?:h\b|std|stunde)"
saturday(r"(?<![\d.,])148(?![\d])(?![.,][1-9])", r"(?<!\d)96(?!\d)", r"(?<!\d)198(?!\d)", r"(?<!\d)212(?!\d)", r"kostenlos|abgegolten|nichts")
saturday(r"\b(?:6|sechs)" + STRAIGHT, r"\b(?:3|drei)" + STRAIGHT, r"\b(?:10|zehn)" + STRAIGHT, r"45 ?min")
