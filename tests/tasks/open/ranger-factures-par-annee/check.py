import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'devis_2022-05-11_toiture.txt': '5176148c9c80e13470ff',
 'facture_2021-03-14_plombier.txt': '7f647f7b6f58502dbceb',
 'facture_2021-11-02_fioul.txt': 'd89d5fa723b99d93f390',
 'facture_2022-01-20_assurance.txt': 'e0dbf0c48b687a37674e',
 'facture_2022-06-09_toiture.txt': '6c1760fe868c4dbe3684',
 'facture_2022-06-30_jardin.txt': 'b0288324b68af5e64e69',
 'facture_2022-12-01_fioul.txt': 'ad02dd71769bb2919fad',
 'facture_2023-02-17_electricien.txt': 'a522ff9152e8fd5eb1d5',
 'facture_2023-08-05_peinture.txt': 'e7b3ca0a837be7c61aac',
 'facture_2023-10-23_assurance.txt': '74428a3009109c602dd6',
 'lisez-moi.txt': '6810b0b29ac12b13ecbf',
 'liste_courses.md': '115a4a1888db830459a2'}

accepted()
got = present()
want = {f"{n[8:12]}/{n}" if n.startswith("facture_") else n for n in ORIGINAL}
assert got == want, f"il manque {sorted(want - got)}, en trop {sorted(got - want)}"
for name, digest in ORIGINAL.items():
    path = f"{name[8:12]}/{name}" if name.startswith("facture_") else name
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} a changé"
