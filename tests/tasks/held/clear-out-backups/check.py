import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "draft.txt": "f78ba12883b569f9e18bfc2037ef28333d81da1e2af577d876024c7af9dc9c15",
 "draft.txt.bak": "7c81fca31e503ccf44fd224a6b643f1e16f2930040531f743cc316da36fe05e6",
 "notes.bak.txt": "7b4238ae24cf1a764b2c8409c65a5175da80ca3dbf674686c4a8985543576e81",
 "tmp_list.txt": "d98046a2a2f89c4d07a5aa40183052d5807e146db76f42e6c9438c673634264b",
 "cache.tmp": "24d9b35c727e6c78676c2ad378a8c3c47cfb539f3583d3cd9e1eafee51d5679d",
 "empty.txt": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
 "chapters/one.md": "cc4cc5e857e3cad838982bf2ed04c553fa5b647ce4618f4d520904cc87e7756d",
 "chapters/two.md": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
 "chapters/one.md.bak": "5add2e4a6306bb1bb52c92869f20756aa1c9d514dbb2c9c4d2a94bc8378b0eb5",
 "chapters/old/three.md": "8c4b1ea9816050fed5680d8c73dbe48927c3269b3a146b65d2a1b38d6e1f33bb",
 "chapters/old/x17.tmp": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
 "chapters/old/three.bak": "ef19d37c4530f467287bc24b15fbc456ffbd091d0f37dcfc2793f19f96792504",
 "pictures/map.svg": "fb91f9a03c202c5f160eef644da6f2f704b19ac5c5f8b4c124e1b0b485ad57a0",
 "pictures/todo": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
 "pictures/list.tmp.csv": "87b7cf0960bad48decd38d22385c6810651a7520792b9d183aa0259b27902091",
 "tmp/keep.txt": "73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac"
}

STAY = ['chapters/old/three.md', 'chapters/one.md', 'draft.txt', 'notes.bak.txt', 'pictures/list.tmp.csv', 'pictures/map.svg', 'tmp/keep.txt', 'tmp_list.txt']

accepted()
need(listing() == sorted(STAY), "deleted by mistake: %s; should be gone or not be here: %s" % (sorted(set(STAY) - set(listing())), sorted(set(listing()) - set(STAY))))
for path in STAY:
    need(hashlib.sha256(open(path, "rb").read()).hexdigest() == ORIG[path], "%s was changed" % path)
