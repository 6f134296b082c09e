import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'portal.toml': 'e8742e907e6e5bf1ee46',
    'CHANGES': 'c12e7bbef6afb937a7ea',
}
import tomllib
accepted()
unchanged("portal.toml")
nothing_new()
text = read("portal.toml")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "files", "portal.toml"), encoding="utf-8") as handle:
    before = handle.read()
want = tomllib.loads(before)
want["session"]["timeout"] = 2700
want["languages"] = ["de", "en", "fr"]
got = tomllib.loads(text)
langs = got.get("languages")
assert isinstance(langs, list) and langs[:1] == ["de"] and sorted(langs) == ["de", "en", "fr"], f"languages are {langs}"
got["languages"] = want["languages"]
assert got == want, f"the values are {got}"
for comment in re.findall(r"(?m)#.*$", before):
    if "half an hour" not in comment:
        assert comment.strip() in text, f"a comment is gone: {comment}"
assert len(text.strip().splitlines()) <= len(before.strip().splitlines()) + 6
