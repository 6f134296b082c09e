import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
KEY = r"\b(?P<owner>owners?|user)\b|\b(?P<group>groups?)\b|\b(?P<others>others?|every(?:body|one)(?: else)?|anyone(?: else)?|anybody(?: else)?|the rest|world|public|nobody(?: else)?|no[ -]one(?: else)?)\b"
NONE = r"\b(no|none|nothing|neither|nobody|no[ -]one|cannot|can ?not|can['’]t|do(es)? not|don['’]t|not|without|zero|any|denied|locked out)\b|---"
text = re.sub(r"[*`_]", "", OUTPUT)
keys = list(re.finditer(KEY, text, re.I))
parts = {"owner": [], "group": [], "others": []}
for index, key in enumerate(keys):
    end = keys[index + 1].start() if index + 1 < len(keys) else len(text)
    start = keys[index - 1].end() if index else 0
    parts[key.lastgroup].append((text[key.end():end].split("\n\n\n")[0], text[start:key.start()], key.group()))
FULL = r"\b(full|everything|rwx|all (the )?(rights|permissions|three)|anything)\b|read[\s\S]{0,60}(writ|chang|creat|modif)"
READ = r"\b(r-x|r ?(and|\+|,) ?x)\b|(read|list|see|view|look)[\s\S]{0,80}(execut|enter|open|access|travers|go into|\bcd\b|run|chang(e|ing) into)|(execut|enter|open|access|travers|go into|run)[\s\S]{0,60}(read|list|see|view)"
need(any(re.search(FULL, after, re.I) or re.search(FULL + r"[^.\n]*$", before, re.I) for after, before, key in parts["owner"]), "the owner may do everything")
need(any(re.search(READ, after, re.I) or re.search(READ + r"[^.\n]*$", before, re.I) for after, before, key in parts["group"]), "the group may read and enter")
for after, before, key in parts["group"]:
    after = re.sub(r"(?i)\b2\s*(=|is|for|means|stands for)\s*\(?writ\w*|\bwrite\s*(=|:|is)\s*2", "", after)
    given_rights = re.search(r"\b(writ\w*|modif\w*|creat\w*|delet\w*|rwx|full)\b", after, re.I)
    if given_rights:
        need(re.search(r"\b(not?|cannot|can['’]t|don['’]t|doesn['’]t|without|nor|but|except)\b", after[:given_rights.start()] + after[given_rights.end():][:25], re.I), "the group may not write")
need(any(re.search(NONE, after[:90], re.I) or re.search(NONE + r"[^.\n]{0,60}$", before, re.I) or key.lower().startswith("no") for after, before, key in parts["others"]), "others may do nothing")
for after, before, key in parts["others"]:
    first = re.split(r"[.\n;]", after)[0]
    need(re.search(NONE, first, re.I) or not re.search(r"\b(can|may|has|have|gets?)\b[^.]*\b(read|execut|writ|list|enter)", first, re.I), "others may do nothing")
