import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'playlist.json': '4b89841e31108270216a',
}

unchanged()
nothing_new()
text = answer(1000)
assert re.search(r"(?<!\d)45\W{0,3}(?::|'|’|m\w*\.?,?\s*(?:and|&|\+)?)\W{0,3}\s*23(?!\d)|forty[- ]five minutes,? (?:and )?twenty[- ]three seconds", plain(text)), "the playlist is 45 minutes and 23 seconds long"
