"""The stub of a new module: heads with the request as their docstring, and the module without it."""

from __future__ import annotations

from pandora.programs.code.code_examples import examples_in
from pandora.programs.code.described_stub import described_stub, heads_in

SHIFT = (
    'Write shifts.py with worked(start, end, pause=0): worked("08:00", "16:30", 30) is "8:00". No pause is 0.'
)
BODY = '    return "8:00"'


def test_one_function_has_the_request_and_its_examples() -> None:
    stub = described_stub(SHIFT, examples_in(SHIFT))
    lines = stub.text.splitlines()
    assert lines[:2] == ["def worked(start, end, pause=0):", f'    """{SHIFT.rpartition(" is 0")[0]}']
    assert lines[2:] == ["    is 0.", "", '    >>> worked("08:00", "16:30", 30)', "    '8:00'", '    """']
    assert stub.without_description(stub.text + BODY) == f"def worked(start, end, pause=0):\n{BODY}"


def test_the_first_of_several_functions_stands_below_the_request() -> None:
    request = (
        "well(n) names the n-th well: well(1) is 'A1'. number(name) is the other way round: number('B1') is 13."
    )
    stub = described_stub(request, examples_in(request))
    assert stub.text.startswith('"""well(n) names')
    assert stub.text.endswith("""\n\ndef well(n):\n    \"\"\">>> well(1)\n    'A1'\n    \"\"\"\n""")
    assert stub.without_description(stub.text + "    return 'A1'") == "def well(n):\n    return 'A1'"


def test_a_script_has_the_request_alone() -> None:
    stub = described_stub("A script that adds up km:\npython km.py trips.csv", [])
    assert stub.text == '"""A script that adds up km:\npython km.py trips.csv\n"""\n\nimport sys\n'
    assert stub.without_description(f"{stub.text}print(1)") == "import sys\nprint(1)"


def test_calls_with_values_are_no_heads() -> None:
    assert heads_in("f(1) and g('a', True), h(True), k(lambda), and cost(weight, express=False) are calls") == {
        "cost": "weight, express=False"
    }


def test_the_run_of_the_examples_goes_with_them() -> None:
    stub = described_stub("Write f(a).", [])
    tail = "\n\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()"
    assert stub.without_description(f"{stub.text}    return a{tail}") == "def f(a):\n    return a\n"
    own = f"{stub.text}    return a\n\nif __name__ == '__main__':\n    print(f(1))"
    assert stub.without_description(own).endswith("print(f(1))"), "what is no run of examples stays"
    assert stub.without_description("x = 1") == "x = 1"


def test_quotes_and_backslashes_of_the_request_end_no_docstring() -> None:
    stub = described_stub('Write f(a) for """ and \\d.', [])
    compile(f"{stub.text}    return a", "stub", "exec")
