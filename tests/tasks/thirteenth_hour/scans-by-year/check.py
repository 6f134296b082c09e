import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
pdfs = sorted(name for name in given() if name.endswith(".pdf"))
unchanged(*pdfs)
nothing_new("2023/*", "2024/*", "2025/*")
for name in pdfs:
    there = f"{name[:4]}/{name}"
    need(os.path.isfile(there), f"no {there}")
    need(raw(there) == raw(os.path.join(FILES, name)), f"{there} has another content")
    need(not os.path.exists(name), f"{name} is still there")
need(len(listing(".")) == len(given()), "too many files")
