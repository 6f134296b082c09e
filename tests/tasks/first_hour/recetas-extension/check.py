import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'compra.txt': '9819bab2dc9bc083e997',
    'flan.text': '729b2be4826cee702ae3',
    'gazpacho.text': '2da145fd2767e271fcef',
    'lentejas.text': '30eb7078aeacd0c2c755',
    'tortilla.text': 'f929d2260b85f9819571',
}

accepted()
WANT = {
    'gazpacho.md': '2da145fd2767e271fcef',
    'tortilla.md': 'f929d2260b85f9819571',
    'flan.md': '729b2be4826cee702ae3',
    'lentejas.md': '30eb7078aeacd0c2c755',
    'compra.txt': '9819bab2dc9bc083e997',
}
there = present()
for path, digest in WANT.items():
    assert path in there, f"{path} is missing"
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} has another content"
assert there == set(WANT), f"not expected: {sorted(there - set(WANT))}"
