import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
read("durations.py")
cases("""
from durations import parse, show
for text, want in {'1h30m': 5400, '1D 2h': 93600, '45s': 45, '2m': 120, '1d1h1m1s': 90061, '1h 5s': 3605, '10d': 864000, '90m': 5400, '0s': 0, '1H 30M': 5400, '3d 12s': 259212}.items():
    got = parse(text)
    assert got == want and isinstance(got, int), f'parse({text!r}) gives {got!r}'
for text in ('', 'abc', '5', '2m1h', '1h1h', 'h', '1x', '-1h', '1h-3m', '1.5h', '1h 30', 'm5', '1s1d', '   '):
    try:
        got = parse(text)
    except ValueError:
        continue
    raise AssertionError(f'parse({text!r}) gives {got!r} and no ValueError')
for seconds, want in {5400: '1h30m', 0: '0s', 90061: '1d1h1m1s', 59: '59s', 60: '1m', 86400: '1d', 3605: '1h5s', 864000: '10d', 172799: '1d23h59m59s'}.items():
    assert show(seconds) == want, f'show({seconds}) gives {show(seconds)!r}'
try:
    got = show(-1)
except ValueError:
    pass
else:
    raise AssertionError(f'show(-1) gives {got!r} and no ValueError')
""")
