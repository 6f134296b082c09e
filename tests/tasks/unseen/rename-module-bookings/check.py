import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'app.py': 'b40ad452892c45ad6350',
    'util.py': '7e29b97c5d1cbce737fb',
    'util_print.py': '9ed5bf9fc5d0117c4458',
    'views/__init__.py': 'e3b0c44298fc1c149afb',
    'views/month.py': 'e3907b415c484ef0d190',
    'test_app.py': 'a2cfb76bdf9af2c32089',
    'rooms.txt': 'ef20ef9d34bd300a06fd',
}
accepted()
touched = ("app.py", "util.py", "views/month.py", "test_app.py")
unchanged(*touched)
nothing_new("bookings.py")
assert not os.path.exists("util.py"), "util.py is still there"
for path in ("app.py", "views/month.py", "test_app.py", "bookings.py"):
    assert not re.search(r"\butil\b", read(path)), f"util is still in {path}"
rc, out, err = run_python(args=["app.py"])
assert rc == 0 and out == "3\nblue, red (3)\n", "app.py does not work any more: " + (err.strip().splitlines() or [out])[-1]
cases("""
import bookings, test_app, views.month
assert bookings.count([1, 2]) == 2 and bookings.__doc__ == "Bookings of the guest rooms."
test_app.test_rooms(), test_app.test_page()
assert views.month.show.__module__ == "util_print"
""")
