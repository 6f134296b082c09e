import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'settings.toml': 'a1496c3873544f130619'}
import tomllib
accepted()
nothing_new()
text = read("settings.toml")
try:
    data = tomllib.loads(text)
except tomllib.TOMLDecodeError as error:
    raise AssertionError(f"no TOML any more: {error}")
courts = data["booking"].pop("courts", None)
assert courts == ["1", "2", "3", "4"], f"courts: {courts}"
assert data == {"title": "Court booking", "debug": False, "server": {"host": "127.0.0.1", "port": 8080, "workers": 2}, "booking": {"max_days_ahead": 21, "slot_minutes": 60}, "mail": {"port": 587, "sender": "courts@example.org", "copy_to": ["kasse@example.org"]}}, f"not the wanted settings: {data}"
for comment in ("# settings of the club's booking page", "# behind nginx", "# the treasurer wants a copy of everything"):
    assert comment in text, f"a comment is gone: {comment}"
