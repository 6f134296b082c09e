import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("entries.csv")
rows = records("entries.csv", "team", "contact", "phone", "players")
wanted = {
    "spin doctors": ("Carol Whitby", "01632960114", 4),
    "net gains": ("Oliver Hart", "01632960287", 5),
    "the mad bats": ("Farah Siddiqui", "07700900461", 3),
    "topspin tigers": ("Gareth Pugh", "07700900823", 6),
    "st anne's old boys": ("Brian Lowe", "01632960550", 4),
}
def key(name):
    return re.sub(r"^the ", "", re.sub(r"[’`´]", "'", name.lower()).replace("st.", "st").strip(" \"'"))
need(len(rows) == len(wanted), f"{len(rows)} lines")
found = {key(row["team"]): row for row in rows}
for team, (contact, phone, players) in wanted.items():
    need(key(team) in found, f"no team {team}")
    row = found[key(team)]
    need(row["contact"].lower().split() == contact.lower().split(), f"contact {row['contact']}")
    digits = re.sub(r"\D", "", row["phone"])
    digits = "0" + digits[2:] if digits.startswith("44") else digits
    need(digits == phone, f"phone {row['phone']}")
    need(row["players"] == str(players), f"players {row['players']}")
