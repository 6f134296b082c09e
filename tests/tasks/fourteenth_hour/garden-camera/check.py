import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
DATE = r"2026-03-11|(?<!\d)0?11(st|nd|rd|th)?\.? (of )?mar|mar[a-z]*\.?,? (the )?0?11(?!\d)|(?<!\d)0?11[./]0?3\b|(?<!\d)0?3/0?11\b"
TIME = r"(?<!\d)0?5[:.h]46|(?<!\d)0?5[:.]46(:\d\d)? ?a\.?m"
must_say(OUTPUT, DATE, TIME)
# The count stands in what is left when dates and times are taken out.
rest = re.sub(r",? ?2026(?:-\d\d-\d\d)?|\b\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?(?:march|april)|(?:march|april) \d{1,2}|\d{1,2}[:.h]\d\d(:\d\d)?( ?[ap]\.?m\b)?|\d{5}(\.mp4)?|\b\d{1,2}[./]\d{1,2}[./](20)?26|" + DATE, " ", OUTPUT, flags=re.I)
need(has_number(rest, 34) or re.search(r"thirty-four", rest, re.I), "not the count")
for value in (132, 379):
    need(not has_number(rest, value), f"says {value}")
for match in re.finditer(r"(\d+)(?= ?(times|x|sightings|foxes|fox|events|visits|clips)\b)", rest, re.I):
    need(int(match.group(1)) == 34, f"{match.group(0)} times")
must_not_say(OUTPUT, r"(?<!\d)0?5[:.]46(:\d\d)? ?p\.?m")
