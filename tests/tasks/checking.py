"""What the checkers of the third to the eleventh hour share; the first argument is the path of the result."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from fnmatch import fnmatch

HERE = os.path.dirname(os.path.abspath(sys.argv[0]))
FILES = os.path.join(HERE, "files")
with open(sys.argv[1], encoding="utf-8") as _stream:
    RESULT = json.load(_stream)
STATUS = RESULT.get("status")
OUTPUT = RESULT.get("output") or ""
QUESTION = RESULT.get("question") or ""
if not isinstance(QUESTION, str):
    QUESTION = json.dumps(QUESTION, ensure_ascii=False)
TOLD = OUTPUT + "\n" + QUESTION


def fail(why):
    sys.exit(f"wrong: {why}")


def need(true, why="a condition"):
    if not true:
        fail(why)


def accepted():
    need(STATUS == "accepted", f"status {STATUS}")


OWN = ("state", "system", "out", "pandora.toml")
"""What belongs to the workspace itself."""


def listing(root):
    """All files below a folder, without hidden folders, caches and what belongs to the workspace."""
    found = set()
    for folder, folders, names in os.walk(root):
        if folder == root:
            folders[:] = [name for name in folders if name not in OWN]
            names = [name for name in names if name not in OWN]
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for name in names:
            found.add(os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/"))
    return found


def given():
    return listing(FILES) if os.path.isdir(FILES) else set()


def raw(path):
    with open(path, "rb") as stream:
        return stream.read()


def original(name):
    """The text of a file as the task gave it."""
    return raw(os.path.join(FILES, name)).decode("utf-8-sig").replace("\r\n", "\n")


def unchanged(*but):
    """Every given file is there as it was, but for those named."""
    for name in sorted(given()):
        if name in but:
            continue
        need(os.path.isfile(name), f"{name} is gone")
        need(raw(name) == raw(os.path.join(FILES, name)), f"{name} was changed")


def nothing_new(*allowed):
    """No file is there that the task did not give, but for those that fit an allowed pattern."""
    for name in sorted(listing(".") - given()):
        need(any(fnmatch(name, pattern) for pattern in allowed), f"{name} is new")


def read(name):
    need(os.path.isfile(name), f"no {name}")
    try:
        return raw(name).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        fail(f"{name} is no text")


def table(name):
    """The cells of a table file, any usual delimiter; lines without content are left out."""
    text = read(name)
    lines = text.strip().split("\n")
    delimiter = max((";", "\t", "|", ","), key=lambda sign: (lines[0].count(sign), sign == ","))
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text.strip()), delimiter=delimiter, skipinitialspace=True)]
    if delimiter == "|":
        rows = [row[1:-1] if row and row[0] == "" and row[-1] == "" else row for row in rows]
        rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    return [row for row in rows if any(row)]


def records(name, *columns):
    """The rows of a table file as dictionaries with the columns wanted (any case, any order)."""
    rows = table(name)
    need(rows, f"{name} is empty")
    head = [cell.lower() for cell in rows[0]]
    need(sorted(head) == sorted(columns), f"{name} has the columns {head}")
    need(all(len(row) == len(head) for row in rows), f"{name} has uneven rows")
    return [dict(zip(head, row)) for row in rows[1:]]


def readings(token):
    """The values that a written number can have."""
    token = re.sub(r"[\s'’]", "", token)
    out = set()
    for decimal, group in ((".", ","), (",", ".")):
        plain = token
        if group in plain:
            if not re.fullmatch(r"\d{1,3}(?:%s\d{3})+(?:%s\d+)?" % (re.escape(group), re.escape(decimal)), plain):
                continue
            plain = plain.replace(group, "")
        try:
            out.add(float(plain.replace(decimal, ".")))
        except ValueError:
            pass
    return out


WORDS = {word: value for value, words in enumerate((
    "zero null cero", "one eins ein eine", "two zwei deux dos", "three drei trois tres", "four vier quatre cuatro",
    "five fünf cinq cinco", "six sechs", "seven sieben sept siete", "eight acht huit ocho", "nine neun neuf nueve",
    "ten zehn dix diez", "eleven elf onze once", "twelve zwölf douze doce")) for word in words.split()}


def numbers(text, words=False):
    """All numbers of a text, each as the set of its readings."""
    found = [readings(token) for token in re.findall(r"\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*", text)]
    if words:
        found += [{float(WORDS[word])} for word in re.findall(r"[a-zäöüßéèêñ]+", text.lower()) if word in WORDS]
    return [values for values in found if values]


def has_number(text, value, tolerance=0.005, words=True):
    return any(abs(reading - value) <= tolerance for values in numbers(text, words) for reading in values)


def only_numbers(text, *allowed, tolerance=0.005):
    """Every number of a text is one of those allowed (a reading of it)."""
    for values in numbers(text):
        need(any(abs(reading - value) <= tolerance for reading in values for value in allowed), f"the number {sorted(values)} is not in the facts")


def is_number(cell, value, tolerance=0.005):
    """A cell holds just this number, a unit allowed."""
    found = numbers(cell)
    return len(found) == 1 and any(abs(reading - value) <= tolerance for reading in found[0]) and not re.search(r"-\s*\d", cell)


def says(text, *patterns):
    return all(re.search(pattern, text, re.I) for pattern in patterns)


def must_say(text, *patterns):
    for pattern in patterns:
        need(re.search(pattern, text, re.I), f"does not say {pattern}")


def must_not_say(text, *patterns):
    for pattern in patterns:
        need(not re.search(pattern, text, re.I), f"says {pattern}")


def first_is(text, right, *wrong):
    """What is right stands in the text, and nothing wrong stands before it."""
    at = re.search(right, text, re.I)
    need(at, f"does not say {right}")
    for pattern in wrong:
        other = re.search(pattern, text, re.I)
        need(not other or other.start() > at.start(), f"says {pattern} first")


def no_placeholder(text):
    must_not_say(text, r"\[[^\]\n]*[a-z][^\]\n]*\](?!\()", r"<[a-z][a-z ]*>", r"\{[a-z _]+\}", r"\bXX+\b", r"lorem ipsum")


def word_count(text):
    return len(re.findall(r"[^\W_]+(?:['’.,:-][^\W_]+)*", text))


def run(*arguments, given=None, folder=None):
    """(exit code, output, errors) of a Python run in the folder."""
    try:
        done = subprocess.run([sys.executable, "-B", *arguments], input=given or "", capture_output=True, text=True, timeout=30, cwd=folder, encoding="utf-8", check=False)
    except subprocess.TimeoutExpired:
        fail("does not end")
    return done.returncode, done.stdout, done.stderr


def cases(code):
    """Python code that must run without an error in the folder."""
    rc, out, err = run("-c", code)
    need(rc == 0, err.strip()[-300:])
