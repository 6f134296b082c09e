import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'README.md': '039d70b8de5fedc930e1',
    'lessons.py': '8a3bfb5ecec8df317689',
    'report.py': '9ef6133b0d1d5259144e',
    'tests/test_lessons.py': 'dfeace6e9d82ba195ea9',
}
accepted()
nothing_new()
assert present() == set(ORIGINAL), "a file is gone"
for path in ORIGINAL:
    text = read(path)
    assert not re.search(r"\bpupil_fee\b", text), f"the old name is still in {path}"
    assert "monthly_fee_note" not in text, f"pupil_fee_note was renamed in {path}"
    back = re.sub(r"\bmonthly_fee\b", "pupil_fee", text)
    digest = [hashlib.sha256(t.encode()).hexdigest()[:20] for t in (back, back + "\n", back.rstrip() + "\n", back.replace("\r\n", "\n"))]
    assert ORIGINAL[path] in digest, f"something else was changed in {path}"
cases('''
import lessons, report
assert lessons.monthly_fee("piano", 3) == 66.0
assert report.dearest() == "Mila"
assert report.report().endswith("Total: 230.00 EUR")
''')
