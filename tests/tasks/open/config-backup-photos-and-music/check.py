import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'backup.yaml': 'ae8e6ff2a6c3e021284b'}
WANTED = ('# nightly copies, see the paper in the drawer\n'
 'target: /mnt/copies\n'
 'hour: 3          # when everybody sleeps\n'
 '\n'
 'jobs:\n'
 '  documents:\n'
 '    source: /home/share/documents\n'
 '    keep_days: 7\n'
 '    enabled: true\n'
 '  photos:\n'
 '    source: /home/share/photos\n'
 '    # last time changed after the disk was full\n'
 '    keep_days: 30\n'
 '    enabled: true\n'
 '    exclude: ["*.tmp", "thumbs/"]\n'
 '  music:\n'
 '    source: /home/share/music\n'
 '    keep_days: 14\n'
 '    enabled: false   # big, takes an hour\n'
 '\n'
 'report:\n'
 '  mail: home@example.org\n'
 '  enabled: true\n')

accepted()
nothing_new()
tidy = lambda t: [re.sub(r"(?<=\S)\s+", " ", l.rstrip()) for l in t.replace("\r\n", "\n").strip().split("\n")]
got, want = tidy(read("backup.yaml")), tidy(WANTED)
assert len(got) == len(want), "lines were added or lost"
for a, b in zip(got, want):
    if a != b and "takes an hour" in b:
        a = re.sub(r"enabled: (False|FALSE|no|off|No|Off)\b", "enabled: false", a)
    assert a == b, f"{a!r} instead of {b!r}"
