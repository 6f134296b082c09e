import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'thermostat.toml': '156d7ad11be6a68ba5c2',
}

accepted()
unchanged('thermostat.toml')
nothing_new()
got = [l.rstrip() for l in read('thermostat.toml').strip().splitlines()]
want = ['# Heating in the flat, read again every five minutes', '', '[day]', 'from = "06:30"', 'temperature = 21.0      # living room', 'boost = true', '', '[night]', 'from = "22:30"', 'temperature = 18.0      # not below 16, the pipes are old', 'boost = false', '', '[holiday]', '# everything off but the frost protection', 'active = false', 'temperature = 12.0']
assert len(got) == len(want), "lines were added or taken away"
CHANGES = {9: 'temperature\\s*=\\s*17\\.50?\\s*# not below 16, the pipes are old'}
for i, (a, b) in enumerate(zip(want, got)):
    if i in CHANGES:
        assert re.fullmatch(CHANGES[i], b), f"line {i + 1} is {b!r}"
    else:
        assert a == b, f"line {i + 1} was changed"
