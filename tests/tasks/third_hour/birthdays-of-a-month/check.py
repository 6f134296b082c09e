import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import shutil
import tempfile

accepted()
unchanged()
nothing_new("bdays.py", "test_bdays.py")
read("bdays.py")
OTHER = "name,birthday\nWinston,2001-05-02\nXenia,1999-04-05\nYannick,1988-05-31\n"


def names(rows, month):
    return {row.split(",")[0] for row in rows if int(row.split("-")[1]) == month}


place = tempfile.mkdtemp()
try:
    for text, months in ((original("birthdays.csv"), (5, 12, 2, 1, 4)), (OTHER, (5, 4))):
        shutil.copy("bdays.py", place)
        with open(os.path.join(place, "birthdays.csv"), "w", encoding="utf-8") as stream:
            stream.write(text)
        rows = text.strip().split("\n")[1:]
        for month in months:
            rc, out, err = run("bdays.py", str(month), folder=place)
            want = names(rows, month)
            need(rc == 0 or not want, f"month {month}: {err[-200:]}")
            need("Traceback" not in err, f"month {month}: {err[-200:]}")
            got = {row.split(",")[0] for row in rows if re.search(rf"\b{row.split(',')[0]}\b", out)}
            need(got == want, f"month {month}: {sorted(got)}")
finally:
    shutil.rmtree(place)
