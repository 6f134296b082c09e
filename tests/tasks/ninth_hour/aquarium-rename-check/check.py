import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

import io, tokenize
accepted()
unchanged("tanks.py", "evening.py", "weekly.py")
nothing_new()

def tokens(text, back):
    out = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            continue
        word = token.string
        if back:
            need(not (token.type == tokenize.NAME and word == "chk"), "chk is still used")
            word = re.sub(r"\bcheck_water\b", "chk", word)
        out.append(word)
    return out

for name in ("tanks.py", "evening.py", "weekly.py"):
    try:
        have = tokens(read(name), True)
    except (tokenize.TokenError, SyntaxError) as error:
        fail(f"{name}: {error}")
    need(have == tokens(original(name), False), f"more than the name was changed in {name}")
rc, out, err = run("evening.py")
need(rc == 0 and out == "shrimp: temp\ndiscus: ph, temp\n", out + err[-200:])
rc, out, err = run("weekly.py")
need(rc == 0 and "2025-09-28  1 out of range" in out, out + err[-200:])
rc, out, err = run("-c", "import tanks; assert tanks.check_water(tanks.TANKS[1]) == ['ph', 'temp'] and not hasattr(tanks, 'chk') and not tanks.all_fine(tanks.TANKS)")
need(rc == 0, (err.strip().split("\n") or [""])[-1])
