from __future__ import annotations

import pytest

from pandora.growth.examples import Example
from pandora.growth.script_ending import ending_of, ending_with_loop, finished


def examples(*outputs: str) -> list[Example]:
    return [Example({"text": str(number)}, output) for number, output in enumerate(outputs)]


DECIMALS = 'print(f"{result:.2f}" if isinstance(result, (int, float)) else result)\n'
WHOLE = 'print(f"{result:.12g}" if isinstance(result, float) else result)\n'


def test_the_form_of_the_output_is_read_off_the_examples() -> None:
    """Growth 10: what code knows of a script is no blank of it: digits, labels, JSON, rows and lines."""
    assert ending_of(examples("3.11", "0.50", "62.14"), "km") == DECIMALS
    assert ending_of(examples("55.5", "129", "18"), "sum") == WHOLE
    assert "json.dumps(result" in ending_of(examples('{"a": 1}', '{"b": []}'), "merge")
    assert '"result.md"' in ending_of(examples("| a | b |\n| --- | --- |\n| 1 | 2 |"), "table")
    assert '"result.csv"' in ending_of(examples("a,b\n1,2", "c,d\n3,4\n5,6"), "rows")
    assert '"\\n".join' in ending_of(examples("one\ntwo", "three"), "lines")
    assert ending_of(examples("the-lamp", "a-gap"), "slug") == ""
    assert ending_of([Example({"text": "a"}, None)], "unsaid") == ""


def test_of_two_labels_the_first_one_of_the_request_is_true() -> None:
    assert "'yes' if result else 'no'" in ending_of(examples("no", "yes", "no"), "Say yes or no: is it?")
    assert "'odd' if result else 'even'" in ending_of(examples("odd", "even"), "Is a number odd or even?")
    assert ending_of(examples("no", "yes", "no"), "Is it prime?") == ""


OPENING = "import json\nimport sys\n\ngiven = json.load(sys.stdin)\nn = float(given['n'])\n"


@pytest.mark.parametrize(
    ("written", "then"),
    [
        ("print(n * 2)", "result = n * 2\n"),
        ("half = n / 2\nprint(half)\n", "half = n / 2\nresult = half\n"),
        ("half = n / 2", "half = n / 2\nresult = half\n"),
        ("result = n / 2\n\n", "result = n / 2\n"),
        ("n / 2", "result = n / 2\n"),
        ("def half(n):\n    return n / 2\n", "def half(n):\n    return n / 2\nresult = half(n)\n"),
        ("def half(n):\n    yield n / 2\n", "def half(n):\n    yield n / 2\nresult = list(half(n))\n"),
        (
            "total = 0\nfor x in (1, n):\n    total += x\n",
            "total = 0\nfor x in (1, n):\n    total += x\nresult = total\n",
        ),
        (
            "kept = []\nfor x in (1, n):\n    kept.append(x)\n",
            "kept = []\nfor x in (1, n):\n    kept.append(x)\nresult = kept\n",
        ),
    ],
    ids=["print", "name", "unprinted", "result", "expression", "function", "generator", "sum", "list"],
)
def test_code_prints_what_the_script_worked_out(written: str, then: str) -> None:
    """Growth 10: a script that works out the right value need not print it, nor in the right form."""
    assert finished(OPENING + written, DECIMALS, ["n"]) == OPENING + then + DECIMALS


def test_an_import_that_a_script_lacks_is_added() -> None:
    """Growth 10: a model writes `re.findall(` without its import, in each of its scripts."""
    assert finished("result = re.findall('a', x)\n", "").startswith("import re\n")


def test_what_stands_below_a_loop_that_code_began_is_left_out() -> None:
    """Growth 10: of a file that is written anew, code saves the lines that the loop of a function keeps."""
    head = "def f(a):\n    kept = []\n    for line in a:\n        kept.append(line)\n"
    saving = "    with open(p, 'w') as file:\n        file.write(a)\n    print(1)\n\nf(a)\n"
    assert ending_with_loop(head + saving, "f", "kept") == f"{head}    return kept\n"
    assert ending_with_loop("def f(a):\n    return a\n", "f", "kept") == "def f(a):\n    return a\n"


def test_lines_of_a_table_are_printed_as_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Growth 10: of a table, a script may work out rows, or lines that are written already."""
    ending = ending_of(examples("a,b\n1,2", "c,d\n3,4\n5,6"), "rows")
    _, imported, shown = ending.partition("from pandora_data import text_of")
    assert imported
    exec(shown, {"result": ["a,b", "1,2"]})
    assert capsys.readouterr().out == "a,b\n1,2\n"


HEAD = "def half(n):\n    return whole(n) / 2\n"
BELOW = "def whole(n):\n    return n\n"
LINE = "def main():\n    print(half(sys.argv[1]))\nif __name__ == '__main__':\n    main()\n"


def test_what_a_model_writes_below_a_function_that_code_began_is_left_out() -> None:
    """Growth 10: a command line of its own reads no inputs; what the function itself calls is kept."""
    made = finished(f"{OPENING}{HEAD}{BELOW}{LINE}", DECIMALS, ["n"], "half")
    assert made == f"{OPENING}{BELOW}{HEAD}result = half(n)\n{DECIMALS}"
    assert finished(f"{OPENING}{HEAD}{BELOW}{LINE}", DECIMALS, ["n"]).endswith(LINE)
    printing = HEAD.replace("return", "print") + "half(n)\n"
    assert finished(OPENING + printing, DECIMALS, ["n"], "half") == OPENING + printing, "it prints by itself"


def test_functions_go_above_the_lines_that_call_them() -> None:
    """Growth 10: a model that is to go on with lines calls what it defines only later."""
    called = "with open('a.txt') as file:\n    n = whole(file)\n"
    made = finished(f"import json\n{called}print(n)\n{BELOW}", DECIMALS)
    assert made == f"import json\n{BELOW}{called}result = n\n{DECIMALS}"


@pytest.mark.parametrize(
    "written",
    [
        "for x in (1, n):\n    print(x)\n",
        "print('a')\nprint(n)\n",
        "print(n, n)\n",
        "print(n, end='')\n",
        "save([n], 'a.txt')\n",
        "a, b = n, n\nfor x in (1, n):\n    a += x\n    b -= x\n",
        "import math\n",
        "this is no Python",
    ],
    ids=["loop", "two", "two values", "end", "file", "two names", "nothing", "no Python"],
)
def test_a_script_whose_result_is_not_plain_is_left_as_it_is(written: str) -> None:
    assert finished(OPENING + written, DECIMALS, ["n"]) == OPENING + written


def test_without_a_form_only_what_prints_nothing_gets_a_print() -> None:
    assert finished(f"{OPENING}print(n)\n", "", ["n"]) == f"{OPENING}print(n)\n"
    assert finished(f"{OPENING}half = n / 2\n", "", ["n"]).endswith("result = half\nprint(result)\n")
