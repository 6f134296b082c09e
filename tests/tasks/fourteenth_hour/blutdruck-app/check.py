import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
for value in re.findall(r"(?<![\d.,])1\d\d(?![\d.])", OUTPUT):
    need(int(value) in (140, 142, 143, 147, 151), f"the value {value}")
text = re.sub(r"\([^()]*(?:genau|exakt|gleich) 140[^()]*\)", "", OUTPUT)
text = re.sub(r"(?:\b\d{1,2}\.?,?(?: und| sowie)? )+(?=\d{1,2}\.? Jan)", lambda match: re.sub(r"(\d)(?=,| )", r"\1.", match.group(0)), text)
text = re.sub(r"(?m)^\s*[-*•]\s+", "", text)
text = re.sub(r"(?m)^\s*\d{1,2}[.)]\s+(?=\**(am |der |den )?\**\d)(?!\d{1,2}\.\s+(20)?26)", "", text)
# A remark on the days with just 140 or on those that do not count does no harm.
parts = [part for part in re.split(r"\n|;|(?:(?<=[a-zäöüß)]{2})|(?<=\d{3}))[.!?]\s+", text) if not re.search(r"(genau|exakt|gleich) 140|(zähl|lieg|lag|war|gehör)\w* (\w+ )?nicht|nicht (dabei|darüber|über|mitgezählt)", part, re.I)]
text = "\n".join(parts)
days = set()


def take(pattern):
    global text
    for match in re.finditer(pattern, text, re.I):
        days.add(int(match.group("day")))
    text = re.sub(pattern, " ", text, flags=re.I)


take(r"2026-0?1-(?P<day>\d{1,2})(?!\d)")
take(r"(?<!\d)(?P<day>\d{1,2})\.\s?0?1\.(\s?(20)?26)?(?!\d)")
take(r"(?<!\d)(?P<day>\d{1,2})/0?1(/(20)?26)?(?!\d)")
take(r"(?<![\d.])(?P<day>\d{1,2})\.(?!\d)")
take(r"(?<!\d)(?P<day>\d{1,2}) Jan(uar)?\b")
need(days == {4, 9, 11, 17}, f"the days {sorted(days)}")
