import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "helpers.py": "1ccffa083cfa52fc8e19293aeca87997b93732d73c4d8c89f38d3663e745f2c8",
 "importer.py": "fa009b3429be143ed14e708e0047def1ee5f63e82433a03e4f8e51867132ae42",
 "app.py": "66cb7eac228fdb10b1e4b49dbbab4ac4a6a3a1a2f4424c2317e18379171f4bfa",
 "test_text.py": "2ea21b93476ffbc70e9f978aedd171ffac06ab3da1102e29ed00125936b9b37e",
 "streets.txt": "60e668cbf165027f93f0ca937468a4fb8124044b5bdf9143b2c5ef865ad0c273"
}

SAID = ['Hello, helpers of the street party!', '2 High Street', '4 Mill Lane', '11 Ropewalk']

accepted()
intact("helpers.py", "importer.py", "app.py", "test_text.py")
need(not os.path.exists("helpers.py"), "helpers.py is still there")
for p in ("textclean.py", "importer.py", "app.py", "test_text.py"):
    content(p)
norm = lambda s: "\n".join(l.rstrip() for l in s.strip().splitlines()) + "\n"
need(hashlib.sha256(norm(content("textclean.py")).encode()).hexdigest() == ORIG["helpers.py"], "textclean.py is not what helpers.py was")
rc, out, err = run_py(["app.py"])
need(rc == 0, "app.py fails: %s" % err[-200:])
need(out.split("\n")[:4] == ["Hello, helpers of the street party!", "2 High Street", "4 Mill Lane", "11 Ropewalk"] or
     [l.rstrip() for l in out.splitlines()] == SAID, "app.py prints %r" % out)
rc, out, err = run_py(["-m", "unittest", "test_text"])
need(rc == 0 and "Ran 2 tests" in err, "the tests fail: %s" % err[-300:])
for p, n in (("importer.py", 12), ("app.py", 15), ("test_text.py", 15)):
    need(len(content(p).strip().splitlines()) >= n - 2, "%s lost something" % p)
