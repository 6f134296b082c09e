import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
accepted()
extra = {p for p in present() if p != "resval.py" and not re.fullmatch(r"(tests/)?test_\w+\.py", p)}
assert not extra, f"files nobody asked for: {sorted(extra)}"
read("resval.py")
cases("""
import math, contextlib, io
with contextlib.redirect_stdout(io.StringIO()):
    from resval import ohms
for text, want in {"4k7": 4700, "0R47": 0.47, "330": 330, "10k": 10000, "10K": 10000, "1M": 1e6, "1m": 1e6, "2M2": 2.2e6, "220R": 220, "220r": 220, " 5k6 ": 5600, "1R5": 1.5, "4k75": 4750, "1k05": 1050, "0": 0, "100k": 100000}.items():
    got = ohms(text)
    assert isinstance(got, (int, float)) and not isinstance(got, bool), f"{text}: {got!r}"
    assert math.isclose(got, want, rel_tol=1e-9), f"{text}: {got!r}, not {want}"
for bad in ("", "abc", "4k7k", "k", "4x7", "4k7M", "   "):
    try:
        got = ohms(bad)
    except ValueError:
        continue
    raise AssertionError(f"{bad!r} gave {got!r}")
""")
