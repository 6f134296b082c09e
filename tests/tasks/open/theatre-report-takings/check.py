import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'report.md': '23f93ad50b6d31b0e480',
    'sales.csv': '98702402db7e603b8817',
}
accepted()
unchanged("report.md")
nothing_new()
text = read("report.md")
assert "TBD" not in text, "TBD is still there"

sold = re.search(r"(?m)^- Tickets sold:(.*)$", text)
money = re.search(r"(?m)^- Takings at the box office:(.*)$", text)
assert sold and money, "the two lines are not there any more"
assert has_number(sold[1], 323), "the number of tickets"
assert has_number(money[1], 3206.5, eu=True), "the takings"
assert len(sold[1]) < 60 and len(money[1]) < 60, "more than a number"
rest = [l.strip() for l in text.replace(sold[0], "").replace(money[0], "").splitlines() if l.strip()]
REST = ['# Spring play 2025 - report for the committee', '## The play', 'We gave three performances of "The Clockmaker\'s Cat" in the parish hall. The new lights worked, and the prompter was needed only twice.', '## Audience and takings', '## Costs', '- Hall: 180.00', '- Scripts and rights: 240.00', '- Costumes and wood: 312.40', '## Thanks', 'To everybody who baked, sewed, hammered and sold.']
assert rest == REST, "the rest of the report was changed"
