import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
FIELD = r"(?:[\d*/,-]+|(?:mon|tue|wed|thu|fri|sat|sun)[\w,-]*)"
lines = re.findall(rf"(?<![\d*/,\w-])({FIELD})[ \t]+({FIELD})[ \t]+({FIELD})[ \t]+({FIELD})[ \t]+({FIELD})[ \t]+((?:(?:/usr)?/bin/)?(?:bash|sh)[ \t]+)?/usr/local/bin/report\.sh\b", re.sub(r"\*\*(?=\d)", "", OUTPUT), re.I)
need(lines, "no line for the crontab")
for minute, hour, day, month, weekday, _ in lines:
    need((minute, hour.removeprefix("0"), day, month) == ("45", "6", "*", "*"), f"{minute} {hour} {day} {month}")
    need(weekday.lower() in ("1-5", "mon-fri", "1,2,3,4,5", "mon,tue,wed,thu,fri"), f"weekday {weekday}")
