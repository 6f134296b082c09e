import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

RIGHT = [r"6\s*nimmt", "Dixit", "Bohnanza", r"Captain\s*Sonar"]
WRONG = ['Azul', 'Camel Up', 'Catan', 'Junta', 'Mysterium', 'Terraforming Mars', 'Die Werwölfe', 'Carcassonne', 'Qwirkle', 'Funkenschlag', 'Codenames', 'Heckmeck']

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, *RIGHT)
OUT = r"\bnicht\b|verliehen(?!_an)|ausgeliehen|zu lang|zu wenig|zu viele|erst ab|nur (für|bis|mit)|ausgeschlossen|\bkein|länger|fallen? weg|scheide|\braus\b|\bnein\b|❌|✗"
NOT_LENT = r"(nicht|nie|noch|weder|keine[mnr]?)( gerade| zurzeit| derzeit| aktuell| an jemanden)? (verliehen|ausgeliehen|länger)|nicht gerade verliehen"
heading = False
for part in re.split(r"\n|;|(?<=[a-zäöüß)\d])[.!?](?= |$)", OUTPUT):
    turned_down = re.search(OUT, re.sub(NOT_LENT, "", part, flags=re.I), re.I)
    if part.rstrip("* ").endswith(":"):
        heading = bool(turned_down)
    for title in WRONG:
        if title.lower().removeprefix("die ") in part.lower():
            need(turned_down or heading, f"names {title}")
for title in RIGHT:
    need(not re.search(title + r"\W+(ist |leider )?(nicht|verliehen|zu lang)", OUTPUT, re.I), f"turns down {title}")
