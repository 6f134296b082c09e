import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
SHOWS = (r"lsof\b[^\n]*-\w*i\w*\S* ?[^\n|]{0,25}:8080", r"lsof\b[^\n|]*-\w*P[^\n|]*\| *e?grep[^\n]*8080", r"\bss\b[^\n]*(-\w*p\w*|--processes)[^\n]*8080", r"netstat\b[^\n]*(-\w*p\w*|--program)[^\n]*8080", r"fuser\b[^\n]*8080")
need(any(re.search(pattern, OUTPUT) for pattern in SHOWS), "no command that shows the program")
must_say(OUTPUT, r"\b(kill|pkill|killall)\b|systemctl stop|fuser [^\n]*-\w*k\w*[^\n]*8080")
must_not_say(OUTPUT, r"\brm -r", r"(?<!don't )(?<!not )\b(taskkill|Get-Process|Stop-Process)\b(?![^\n]*Windows)")
