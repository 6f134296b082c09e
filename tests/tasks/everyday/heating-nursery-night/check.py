import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'heating.yaml': '01009b3b25bffec0937f',
}
accepted()
nothing_new()
def lines(text):
    return [re.sub(r"\s+#", " #", line.rstrip()) for line in text.rstrip().splitlines()]
WANT = """# Heating at our house. The box in the cellar reads this every five minutes.
# Temperatures in degrees Celsius.

away:
  enabled: OFF       # set by Papa before the holidays
  temperature: 14

rooms:
  living_room:
    day: 21
    night: 17          # thick curtains, keeps warm
  nursery:
    day: 21.5
    night: 18.5        # was 19 until the window was fixed
  bath:
    day: 23
    night: 17

# do not set the following above 65, or the pump complains
boiler:
  max_flow: 60
  night_from: "22:30"
  night_to: "06:00"
"""
got = lines(read("heating.yaml"))
got = [re.sub(r"^  enabled: ([Ff]alse|FALSE|off|Off|OFF|no|No)\b", "  enabled: OFF", line) for line in got]
got = [re.sub(r"^    night: 18\.50?(?=\s|$)", "    night: 18.5", line) for line in got]
want = lines(WANT)
assert len(got) == len(want), f"{len(got)} lines instead of {len(want)}"
for a, b in zip(got, want):
    assert a == b, f"{a!r} instead of {b!r}"
