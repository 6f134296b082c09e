import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
find = [r"lsof\b[^\n]{0,40}:3000", r"\bss\b[^\n]{0,10} -\w*p\w*[^\n]{0,60}3000", r"\bss\b[^\n]{0,40}3000[^\n]{0,30} -\w*p", r"netstat\b[^\n]{0,10} -\w*p\w*[^\n]{0,60}3000", r"fuser\b[^\n]{0,30}\b3000/tcp", r"fuser\b[^\n]{0,20}-n tcp 3000",
        r"\bss\b[^\n]{0,30}--processes[^\n]{0,60}3000"]
need(any(re.search(pattern, OUTPUT) for pattern in find), "no command that shows who has port 3000")
must_say(OUTPUT, r"\bkill\s+(-\w+\s+)*[<$\d\[{\"'`(]|\b(pkill|killall)\s+\S|xargs (-\w+ )*(sudo )?kill|fuser\s+(-\w+\s+)*-\w*k|kill\b[^\n]{0,60}\b(PID|process id|number)|systemctl stop")
if re.search(r"taskkill|Get-NetTCPConnection|findstr", OUTPUT):
    first_is(OUTPUT, r"lsof|\bss -|netstat -\w*p|fuser", r"taskkill", r"Get-NetTCPConnection", r"findstr")
