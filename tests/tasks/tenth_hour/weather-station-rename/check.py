import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def must_run(code):
    rc, _, err = run("-c", code)
    need(rc == 0, err.strip().split("\n")[-1][:200] or "does not run")


import ast

accepted()
NAMES = ("station/sensors.py", "station/report.py", "station/alarm.py")
unchanged(*NAMES)
nothing_new()

def shape(text, name):
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        fail(f"{name}: {error}")
    for node in ast.walk(tree):
        if isinstance(node, (ast.ImportFrom, ast.Import)):
            node.names.sort(key=lambda alias: alias.name)
    return ast.dump(tree)

for name in NAMES:
    text = read(name)
    need(not re.search(r"\bget_temp\b", text), f"get_temp in {name}")
    need(shape(text, name) == shape(re.sub(r"\bget_temp\b", "read_temperature", original(name)), name), f"{name} is not as it should be")
rc, out, err = run("main.py")
need(rc == 0 and len(out.strip().split("\n")) == 2, err[-200:])
must_run("""
from station import sensors
assert sensors.read_temperature(412) == 3.0 and sensors.get_temp_unit() == "degC" and not hasattr(sensors, "get_temp")
""")
