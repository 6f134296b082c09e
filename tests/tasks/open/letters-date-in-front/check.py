import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'letters/bank.txt': '877889d440da7f6fa191',
 'letters/gym.txt': 'e57e79d1957d07a627c4',
 'letters/insurance.txt': '7bb923f104a80bae4df0',
 'letters/landlord.txt': '26160b8f46938bbc2428',
 'letters/recipe_plum_cake.txt': '124743723e8d9da62392',
 'letters/school.txt': '265a9dc5c2d357b8bc05',
 'letters/tax_office.txt': '3ad8a8eda02c8095e9f4',
 'letters/water_works.txt': '1260b7442b732bc1a2bf'}
NEW = {'letters/bank.txt': 'letters/2023-03-04_bank.txt',
 'letters/gym.txt': 'letters/2023-11-30_gym.txt',
 'letters/insurance.txt': 'letters/2024-01-19_insurance.txt',
 'letters/landlord.txt': 'letters/2023-10-01_landlord.txt',
 'letters/recipe_plum_cake.txt': 'letters/recipe_plum_cake.txt',
 'letters/school.txt': 'letters/2024-05-09_school.txt',
 'letters/tax_office.txt': 'letters/2022-02-07_tax_office.txt',
 'letters/water_works.txt': 'letters/2023-08-21_water_works.txt'}

accepted()
assert present() == set(NEW.values()), f"missing {sorted(set(NEW.values()) - present())}, too many {sorted(present() - set(NEW.values()))}"
for old, path in NEW.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == ORIGINAL[old], f"{path} was changed inside"
