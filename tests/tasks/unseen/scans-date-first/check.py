import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'scans/Rechnung 03.02.2025 Holz Maier.pdf': '095b0cbfc5a71d60056a',
    'scans/Rechnung 11.02.2025 Glas Peters.pdf': 'be82639a14f013f17ba6',
    'scans/Rechnung 28.11.2024 Tank-Shop.pdf': '4c9c707b585a1476abe0',
    'scans/Lieferschein 03.02.2025 Holz Maier.pdf': '8b0f0d609e84cb167157',
    'scans/Rechnung 05.12.2024 Holz Maier.pdf': '22c95be7347e8dea617b',
    'scans/Rechnung 17.01.2025 Lacke Vogt & Sohn.pdf': '9fda410cdc3b8cf04d87',
    'scans/Rechnung 31.12.2024 Versicherung.pdf': 'a1c15a4f1149c4c6fb10',
    'scans/Lieferschein 17.01.2025 Lacke Vogt & Sohn.pdf': 'cbaf7b920802d481b2a4',
    'scans/Foto Werkstatt.jpg': '57c9114a6e367beefe17',
    'liste.txt': 'a18fd2a3fb54a8d26830',
}
accepted()
want = {}
for path, digest in ORIGINAL.items():
    m = re.fullmatch(r"scans/(\w+) (\d\d)\.(\d\d)\.(\d{4}) (.*)\.pdf", path)
    want[f"scans/{m[4]}-{m[3]}-{m[2]} {m[5]} ({m[1]}).pdf" if m else path] = digest
there = present()
assert not want.keys() - there, f"missing: {sorted(want.keys() - there)}"
assert not there - want.keys(), f"not wanted: {sorted(there - want.keys())}"
for path, digest in want.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} was changed"
