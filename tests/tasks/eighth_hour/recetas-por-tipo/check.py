import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
recipes = {name: re.search(r"(?m)^Tipo: (\w+)", original(name)) for name in given()}
recipes = {name: hit.group(1) for name, hit in recipes.items() if hit}
now = listing(".")
expected = {f"{kind}/{name}".lower() for name, kind in recipes.items()} | {name.lower() for name in given() if name not in recipes}
need({name.lower() for name in now} == expected, f"there are {sorted(now)}")
need(len({name.split('/')[0] for name in now if '/' in name}) == len(set(recipes.values())), "a type has two folders")
for name in now:
    need(raw(name) == raw(os.path.join(FILES, os.path.basename(name))), f"{name} was changed")
