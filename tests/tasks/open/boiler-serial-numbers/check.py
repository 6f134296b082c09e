import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'reports/report-01.txt': 'a9880942ab80f9cd812d',
 'reports/report-02.txt': 'e764f46e34b1acc67acb',
 'reports/report-03.txt': '0a79bce25d599a92b55e',
 'reports/report-04.txt': '0c1f3a3341b317c0fd54',
 'reports/report-05.txt': 'aea84f1f51dcfadc3240',
 'reports/report-06.txt': '63e4cb7579b179e3c056'}
SERIALS = ['KV-20418-B', 'KV-19875-A', 'KV-23007-C', 'HT-4410-77', 'KV-20655-B', 'HT-4392-15']

accepted()
unchanged()
text = read("serials.txt")
no_program(text)
lines = [re.sub(r"^([-*•]|\d{1,2}[.)])\s+", "", l.strip()) for l in text.splitlines() if l.strip()]
assert lines == SERIALS, f"{lines} instead of {SERIALS}"
