import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'settings.toml': 'fa2886b6b14f80e6e7c2'}
WANTED = ("# Settings of the club's picture server\n"
 'title = "Pictures of the rowing club"\n'
 '\n'
 '[web]\n'
 'host = "127.0.0.1"\n'
 'port = 8090            # has to be opened in the firewall as well\n'
 'workers = 2\n'
 '\n'
 '[metrics]\n'
 'enabled = false\n'
 'port = 8080            # only used if enabled\n'
 '\n'
 '[storage]\n'
 'folder = "/srv/pictures"\n'
 'max_size_mb = 25       # larger ones are refused\n'
 '\n'
 '[mail]\n'
 'from = "pictures@example.org"\n'
 'port = 587\n')

accepted()
nothing_new()
tidy = lambda t: [" ".join(l.split()) for l in t.replace("\r\n", "\n").strip().split("\n")]
got, want = tidy(read("settings.toml")), tidy(WANTED)
assert got == want, f"settings.toml differs: {[l for l in got if l not in want] or [l for l in want if l not in got] or 'order or number of lines'}"
