import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'attendance.csv': '18a3a564e1e1fe71e49a',
    'minutes.txt': '6c4c6d5c750b4674aef4',
}
accepted()
unchanged()
nothing_new("short.txt")
text = read("short.txt")
no_program(text)
no_echo(text)
count = len(text.split())
assert 35 <= count <= 122, f"{count} words"
assert has_date(text, 2025, 7, 5), "the new day of the fair is missing"
assert has_date(text, 2025, 5, 30) or not says(text, "volunteers", "volunteer", "crossing"), "the volunteers have no deadline"
points = [has_number(text, 850), says(text, "crossing", "Elm Street") and has_date(text, 2025, 5, 30), says(text, "Lindqvist", "Petra"),
          has_date(text, 2025, 9, 16), says(text, "free", "no entrance fee", "no fee", "no entry fee", "without entrance fee")]
assert sum(points) >= 4, f"points missing: {points}"
source = read("minutes.txt")
for token in re.findall(r"\d+", text):
    assert re.search(rf"(?<!\d)0?{int(token)}(?!\d)", source) or int(token) <= 12, f"{token} is not in the minutes"
low = plain(text)
assert not re.search(r"zielinski (was|is|has been) (elected|the new)", low), "the wrong treasurer"
