import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
read("swimtime.py")
cases("""
from swimtime import to_seconds, to_text
for text, want in (('1:02.35', 62.35), ('58.4', 58.4), ('58.40', 58.4), ('10:00.00', 600), ('2:05.07', 125.07), ('0:45.10', 45.1), ('15:31.99', 931.99)):
    got = to_seconds(text)
    assert isinstance(got, (int, float)) and abs(got - want) < 0.0001, f'to_seconds({text!r}) gives {got!r}'
for seconds, want in ((62.35, '1:02.35'), (58.4, '58.40'), (600, '10:00.00'), (125.07, '2:05.07'), (60, '1:00.00'), (931.99, '15:31.99'), (9.5, '9.50'), (119.99, '1:59.99'), (64.03, '1:04.03')):
    got = to_text(seconds)
    assert got == want, f'to_text({seconds}) gives {got!r}'
""")
