import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'compose.yaml': '08d80777a166aa5f456d'}
accepted()
nothing_new()
text = read("compose.yaml")
lines = [re.sub(r"[\"']", "", l).rstrip() for l in text.splitlines()]
lines = [re.sub(r"\s+#", " #", l) for l in lines if l.strip()]
zone = [i for i, l in enumerate(lines) if re.fullmatch(r"      TZ:\s+Europe/Berlin", l)]
assert len(zone) == 1, "TZ: Europe/Berlin is not set once"
i = zone[0]
while not re.fullmatch(r"    \w+:.*", lines[i]):
    i -= 1
assert lines[i] == "    environment:", "TZ is in another place"
while not re.fullmatch(r"  \w+:", lines[i]):
    i -= 1
assert lines[i] == "  web:", "TZ is in another service"
del lines[zone[0]]
WANT = ['# photo gallery of the hiking club', 'services:', '  web:', '    image: ghcr.io/example/gallery:2.6', '    ports:', '      - 80:3000', '    environment:', '      GALLERY_TITLE: Hiking club', '      GALLERY_LANG: en', '    depends_on:', '      - db', '    restart: always', '  db:', '    image: postgres:15 # do not go to 17 yet', '    environment:', '      POSTGRES_DB: gallery', '      POSTGRES_USER: gallery', '    volumes:', '      - dbdata:/var/lib/postgresql/data', '    restart: always', 'volumes:', '  dbdata:']
assert lines == WANT, "not the wanted settings: " + "; ".join(f"{a.strip()!r} for {b.strip()!r}" for a, b in zip(lines + [""] * 30, WANT) if a != b)[:300]
