import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'archive/2022/annual-report.txt': 'c98bdcaf237530c179e6',
    'archive/2022/visitors.txt': 'b4c4ffb26165b6559424',
    'archive/2023/annual-report.txt': '28c6f225c9ea1dbb1a65',
    'archive/2023/readings/poetry-night.txt': '2fe90c37e8379d3a649d',
    'archive/2023/readings/schulklassen.txt': '43309e0d4d0d960dc04f',
    'archive/2024/annual-report.txt': 'd3df70203db343bd6f7f',
    'archive/2024/loans-statistics.txt': '6c9ef6e5ed5f5f9ffd10',
    'archive/index.txt': 'e5bde7a144b9016a3d44',
}
text = answer(900)
unchanged()
nothing_new()
TOP = [('archive/2023/readings/poetry-night.txt', 9137), ('archive/2023/readings/schulklassen.txt', 8005), ('archive/2022/annual-report.txt', 7348)]
places = []
for path, size in TOP:
    tail = path.split("/", 1)[1]
    assert tail in text.replace("\\", "/"), f"{path} is missing"
    assert has_number(text, size, eu=True), f"the size of {path}"
    places.append(text.replace("\\", "/").index(tail))
assert places == sorted(places), "not in order"
for path in ORIGINAL:
    if path not in [p for p, _ in TOP]:
        assert path.split("/", 1)[1] not in text, f"{path} is not among the three"
