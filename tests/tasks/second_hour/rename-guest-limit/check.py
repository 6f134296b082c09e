import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'booking.py': 'fd02308cf872d3493628',
    'report.py': '30551b09482dd375ded4',
    'settings.py': 'bd141811249874dfb7f3',
}

accepted()
unchanged('settings.py', 'booking.py', 'report.py')
nothing_new()
WANT = {
    'settings.py': '"""Settings of the guest house."""\n\nMAX_GUESTS = 14\nLIMIT_NIGHTS = 21\nNAME = "Gull Cottage"\n',
    'booking.py': 'from settings import MAX_GUESTS, LIMIT_NIGHTS\n\n\ndef possible(guests, nights):\n    """Can so many guests stay so long?"""\n    if guests > MAX_GUESTS:\n        return False\n    return nights <= LIMIT_NIGHTS\n\n\ndef free_places(booked):\n    return max(0, MAX_GUESTS - sum(booked))\n',
    'report.py': 'import settings\nfrom booking import free_places\n\nbooked = [4, 2, 3]\nprint(settings.NAME)\nprint("places:", settings.MAX_GUESTS)\nprint("nights at most:", settings.LIMIT_NIGHTS)\nprint("free:", free_places(booked))\n',
}
for path, want in WANT.items():
    got = read(path)
    assert not re.search('\\bLIMIT\\b', got), f"the old name is still in {path}"
    assert [l.rstrip() for l in got.strip().splitlines()] == [l.rstrip() for l in want.strip().splitlines()], f"{path} is not as it should be"
rc, out, err = run_python(args=['report.py'])
assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
