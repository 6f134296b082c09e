import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'mails/mail1.txt': 'cbe891a38e38ff391e40',
    'mails/mail2.txt': 'f33998fdb3373d283fdc',
    'mails/mail3.txt': 'd664d6fb51a96754d843',
    'mails/mail4.txt': '446047e50f91c77378c8',
}

accepted()
unchanged()
nothing_new("readings.csv")
rows = [[re.sub(r"(?i)^(?:flat|apartment|apt\.?)\s+(?=\d)", "", re.sub(r"(?i)(?<=\d)\s*kwh$", "", c)) for c in row] for row in table("readings.csv")]
same_rows(rows, [("3A", (2024, 12, 30), 48317), ("1B", (2024, 12, 31), 20954), ("2C", (2025, 1, 14), 66120), ("4A", (2025, 1, 2), 9408)])
