import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'settings.toml': 'c94c5c9b90a053dd6620',
}

accepted()
unchanged('settings.toml')
nothing_new()
def lines(text):
    return [re.sub(r"\s+", " ", l.strip()) if not l.startswith(" ") else "  " + re.sub(r"\s+", " ", l.strip()) for l in text.strip().splitlines()]
got = lines(read('settings.toml'))
want = [
    '\\#\\ Settings\\ of\\ the\\ photo\\ server',
    '',
    '\\[server\\]',
    'host\\ =\\ "0\\.0\\.0\\.0"',
    'port ?= ?9090 ?# must be free on this machine',
    'debug ?= ?false',
    '',
    '\\[storage\\]',
    'path\\ =\\ "/srv/photos"',
    'max_size_mb\\ =\\ 250\\ \\#\\ larger\\ files\\ are\\ refused',
    '',
    '\\[mail\\]',
    'enabled\\ =\\ false',
    'sender\\ =\\ "photos@example\\.org"',
]
assert len(got) == len(want), "lines were added or lost"
for a, b in zip(got, want):
    assert re.fullmatch(b, a), f"wrong line: {a}"
