import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
text = read("compose.yaml")
lines, wanted = ([line.rstrip() for line in part.rstrip().split("\n")] for part in (text, original("compose.yaml")))
need(len(lines) == len(wanted), f"{len(lines)} lines instead of {len(wanted)}")
part = ""
for number, (line, old) in enumerate(zip(lines, wanted), 1):
    if re.fullmatch(r"  \w+:", old):
        part = old.strip(" :")
    if '"8080:80"' in old:
        right = re.fullmatch(r"""\s+- ["']?8090:80["']?\s+# only inside the office network""", line)
    elif "CACHE_SECONDS" in old:
        right = re.fullmatch(r"""      CACHE_SECONDS: ["']?900["']?\s+# how long pages are kept""", line)
    elif part == "worker" and "restart:" in old:
        right = re.fullmatch(r"""    restart:\s+["']?always["']?""", line)
    else:
        right = line == old
    need(right, f"line {number} is {line!r}")
