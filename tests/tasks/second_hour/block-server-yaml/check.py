import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'server.yaml': 'f485310f5b96fc8b9c89',
}

accepted()
unchanged('server.yaml')
nothing_new()
got = [l.rstrip() for l in read('server.yaml').strip().splitlines()]
want = ['# Settings of our block world server', 'name: "Tuesday Builders"', 'port: 25570', '', 'world:', '  seed: 884213          # do not change, or the castle is gone', '  difficulty: normal', '  pvp: true             # players can fight each other', '  monsters: true', '', 'players:', '  max: 16               # the old machine managed 10', '  whitelist: true', '  admins:', '    - kermit_77', '    - lilo']
assert len(got) == len(want), "lines were added or taken away"
CHANGES = {7: '  pvp:\\s+(?:false|False|no|off)\\s+# players can fight each other', 11: '  max:\\s+24\\s+# the old machine managed 10'}
for i, (a, b) in enumerate(zip(want, got)):
    if i in CHANGES:
        assert re.fullmatch(CHANGES[i], b), f"line {i + 1} is {b!r}"
    else:
        assert a == b, f"line {i + 1} was changed"
