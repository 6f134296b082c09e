"""The programs' runner in this process: what the sandbox hides from a debugger and from coverage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pandora.programs.inside import program_runner

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")


@pytest.fixture(autouse=True)
def _own_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What the runner changes of its process is put back."""
    path, arguments, main = list(sys.path), sys.argv, sys.modules["__main__"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("name,price\nplum,2\npear,\n", encoding="utf-8")
    yield
    sys.path[:], sys.argv, sys.modules["__main__"] = path, arguments, main
    sys.modules.pop("pandora_data", None)


Said = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    def run(code: str) -> tuple[int, str, str]:
        program = tmp_path / "the program.py"
        program.write_text(code, encoding="utf-8")
        ended = program_runner.main(str(program))
        told = capsys.readouterr()
        return ended, told.out, told.err

    return run


def test_a_program_has_the_functions_and_its_own_name(said: Said) -> None:
    code = (
        "import sys\nfrom pandora_data import number\n"
        "print(table('a.csv')[0]['price'], number('1,200'), __name__, sys.argv)"
    )
    assert said(code) == (0, "2 1200 __main__ program.py\n", "")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("x = 1\nx =\n", "line 2: x =\nSyntaxError: invalid syntax"),
        (
            "```python\nprint(1)\n```",
            "SyntaxError: invalid syntax (give the program alone, without ``` fences)",
        ),
        (
            "row = {'a': 1, 'b': 2}\nprint(row['c'])",
            "line 2: print(row['c'])\nKeyError: 'c' (its keys are: a, b)",
        ),
        ("rows = table('a.csv')\nprint(rows[0]['cost'])", "(its keys are: name, price)"),
        (
            "row = {'a': 1, 'b': 'could not write film.tar today'}\nprint(row['file'])",
            "(its keys are: a, b; its 'b' is 'could not write film.tar today')",
        ),
        ("x = {'a': ({},)}\nprint(x['a'][0]['c'])", "(it is empty)"),
        ("x = {'a': []}\nprint(x['a'][3]['c'])", "IndexError: list index out of range"),
        ("big = dict.fromkeys(range(30))\nbig['c']", "18, 19, and 10 more)"),
        ("{}.pop('c')", "KeyError: 'c' (there is no such key)"),
        ("{'a': 1}['c']", "(there is no such key)"),
        ("d = {}\nd['a'] += 1", "(it is not there yet: begin with d.setdefault('a', 0))"),
        ("rows = [{'a': 1}]\nrows['b']", "(rows is a list of rows, whose columns are: a)"),
        ("rows = [{'a': 1}]\nrows['b'] = 2", "write `for row in rows: row['b'] = ...`)"),
        ("row = {'a': 1, 'b': None}\nrow['c'] = row['a'] * row['b']", "count it as 0: (row['b'] or 0))"),
        (
            "open('data/A.CSV')",
            "FileNotFoundError: [Errno 2] No such file or directory: 'data/A.CSV' (the files are: a.csv)",
        ),
        ("open('none.txt')", "(the files are: a.csv, the program.py)"),
        ("print(None + 1)", "(a blank value is None; leave such rows out first)"),
        (
            "rows = [{'in': None, 'out': 2.5}]\nprint(rows[0]['in'] - rows[0]['out'])",
            "(a blank value is None; count it as 0: (rows[0]['in'] or 0))",
        ),
        (
            "print('1' + 1)",
            'TypeError: can only concatenate str (not "int") to str (make text a number with number(x)',
        ),
        ("print('abc'['a'])", "(this is text, not a row; table(path) gives rows, load(path) gives JSON)"),
        ("print([1]['a'])", "(this is a list; loop over it, or take one with [0])"),
        ("print(len(3, 4))", "TypeError: len() takes exactly one argument (2 given)"),
        (
            "import pandas",
            "ModuleNotFoundError: No module named 'pandas' (not installed; Python's own library is there",
        ),
        ("tables('a.csv')", "NameError: name 'tables' is not defined (write table, which is defined)"),
        ("cheapest = 3\nprint(chepest)", "NameError: name 'chepest' is not defined (write cheapest, which is"),
        ("fruit('a.csv')", "NameError: name 'fruit' is not defined (there are table(path)"),
        ("raise PermissionError('x')", "(only files in the workspace can be used, and there is no network)"),
        ("int('1,200')", "(number(x) reads numbers with commas, signs or words around them)"),
        (
            "int('here')",
            "('here' is a word and no number: leave such rows out, compare it with ==, or count it)",
        ),
        ("max([])", "(nothing matched; print what there is to compare with)"),
        ("raise ValueError", "ValueError: (no message)"),
        ("raise ValueError('x' * 300)", "ValueError: " + "x" * 199 + "…"),
        ("raise EOFError", "(nobody can type here; read files instead)"),
        ("None.price", "(a blank value is None; leave such rows out first)"),
        ("(3).lower()", "numbers already"),
        ("[].items()", "(this is a list; loop over it)"),
        ("{}.price", '(take a value with row["name"])'),
        ("''.price", "AttributeError: 'str' object has no attribute 'price'"),
        ("raise MemoryError", "(too much at once; go through the file line by line)"),
        ("import json\njson.loads('{')", "line 2: json.loads('{')\nJSONDecodeError: Expecting property name"),
        ("def f(x):\n    return x['a']\nf({'é': 1})", "line 2: return x['a']\nKeyError: 'a' (its keys are: é)"),
        ("raise Exception('so')", "Exception: so"),
        ("save('out/b.csv', 3)", "Error: "),
    ],
)
def test_an_error_is_told_where_it_is_with_what_helps(said: Said, code: str, told: str) -> None:
    ended, out, err = said(code)
    assert (ended, out) == (1, "")
    assert told in err
    assert "Traceback" not in err


def test_no_files_at_all(said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    assert "(there are no files)" in said("open('x.txt')")[2]


def test_what_was_printed_before_the_error_stays(said: Said) -> None:
    assert said("print('first')\nraise ValueError('x')")[:2] == (1, "first\n")


def test_an_end_that_the_program_chose_is_its_own(said: Said) -> None:
    with pytest.raises(SystemExit, match="no such column"):
        said("raise SystemExit('no such column')")


def test_a_workspace_may_have_a_package_of_the_name_pandora(said: Said, tmp_path: Path) -> None:
    (tmp_path / "pandora").mkdir()
    (tmp_path / "pandora/__init__.py").touch()
    (tmp_path / "pandora/own.py").write_text("VALUE = 7\n", encoding="utf-8")
    modules = {name: module for name, module in sys.modules.items() if name.startswith("pandora")}
    for name in modules:
        del sys.modules[name]
    try:
        assert said("from pandora.own import VALUE\nprint(VALUE, len(table('a.csv')))") == (0, "7 2\n", "")
    finally:
        for name in [name for name in sys.modules if name.startswith("pandora")]:
            del sys.modules[name]
        sys.modules.update(modules)


def test_this_process_keeps_its_own_modules(said: Said) -> None:
    before = {name: module for name, module in sys.modules.items() if name.startswith("pandora.")}
    said("print(1)")
    assert {name: sys.modules.get(name) for name in before} == before


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (
            "sum(price for price in table('a.csv'))",
            "",  # what a call gives is not called again
        ),
        (
            "sum(row for row in rows)",
            "rows is a list of rows: add up one column of them, row[key], where key is one of",
        ),
        ("sum(rows)", "'name', 'price'"),
        (
            "[sum(row['days'].values()) for row in held]",
            "has texts, 'here', 'away': count those that are meant",
        ),
        ("[sum(list(row['days'].values())) for row in held]", "has texts, 'here', 'away'"),
        ("sum(2 * row for row in [1]) + sum(row['name'] for row in rows)", "number(x)"),
    ],
)
def test_what_a_sum_would_add_up_is_told(said: Said, line: str, hint: str) -> None:
    code = "rows = table('a.csv')\nheld = [{'days': {'1': 'here', '2': 'away', '3': 'here'}}]\n"
    ended, _, told = said(f"{code}print({line})")
    assert ended == 1
    assert hint in told


def test_a_blank_adds_nothing_and_is_no_extreme(said: Said) -> None:
    program = "rows = [{'n': 'a', 'v': 3}, {'n': 'b', 'v': None}, {'n': 'c', 'v': 5}]\n"
    program += "print(sum(r['v'] for r in rows), max(r['v'] for r in rows))\n"
    program += "print(min(rows, key=lambda r: r['v'])['n'])\n"
    program += "print(sum([[1], [2]], []), max(3, 4), max([], default=0), min('b', 'a'))"
    assert said(program)[:2] == (0, "8 5\na\n1, 2 4 0 a\n")


def test_the_blank_cell_is_told(said: Said) -> None:
    program = "row = {'name': 'x', 'paid': None}\nprint(row['name'], 72 - row['paid'])"
    assert "count it as 0: (row['paid'] or 0)" in said(program)[2]
