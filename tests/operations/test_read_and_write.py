"""The operations `read`, `write` and `answer`, and the list of all."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from pandora.errors import DiskError, RefusedError
from pandora.operations import read as module
from pandora.operations.answer import answer
from pandora.operations.read import read
from pandora.operations.registry import OPERATIONS
from pandora.operations.write import write
from pandora.programs.code.call_trials import Trial, trial_for
from pandora.programs.code.unused_parameters import signatures
from pandora.programs.help import Work
from pandora.task import Task
from pandora.workspace import file_head as contents
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "work/data").mkdir(parents=True)
    (tmp_path / "work/data/ten.txt").write_text("".join(f"line {number}\n" for number in range(1, 11)))
    return OperationContext(tmp_path / "work")


def test_a_file_is_read(context: OperationContext) -> None:
    done = read({"path": " data/ten.txt "}, context)
    assert (done.ok, done.note, done.changes) == (True, "", ())
    assert done.text.splitlines()[9] == "line 10"


@pytest.mark.parametrize(
    ("wanted", "expected", "note"),
    [
        ("2-3", "line 2\nline 3", "lines 2-3 of 10"),
        ("2 to 3", "line 2\nline 3", "lines 2-3 of 10"),
        ("10", "line 10", "lines 10-10 of 10"),
        ("9-", "line 9\nline 10", "lines 9-10 of 10"),
        ("0-1", "line 1", "lines 1-1 of 10"),
        ("9-99", "line 9\nline 10", "lines 9-10 of 10"),
    ],
)
def test_lines_are_read(context: OperationContext, wanted: str, expected: str, note: str) -> None:
    done = read({"path": "data/ten.txt", "lines": wanted}, context)
    assert (done.ok, done.text, done.note) == (True, expected, note)


@pytest.mark.parametrize("wanted", ["eleven", "5-2", "11-12", "-", "1" * 5000])
def test_lines_that_make_no_sense_are_told(context: OperationContext, wanted: str) -> None:
    done = read({"path": "data/ten.txt", "lines": wanted}, context)
    assert not done.ok
    assert len(done.text) < 200


def test_a_folder_is_listed(context: OperationContext, monkeypatch: pytest.MonkeyPatch) -> None:
    (context.workspace / "a.txt").write_bytes(b"x" * 3000)
    assert read({"path": ""}, context).text == "a.txt (3 KiB)\ndata/"
    monkeypatch.setattr(module, "_NAMES", 1)
    done = read({"path": "."}, context)
    assert (done.text, done.note) == ("a.txt (3 KiB)", "1 more names left out")
    (context.workspace / "empty").mkdir()
    assert read({"path": "empty"}, context).text == "an empty folder"


def test_a_missing_file_is_told_with_what_is_near(context: OperationContext) -> None:
    assert read({"path": "ten.txt"}, context).text == "there is no ten.txt; there is data/ten.txt"
    assert read({"path": "data/tne.txt"}, context).text == "there is no data/tne.txt; there is data/ten.txt"
    assert read({"path": "zzz"}, context).text == "there is no zzz"
    assert not read({"path": "zzz"}, context).ok


def test_bytes_that_are_no_text_are_told(context: OperationContext) -> None:
    (context.workspace / "b").write_bytes(b"PNG\0" + b"x" * 2000)
    done = read({"path": "b"}, context)
    assert (done.ok, done.text) == (False, "b is not text: a binary file of 2 KiB")
    (context.workspace / "latin").write_bytes(b"caf\xe9")
    done = read({"path": "latin"}, context)
    assert (done.text, done.note) == ("café", "read as cp1252")
    (context.workspace / "broken").write_bytes("née à l'été".encode() + b"\xff")
    assert read({"path": "broken"}, context).text == "née à l'été�"
    (context.workspace / "utf16").write_bytes("hé".encode("utf-16"))
    assert read({"path": "utf16"}, context).text == "hé"


def test_a_large_file_is_cut_at_a_line_and_that_is_said(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LIMIT", 32)
    done = read({"path": "data/ten.txt"}, context)
    middle = "[… the middle is left out: name the lines to see it, as in path:100-200 …]"
    assert done.text == f"line 1\nline 2\nline 3\n{middle}\nline 10\n"
    assert done.note == "only the first and the last 32 bytes of 71 bytes"
    monkeypatch.setattr(module, "_LIMIT", 20)
    done = read({"path": "data/ten.txt", "lines": "5-9"}, context)
    assert (len(done.text), done.note) == (20, "only the first 20 bytes of these lines")


def test_a_path_names_its_lines(context: OperationContext) -> None:
    done = read({"path": "data/ten.txt:2-3"}, context)
    assert (done.text, done.note) == ("line 2\nline 3", "lines 2-3 of 10")
    assert read({"path": "data/ten.txt:9-"}, context).text == "line 9\nline 10"
    assert read({"path": "data/ten.txt:10"}, context).text == "line 10"
    (context.workspace / "odd:2").write_text("a colon in its name\n")
    assert read({"path": "odd:2"}, context).text == "a colon in its name\n"
    assert read({"path": "nowhere.txt:2-3"}, context).text == "there is no nowhere.txt"
    with pytest.raises(RefusedError):
        read({"path": "../x:1-2"}, context)


def test_a_gigabyte_is_not_read(context: OperationContext) -> None:
    with open(context.workspace / "sparse", "wb") as file:
        file.write(b"text\n" * 100_000)
        file.truncate(1 << 30)
    done = read({"path": "sparse"}, context)
    assert len(done.text) < 300_000
    assert done.note == "only the first and the last 256 KiB of 1024.0 MiB"


def test_read_is_refused_outside(context: OperationContext) -> None:
    for path in ("../x", "/etc/passwd", "~/.ssh/id_rsa"):
        with pytest.raises(RefusedError):
            read({"path": path}, context)


def test_a_link_put_in_the_way_is_not_read(context: OperationContext, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2")
    (context.workspace / "late").symlink_to(tmp_path / "secret")
    with pytest.raises(DiskError, match="late: not read"):
        contents.head(context.workspace / "late", 100)


def test_write_is_a_change_and_touches_nothing(context: OperationContext) -> None:
    done = write({"path": "new/a.md", "content": "é\n"}, context)
    assert done.changes == (Change("new/a.md", "", "é\n".encode()),)
    assert (done.ok, done.text) == (True, "new/a.md: 1 line, 3 bytes")
    assert not (context.workspace / "new").exists()
    old = (context.workspace / "data/ten.txt").read_bytes()
    done = write({"path": "./data/ten.txt", "content": ""}, context)
    assert done.changes == (Change("data/ten.txt", hashlib.sha256(old).hexdigest(), b""),)


@pytest.mark.parametrize(("old", "ending"), [(b"a\n", b"\n"), (b"a\r\n", b"\r\n"), (b"a", b""), (b"", b"")])
def test_a_file_that_is_written_anew_ends_as_it_did(
    context: OperationContext, old: bytes, ending: bytes
) -> None:
    (context.workspace / "list.md").write_bytes(old)
    (change,) = write({"path": "list.md", "content": "a\nb"}, context).changes
    assert change.content == b"a\nb" + ending


@pytest.mark.parametrize(
    ("old", "written", "expected"),
    [
        (
            "Shop\n\nmon: 9\ntue: 9\nsat: 8\n",
            "Shop\n  \n  mon: 9\n  tue: 9\n  sat: 7",
            "Shop\n\nmon: 9\ntue: 9\nsat: 7\n",
        ),
        ("a:\n  b: 1\n  c: 2\n  d: 3\n", "a:\n  b: 1\n  c: 2\n  d: 4", "a:\n  b: 1\n  c: 2\n  d: 4\n"),
        ("a\nb\n", "a\n  b", "a\n  b\n"),
        ("a:\n", "a:\n  b: 1\n  c: 2\n  d: 3", "a:\n  b: 1\n  c: 2\n  d: 3\n"),
    ],
)
def test_what_stands_in_as_in_the_prompt_is_moved_back(
    context: OperationContext, old: str, written: str, expected: str
) -> None:
    (context.workspace / "list.txt").write_text(old)
    done = write({"path": "list.txt", "content": written}, context)
    assert [change.content for change in done.changes] == [expected.encode()]


def test_write_of_the_same_is_no_change(context: OperationContext) -> None:
    old = (context.workspace / "data/ten.txt").read_text()
    done = write({"path": "data/ten.txt", "content": old}, context)
    assert (done.ok, done.changes, done.text) == (True, (), "data/ten.txt already holds this")


def test_write_is_refused_where_it_must_be(context: OperationContext, monkeypatch: pytest.MonkeyPatch) -> None:
    os.link(context.workspace / "data/ten.txt", context.workspace / "hard")
    for path in ("../x", "state/s.md", "system/p.md", ".git/hooks/x", "pandora.toml", "data", "hard", ""):
        with pytest.raises(RefusedError):
            write({"path": path, "content": "x"}, context)
    monkeypatch.setattr("pandora.operations.write._LARGEST", 10)
    (context.workspace / "large").write_text("x" * 11)
    with pytest.raises(RefusedError, match="too large to be replaced"):
        write({"path": "large", "content": "x"}, context)


def test_write_follows_a_link_that_stays_inside(context: OperationContext) -> None:
    (context.workspace / "near").symlink_to("data/ten.txt")
    assert write({"path": "near", "content": "x"}, context).changes[0].path == "data/ten.txt"


DIFF = "--- a/data/ten.txt\n+++ b/data/ten.txt\n@@ -1,3 +1,3 @@\n line 1\n-line 2\n+line two\n line 3\n"


def test_write_puts_a_patch_in(context: OperationContext) -> None:
    done = write({"path": "data/ten.txt", "patch": DIFF}, context)
    assert done.ok
    assert done.changes[0].content == (context.workspace / "data/ten.txt").read_bytes().replace(
        b"line 2\n", b"line two\n"
    )
    assert (context.workspace / "data/ten.txt").read_text().startswith("line 1\nline 2\n")
    (context.workspace / "marked").write_bytes(b"\xef\xbb\xbfa\r\nb\xff\r\n")
    edit = "<<<<<<< SEARCH\na\n=======\nA\nAA\n>>>>>>> REPLACE"
    assert (
        write({"path": "marked", "patch": edit}, context).changes[0].content
        == b"\xef\xbb\xbfA\r\nAA\r\nb\xff\r\n"
    )


def test_a_patch_that_does_not_fit_changes_nothing(context: OperationContext) -> None:
    done = write({"path": "data/ten.txt", "patch": DIFF.replace("line 2", "line 22")}, context)
    assert (done.ok, done.changes) == (False, ())
    assert done.text.startswith("data/ten.txt: edit 1 does not fit")
    assert write({"path": "gone.txt", "patch": DIFF}, context).text == "there is no gone.txt to be patched"
    (context.workspace / "b").write_bytes(b"\0\1")
    assert not write({"path": "b", "patch": DIFF}, context).ok


def test_answer_gives_its_text_back(context: OperationContext) -> None:
    assert answer({"text": " 42 \n"}, context).text == "42"
    assert not answer({"text": " "}, context).ok


def test_every_handler_takes_missing_arguments(context: OperationContext) -> None:
    assert set(OPERATIONS) >= {"answer", "bash", "python", "read", "test", "write"}
    for name, operation in OPERATIONS.items():
        if name != "test":
            try:
                operation.handler({}, context)
            except RefusedError:
                assert name in ("write", "fields", "set", "rename", "repair", "fetch", "websearch", "script")


def test_lines_of_a_large_file_are_read_line_by_line(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LIMIT", 32)
    monkeypatch.setattr(contents, "_PIECE", 3)
    done = read({"path": "data/ten.txt", "lines": "4-5"}, context)
    assert (done.text, done.note) == ("line 4\nline 5", "lines 4-5 of 10")
    assert read({"path": "data/ten.txt:12"}, context).text == "there are 10 lines, so no lines 12"
    monkeypatch.setattr(module, "_LINE_LIMIT", 30)
    done = read({"path": "data/ten.txt", "lines": "4"}, context)
    assert (done.text, done.note) == ("line 4", "lines 4-4 of more than 5")


def test_only_a_short_file_is_patched(context: OperationContext) -> None:
    os.truncate(context.workspace / "data/ten.txt", 5 << 20)
    with pytest.raises(RefusedError, match="too large to be patched"):
        write({"path": "data/ten.txt", "patch": "@@\n-line 1\n+line 2\n"}, context)


@pytest.mark.parametrize(
    ("body", "ok"), [("return 2 * n", True), ("return n", False), ("import nothing", False)]
)
def test_a_module_is_tried_with_the_examples_of_the_request(
    context: OperationContext, body: str, ok: bool
) -> None:
    code = f"def double(n):\n    {body}\n"
    done = write({"path": "lib/d.py", "content": code, "examples": "so double(2) is 4"}, context)
    assert done.ok is ok
    assert bool(done.changes) is ok
    assert ok or "double(2)" in done.text or "nothing" in done.text
    assert not (context.workspace / "lib").exists()


def test_a_module_may_give_what_equals_the_value_of_an_example(context: OperationContext) -> None:
    code = "from collections import Counter\ndef count(text):\n    return Counter(text)\n"
    examples = "count('aa') is {'a': 2}"
    assert write({"path": "d.py", "content": code, "examples": examples}, context).ok


BILL = "import sys\nbill, people = int(sys.argv[1]), int(sys.argv[2])\n"


@pytest.mark.parametrize(
    ("program", "missing"),
    [
        (
            "for at in range(people): print((bill * 100 // people + (at < bill * 100 % people)) / 100)",
            "",
        ),
        ("for place in range(people): print('33.34')", "33.33"),
    ],
)
def test_a_script_prints_the_results_that_the_request_states(
    context: OperationContext, program: str, missing: str
) -> None:
    request = "python bill.py 100 3 prints a line for each, so here 33.34, 33.33, 33.33"
    trial = Trial(commands=(("100", "3"), ("33.33", "3")), paths=("bill.py",)).encoded(request)
    done = write({"path": "bill.py", "content": BILL + program, "calls": trial}, context)
    assert done.ok is not bool(missing), done.text
    if missing:
        assert done.text.endswith(f"prints 33.34, 33.34, 33.34; the request says {missing}, too")


HOURS = (
    "Write hours.py, called as `python hours.py week.txt`. It prints each name with its hours. For week.txt it"
    " prints:\n\nAnn 3\nBo 2\n"
)
COUNTED = (
    "import sys\nhours = {}\nfor line in open(sys.argv[1]):\n    name, time = line.split()\n    "
    "hours[name] = hours.get(name, 0) + int(time)\nfor name in sorted(hours):\n    print(name, hours[name])\n"
)
SAME = "prints the same, though there is no such file"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (COUNTED, ""),
        (
            COUNTED.replace("(name, hours", "(name + ':', hours"),
            "Ann: 3\nBo: 2\nand the request says\nAnn 3\nBo 2",
        ),
        ("print('Ann 3')\nprint('Bo 2')\n", f"hours.py nosuch.txt {SAME}"),
        (COUNTED.replace("sys.argv[1]", "'week.txt'"), SAME),
        (COUNTED.replace("int(time)", "int('')"), "hours.py week.txt ends in an error: "),
    ],
)
def test_a_script_prints_the_lines_that_the_request_gives_of_the_file_that_it_is_called_with(
    context: OperationContext, program: str, told: str
) -> None:
    (context.workspace / "week.txt").write_text("Bo 2\nAnn 1\nAnn 2\n", encoding="utf-8")
    task = Task(HOURS, files=("week.txt",), makes=("hours.py",), kind_of_task="code")
    trial = trial_for(Work(task, context.workspace, rules=frozenset({"calls"}))).encoded(HOURS)
    done = write({"path": "hours.py", "content": program, "calls": trial}, context)
    assert done.ok is not bool(told), done.text
    assert told in done.text
    assert not any("nosuch" in call for call in done.calls)


DAYS = "Write days.py: it prints who has a birthday in a month, by days.csv, like: python days.py 5"
READING = "import csv, sys\nfor row in csv.DictReader(open('days.csv')):\n    "


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (
            READING + "if row['day'].split('-')[1] == sys.argv[1]:\n        print(row['name'])\n",
            "5 prints nothing",
        ),
        (READING + "if int(row['day'].split('-')[1]) == int(sys.argv[1]):\n        print(row['name'])\n", ""),
        ("import sys\nopen('may.txt', 'w').write(sys.argv[1])\n", ""),
    ],
)
def test_a_script_that_the_request_runs_prints_something_or_makes_a_file(
    context: OperationContext, program: str, told: str
) -> None:
    (context.workspace / "days.csv").write_text("name,day\nAnn,1990-05-02\nBo,1991-11-20\n", encoding="utf-8")
    task = Task(DAYS, files=("days.csv",), makes=("days.py",), kind_of_task="code")
    trial = trial_for(Work(task, context.workspace, rules=frozenset({"calls"}))).encoded(DAYS)
    done = write({"path": "days.py", "content": program, "calls": trial}, context)
    assert (done.ok, told in done.text) == (not told, True), done.text


def test_the_error_in_which_a_script_ends_is_told_with_its_line(context: OperationContext) -> None:
    program = "import sys\n\n\ndef add(word):\n    return float(word)\n\n\nprint(add(sys.argv[1]) + add(''))\n"
    trial = Trial(commands=(("100",),), paths=("add.py",)).encoded("python add.py 100 prints 100.00")
    done = write({"path": "add.py", "content": program, "calls": trial}, context)
    assert done.text.endswith(
        "the request says 100.00, too; it ends in an error: `return float(word)`: ValueError:"
        " could not convert string to float: ''"
    )


def test_an_exit_with_a_message_has_the_status_1(context: OperationContext) -> None:
    said = "Write share.py: python share.py 6 2 prints 3; with fewer than 1 person it ends with exit status 1"
    program = "import sys\n\nif sys.argv[2] == '0':\n    sys.exit('nobody')\n"
    program += "print(int(sys.argv[1]) // int(sys.argv[2]))\n"
    task = Task(said, makes=("share.py",), kind_of_task="code")
    trial = trial_for(Work(task, context.workspace, rules=frozenset({"calls"}))).encoded(said)
    assert write({"path": "share.py", "content": program, "calls": trial}, context).ok
    bare = program.replace("sys.exit('nobody')", "print('nobody')")
    assert not write({"path": "share.py", "content": bare, "calls": trial}, context).ok


BINS = "Write bins.py: python bins.py 2025-03-04 prints paper. For what is no date, exit status 1."
WEEKS = """\
import sys
from datetime import date

try:
    day = date.fromisoformat(sys.argv[1])
except ValueError as error:
    print(error)
    sys.exit(1)
print(day.isocalendar().week)
"""
ONE_DAY = """\
import sys

if len(sys.argv) != 2:
    sys.exit(1)
print("paper" if sys.argv[1] == "2025-03-04" else "no date")
"""


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (WEEKS, ""),
        (ONE_DAY, "`python bins.py 2025-03-05` and `python bins.py nosuch` give the same, 'no date'"),
    ],
)
def test_a_script_that_knows_only_the_day_of_the_request_is_refused(
    context: OperationContext, program: str, told: str
) -> None:
    task = Task(BINS, makes=("bins.py",), kind_of_task="code")
    trial = trial_for(Work(task, context.workspace, rules=frozenset({"calls"}))).encoded(BINS)
    done = write({"path": "bins.py", "content": program, "calls": trial}, context)
    assert done.ok is not bool(told), done.text
    assert told in done.text


TOP = """import re, sys
from collections import Counter
try:
    text = open(sys.argv[1], encoding="utf-8").read()
except OSError as error:
    sys.exit(str(error))
words = [word for word in re.findall(r"[^\\W\\d_]+", text.lower()) if len(word) >= 4]
for word, count in sorted(Counter(words).items(), key=lambda entry: (-entry[1], entry[0]))[:5]:
    print(word, count)
"""


def test_a_script_for_a_file_that_nobody_has_is_run_with_one(context: OperationContext) -> None:
    """Without it, each of these ended in the same error, and any two of them agreed."""
    request = (
        "Write top.py: `python top.py FILE` prints the five commonest words, ties by the alphabet; words of"
        " fewer than 4 letters do not count, capitals do not matter."
    )
    task = Task(request, request=request, makes=("top.py",), kind_of_task="code")
    trial = trial_for(Work(task, context.workspace, rules=frozenset({"calls"}))).encoded(request)
    mutants = [
        (">= 4", ">= 6"),
        ("[:5]", "[:4]"),
        ("-entry[1]", "entry[1]"),
        (".lower()", ""),
        (", entry[0])", ",)"),
    ]
    given = []
    for old, new in (("", ""), *mutants):
        assert old in TOP
        content = TOP.replace(old, new) if old else TOP
        done = write({"path": "top.py", "content": content, "calls": trial}, context)
        given.append(done.calls["python top.py FILE"])
    assert "error exit" not in given[0]
    assert all(other != given[0] for other in given[1:]), given
    assert not (context.workspace / "FILE").exists()


@pytest.mark.parametrize(
    ("request_", "path", "code", "said"),
    [
        ("human(2048) is 2 KB", "a.py", "def human(n):\n    return f'{n // 1024} KB'\n", ""),
        ("human(2048) is 2 KB", "a.py", "def human(n):\n    return f'{n // 1024} MB'\n", "gives '2 MB'"),
        ("greet('Al') prints 'Hi Al'", "a.py", "def greet(n):\n    print('Hi', n)\n", ""),
        ("greet('Al') is 'Hi Al'", "a.py", "def greet(n):\n    print('Hi', n)\n", "gives None"),
        ("cost(2) is 4", "shop/a.py", "from .rates import RATE\ndef cost(n):\n    return n * RATE\n", ""),
        ("cost(2) is 4", "shop/a.py", "from shop.rates import RATE\ndef cost(n):\n    return n * RATE\n", ""),
        ("cost(2) is 4 in a.py, b.py prints it", "b.py", "def main():\n    return 0\n", ""),
        ("cost(2) is 4 in old.py, b.py prints it", "b.py", "def main():\n    return 0\n", "there is no cost"),
        ("cost(2) is 4 in b.py, tests in test_b.py", "b.py", "def main():\n    return 0\n", "there is no cost"),
        ("cost(2) is 4 in a.py", "test_a.py", "import unknown\n", ""),
    ],
)
def test_examples_are_tried_where_they_belong_and_as_they_are_meant(
    context: OperationContext, request_: str, path: str, code: str, said: str
) -> None:
    (context.workspace / "shop").mkdir()
    (context.workspace / "shop" / "__init__.py").touch()
    (context.workspace / "shop" / "rates.py").write_text("RATE = 2\n", encoding="utf-8")
    (context.workspace / "old.py").write_text("X = 1\n", encoding="utf-8")
    done = write({"path": path, "content": code, "examples": request_}, context)
    assert done.ok is not bool(said), done.text
    assert said in done.text


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (
            "Write w.py: `python w.py < in.txt` prints the rows.",
            "import sys\nprint(len(sys.stdin.readlines()))\n",
        ),
        (
            "Write w.py: `python w.py in.txt > out.txt`.",
            "import sys\n(name,) = sys.argv[1:]\nprint(open(name).read())\n",
        ),
        (
            "Write w.py: `python w.py in.txt` prints the rows. in.txt looks like this:\n\n```\na,1\nb,2\n```\n",
            "import sys\nprint(len(open(sys.argv[1]).readlines()))\n",
        ),
    ],
)
def test_a_script_gets_the_file_that_its_command_line_names_and_need_not_print_it(
    context: OperationContext, request_: str, code: str
) -> None:
    (context.workspace / "in.txt").write_text("a,1\nb,2\n", encoding="utf-8")
    task = Task(request_, files=("in.txt",), makes=("w.py",), kind_of_task="code")
    trial = trial_for(Work(task, context.workspace, rules=frozenset({"calls"}))).encoded(request_)
    done = write({"path": "w.py", "content": code, "calls": trial}, context)
    assert done.ok, done.text
    assert any(said in ("'2'", "'a,1\\nb,2'") for said in done.calls.values())


PACE = "Write pace.py with a function pace(km, minutes) that returns a text like 5:30 for one kilometre."


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "f'{minutes // 60}:{minutes % 60:02d}'",
            "pace.py: pace does nothing with km, which the task gives it",
        ),
        ("f'{int(minutes / km).zfill(2)}'", "pace.py: pace(10, 55) raises AttributeError: 'int' object"),
        ("'5:30' + minutes / km", "pace.py: pace(10, 55) raises TypeError"),
        ("f'{int(minutes / km)}:{round(minutes * 60 / km % 60):02d}'", ""),
    ],
)
def test_a_function_that_ignores_what_it_is_given_or_always_breaks_is_refused(
    context: OperationContext, body: str, told: str
) -> None:
    code = f"def pace(km, minutes):\n    return {body}\n"
    calls = [
        {"function": "pace", "arguments": given, "any": False, "named": True}
        for given in ("10, 55", "5, 27", "4, 25")
    ]
    trial = json.dumps({"calls": calls, "commands": [], "signatures": signatures(PACE)})
    done = write({"path": "pace.py", "content": code, "calls": trial}, context)
    assert done.ok is not bool(told), done.text
    assert done.text.startswith(told)
