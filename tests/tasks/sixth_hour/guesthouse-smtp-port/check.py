import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("booking.ini")
nothing_new()
want = original("booking.ini").replace("port = 25\nuser", "port = 587\nuser")
need(read("booking.ini").rstrip("\n") == want.rstrip("\n"), "booking.ini is not as it should be")
