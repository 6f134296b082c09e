import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'drafts/2024-01.md': '1f36d9d7fb79a2b9414a',
    'drafts/2024-02.md': 'a946556e1269768abc6d',
    'drafts/2024-03.md': '2c8aa95357fbacfa527b',
    'drafts/2024-04.md': 'cee6171b92c06c4dd451',
    'drafts/2024-05.md': 'fcc233bf5c844897c681',
    'drafts/logo-idea.txt': 'acb3c275112037f52274',
    'drafts/notes.txt': 'c49eddb0379f1ef91b47',
    'drafts/old/2023-11.md': 'ff4bd3d2a689ae738d4d',
    'drafts/old/2023-12.md': 'cf3871671fcbda987947',
}
text = answer(1200)
unchanged()
nothing_new()
for name in ['2023-12.md', '2024-05.md', '2024-02.md']:
    assert name[:-3] in text, f"{name} is missing"
for path in ORIGINAL:
    name = path.split("/")[-1]
    if name not in ['2023-12.md', '2024-05.md', '2024-02.md']:
        assert not re.search(re.escape(name) + r"[^\n]*\b(4165|3165|2366|1580|1347|1085|628|411|315|bytes|[kK]i?B)\b", text) and (name.rsplit(".", 1)[0] not in text or len(re.findall(r"raffle", text, re.I)) > 0 and text.find(name) > plain(text).find("raffle") > -1), f"{name} is not among the largest"
rest = re.sub(r"20\d\d-\d\d(\.md)?", "", text)
assert has_number(rest, 18), "the number of lines"
assert not has_number(rest, 24, in_words=False) or "occurrence" in plain(text) or "times" in plain(text), "occurrences are not lines"
