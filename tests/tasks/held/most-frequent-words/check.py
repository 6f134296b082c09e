import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "poem.txt": "f1f255bff5732569a43b2dee6c07e96b908ca91a0f6b94d37832b9a4833211d9"
}

accepted()
intact()
content("topwords.py")

def expect(text, n):
    count = {}
    for w in re.findall(r"[^\W\d_]+", text.lower()):
        count[w] = count.get(w, 0) + 1
    return ["%s %d" % x for x in sorted(count.items(), key=lambda x: (-x[1], x[0]))[:n]]

others = {"poem.txt": (open("poem.txt", encoding="utf-8").read(), 3), "x1.txt": ("Zebra apple, apple. Zebra. Kiwi zebra Apple, mango\n", 4),
          "x2.txt": ("Beta beta\nalpha Alpha, gamma, delta.\n", 10), "x3.txt": ("one.\n", 1), "x4.txt": ("dog, cat. dog\n\ncat bird, bird ant\n", 2)}
for name, (text, n) in others.items():
    rc, out, err = run_py(["topwords.py", name, str(n)], cwd={name: text})
    need(rc == 0, "fails for %s: %s" % (name, err[-200:]))
    got = [" ".join(l.split()) for l in out.splitlines() if l.strip()]
    need(got == expect(text, n), "prints %r for %r" % (got, text[:60]))
