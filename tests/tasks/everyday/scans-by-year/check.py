import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'scans/2022-11-03_dentist.txt': '194aae19ab0cfdc90796',
    'scans/2023-05-12_school_report.txt': '976892a99e7574c9b8d3',
    'scans/IMG_20230704_lease.txt': '4cbd218d0d354ae82a3a',
    'scans/car insurance 2024.txt': 'b7549a057ccbb1f3aa80',
    'scans/grandma_recipe.txt': '7d33e3bc48738c05a4f4',
    'scans/invoice_20451_roof.txt': 'df4d818ad8a9301c5e76',
    'scans/scan 14.02.2024 water bill.txt': '1ee336af2dea4cf35e94',
    'scans/tax-2022-final.txt': '6ef09b0ea986d8e9d19d',
}
accepted()
WANT = {'2022-11-03_dentist.txt': '2022', '2023-05-12_school_report.txt': '2023', 'scan 14.02.2024 water bill.txt': '2024', 'IMG_20230704_lease.txt': '2023', 'car insurance 2024.txt': '2024', 'invoice_20451_roof.txt': 'unclear', 'grandma_recipe.txt': 'unclear', 'tax-2022-final.txt': '2022'}
want = {f"scans/{folder}/{name}": ORIGINAL["scans/" + name] for name, folder in WANT.items()}
assert present() == set(want), f"missing: {sorted(set(want) - present())}, too many: {sorted(present() - set(want))}"
for path, digest in want.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} was changed"
