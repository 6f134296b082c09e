from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.operations.python import python
from pandora.sandbox.process import Limits
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result

LAPTOPS = (
    "name,price,gpu\nMSI Thin 15,649,nvidia RTX 4050\nAcer Swift,549,intel Arc\nHP Victus,729,nvidia RTX 4050\n"
)


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "work/data").mkdir(parents=True)
    (tmp_path / "work/data/laptops.csv").write_text(LAPTOPS)
    (tmp_path / "work/helper.py").write_text("VALUE = 7\n")
    return OperationContext(tmp_path / "work", limits=Limits(seconds=20))


def run(code: str, context: OperationContext) -> Result:
    return python({"code": code}, context)


def test_what_it_printed_is_the_result(context: OperationContext) -> None:
    done = run(
        'rows = [row for row in table("data/laptops.csv") if "nvidia" in row["gpu"]]\n'
        'best = min(rows, key=lambda row: row["price"])\n'
        'print(best["name"], best["price"])',
        context,
    )
    assert (done.ok, done.text, done.code, done.changes, done.note) == (True, "MSI Thin 15 649", 0, (), "")
    assert "environment" in done.confined


def test_the_functions_are_there_and_importable(context: OperationContext) -> None:
    code = """
from pandora_data import table as again
import helper
assert again is table
print([len(table("data/laptops.csv")), load("data/laptops.csv")[0]["price"], len(text("helper.py")),
       lines("helper.py"), words("helper.py"), files("*.csv"), number("$1,200"), helper.VALUE, __name__])
"""
    assert run(code, context).text == ("3\n649\n10\nVALUE = 7\nvalue, 7\ndata/laptops.csv\n1200\n7\n__main__")


def test_a_fence_around_the_program_is_taken_off(context: OperationContext) -> None:
    assert run("```python\nprint(1)\n```", context).text == "1"
    assert run("```\nprint('```')\n```\n", context).text == "```"


def test_files_it_wrote_are_changes_and_not_yet_there(context: OperationContext) -> None:
    done = run("open('out.txt', 'w').write('x')", context)
    assert done.ok
    assert done.text == ""
    assert done.changes == (Change("out.txt", "", b"x"),)
    assert not (context.workspace / "out.txt").exists()


def test_nothing_printed_and_nothing_written_is_not_ok(context: OperationContext) -> None:
    done = run("x = 1", context)
    assert not done.ok
    assert done.text == "the program printed nothing; print the answer"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "rows = table('data/laptops.csv')\nprint([row['cost'] for row in rows])",
            "line 2: print([row['cost'] for row in rows])\nKeyError: 'cost' (its keys are: name, price, gpu)",
        ),
        (
            "rows = table('data/laptops.csv')\nkey = 'cost'\nprint(rows[0][key])",
            "line 3: print(rows[0][key])\nKeyError: 'cost' (its keys are: name, price, gpu)",
        ),
        ("print({}['é'])", "line 1: print({}['é'])\nKeyError: 'é' (there is no such key)"),
        ("d = {}\n\nprint('é', d['x'])", "line 3: print('é', d['x'])\nKeyError: 'x' (it is empty)"),
        (
            "print('9' < 10)",
            "line 1: print('9' < 10)\nTypeError: '<' not supported between instances of 'str' and 'int' "
            "(make text a number with number(x), or a number text with str(x))",
        ),
        (
            "print(None < 10)",
            "line 1: print(None < 10)\nTypeError: '<' not supported between instances of 'NoneType' and 'int' "
            "(a blank value is None; leave such rows out first)",
        ),
        (
            "def f(x):\n    return int(x)\n\nprint(f('8,665'))",
            "line 2: return int(x)\nValueError: invalid literal for int() with base 10: '8,665' "
            "(number(x) reads numbers with commas, signs or words around them)",
        ),
        (
            "import json\njson.loads('{')",
            "line 2: json.loads('{')\nJSONDecodeError: Expecting property name enclosed in double quotes: "
            "line 1 column 2 (char 1)",
        ),
        (
            "for row in text('helper.py'):\n    row['x']",
            "line 2: row['x']\nTypeError: string indices must be integers, not 'str' "
            "(this is text, not a row; table(path) gives rows, load(path) gives JSON)",
        ),
        ("x = 1\nprint(x", "line 2: print(x\nSyntaxError: '(' was never closed"),
        (
            "if True:\nprint(1)",
            "line 2: print(1)\nIndentationError: expected an indented block after 'if' statement on line 1",
        ),
        (
            "input()",
            "line 1: input()\nEOFError: EOF when reading a line (nobody can type here; read files instead)",
        ),
        ("raise ValueError", "line 1: raise ValueError\nValueError: (no message)"),
        (
            "max([])",
            "line 1: max([])\nValueError: max() arg is an empty sequence "
            "(nothing matched; print what there is to compare with)",
        ),
    ],
)
def test_an_error_is_told_in_two_lines_with_a_hint(context: OperationContext, code: str, expected: str) -> None:
    done = run(code, context)
    assert (done.ok, done.code) == (False, 1)
    # Later versions of Python say it differently.
    assert done.text.replace("iterable argument is empty", "arg is an empty sequence") == expected


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("table('laptops.csv')", "(the files are: data/laptops.csv)"),
        ("open('none.txt')", "(the files are: helper.py, data/laptops.csv)"),
        ("import pandas", "(not installed; Python's own library is there, and table(path), "),
        ("print(rows)", "(there are table(path), load(path), "),
        ("open('/etc/passwd')", "(only files in the workspace can be used, and there is no network)"),
        (
            "import socket; socket.socket()",
            "(only files in the workspace can be used, and there is no network)",
        ),
        ("(1).strip()", "this column is numbers already"),
        ("[].keys()", "(this is a list; loop over it)"),
        ("{}.price", '(take a value with row["name"])'),
        ("None.strip()", "(a blank value is None; leave such rows out first)"),
        ("[]['x']", "(this is a list; loop over it, or take one with [0])"),
        ("'a' + 1", "(make text a number with number(x), or a number text with str(x))"),
        ("```\nx", "(give the program alone, without ``` fences)"),
    ],
)
def test_common_errors_have_a_hint(context: OperationContext, code: str, hint: str) -> None:
    if sys.platform != "linux" and "no network" in hint:
        pytest.skip("Landlock is Linux's")
    done = run(code, context)
    assert not done.ok
    assert hint in done.text
    assert "Traceback" not in done.text
    assert tempfile.gettempdir() + "/pandora" not in done.text


def test_more_memory_than_there_is_has_a_hint(context: OperationContext) -> None:
    if sys.platform != "linux":
        pytest.skip("memory is not limited here")
    done = run("bytearray(8 << 30)", context)
    assert done.text.endswith("MemoryError: (no message) (too much at once; go through the file line by line)")


def test_a_long_error_is_clipped(context: OperationContext) -> None:
    done = run(f"raise ValueError({'x' * 3000!r})", context)
    assert len(done.text) < 600


def test_its_own_exit_code_and_its_own_stderr_count(context: OperationContext) -> None:
    done = run("import sys; print('a'); sys.exit('it went wrong')", context)
    assert (done.ok, done.text, done.code) == (False, "it went wrong", 1)
    done = run("import os; os._exit(3)", context)
    assert (done.ok, done.text, done.code) == (False, "the program ended with exit code 3 and said nothing", 3)
    assert run("import sys; print('a'); sys.exit()", context).ok


def test_what_a_failed_program_wrote_is_not_kept(context: OperationContext) -> None:
    done = run("open('out.txt', 'w').write('half')\n1 / 0", context)
    assert done.changes == ()


def test_a_program_without_end_says_so(context: OperationContext) -> None:
    done = run(
        "print('begun', flush=True)\nwhile True: pass",
        OperationContext(context.workspace, limits=Limits(seconds=1)),
    )
    assert (done.ok, done.code, done.note) == (False, 124, "stopped after 1 s")
    assert done.text == "the program did not end: stopped after 1 s"


def test_output_that_was_cut_is_noted(context: OperationContext) -> None:
    done = run("print('x' * 5000)", OperationContext(context.workspace, limits=Limits(output=1000)))
    assert done.text == "x" * 1000
    assert done.note == "only the first 1000 bytes of its output were kept"


def test_a_protected_place_is_refused(context: OperationContext) -> None:
    done = run("print(1)\nopen('pandora.toml', 'w').write('x')", context)
    assert (done.ok, done.changes) == (False, ())
    assert "pandora.toml: protected" in done.text
    (context.workspace / "state").mkdir()
    (context.workspace / "state/s.md").write_text("x")
    assert run("print(files('**/*.md'))", context).text == "[]"


def test_without_the_required_guards_nothing_is_run(context: OperationContext) -> None:
    with pytest.raises(RefusedError, match="cannot confine"):
        python({"code": "print(1)"}, OperationContext(context.workspace, required=("a moat",)))
    assert python({"code": "print(1)"}, OperationContext(context.workspace, required=())).ok


def test_nothing_is_left_in_the_workspace_or_beside_it(
    context: OperationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = context.workspace.parent / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    run("import helper; print(helper.VALUE)", context)
    assert list(temporary.iterdir()) == []
    assert sorted(os.listdir(context.workspace)) == ["data", "helper.py"]


def test_a_value_is_kept_for_later_programs(context: OperationContext) -> None:
    done = run("keep('rows', [{'name': 'é', 'price': 1.5}])\nkeep('names', {'b', 'a'})", context)
    assert (done.ok, done.text, done.changes) == (True, "kept names, rows", ())
    assert done.kept == {"rows": '[{"name": "é", "price": 1.5}]'.encode(), "names": b'["a", "b"]'}
    later = replace(context, kept=done.kept)
    again = run("print(kept('rows')[0]['price'] * 2, kept('names'))", later)
    assert (again.text, again.changes, again.kept) == ("3.0 a, b", (), {})
    over = run("keep('names', kept('names') + ['c'])\nprint(1)", later)
    assert over.kept == {"names": b'["a", "b", "c"]'}
    assert not (context.workspace / ".kept").exists()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("kept('rows')", "nothing was kept so far"),
        ("keep('../x', 1)", "is no name"),
        ("keep('x', 'y' * (1 << 20))", "too large to be kept"),
        ("keep('x', float('nan'))", "cannot be kept as JSON"),
        ("keep('x', print)", "cannot be kept as JSON"),
        ("x = []\nx.append(x)\nkeep('x', x)", "cannot be kept as JSON"),
    ],
)
def test_what_cannot_be_kept_is_told(context: OperationContext, code: str, told: str) -> None:
    done = run(code, context)
    assert not done.ok
    assert told in done.text


def test_what_is_put_in_the_place_of_kept_values_is_checked(context: OperationContext) -> None:
    done = run("import os\nos.mkdir('.kept')\nopen('.kept/x.json', 'w').write('{')\nprint(1)", context)
    assert (done.ok, done.kept, done.changes, done.note) == (True, {}, (), "not kept: x.json")


def test_a_table_made_of_pages_is_noted_as_read(context: OperationContext) -> None:
    (context.workspace / ".pages").mkdir()
    (context.workspace / ".pages/a.csv").write_text("name,price\nplum,2\n", encoding="utf-8")
    done = python({"code": "print(table('.pages/a.csv'))"}, context)
    assert (done.ok, done.read) == (True, (".pages/a.csv",)), done.text
