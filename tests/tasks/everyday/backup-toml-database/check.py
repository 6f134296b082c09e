import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'backup.toml': '0d37698b5ba154d04906',
}
accepted()
nothing_new()
got = read("backup.toml")
import tomllib
data = tomllib.loads(got)
assert data["database"] == {"time": "02:30", "keep": 14, "target": "/mnt/nas/db"}, data["database"]
assert data["mail"] == {"time": "23:15", "keep": 7, "target": "/mnt/nas/mail"}, data["mail"]
WANT = ['# Backups of the office server. Ask Milo before changing the paths!', 'title = "office backup"', '', '[database]', '# runs when nobody works', 'time = "02:30" # local time', 'keep = 14 # number of copies', 'target = "/mnt/nas/db"', '', '[mail]', 'time = "23:15" # local time', 'keep = 7 # number of copies', 'target = "/mnt/nas/mail" # shared with the archive', '', '[report]', 'send_to = ["it@example.org", "milo@example.org"]', 'on_error_only = true']
assert [" ".join(line.split()) for line in got.rstrip().splitlines()] == WANT, "something else was changed"
