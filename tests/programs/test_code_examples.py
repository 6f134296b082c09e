from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pandora.programs.code_examples import Example, examples_in, trying_program


@pytest.mark.parametrize(
    ("request_text", "examples"),
    [
        ("So p(2) is 4.90 and p(2.1, up=True) is 14.70.", [("p", "2", "4.90"), ("p", "2.1, up=True", "14.70")]),
        ("seconds('1h30m') == 5400", [("seconds", "'1h30m'", "5400")]),
        ("`split(10, 3)` should return [4, 3, 3].", [("split", "10, 3", "[4, 3, 3]")]),
        ("f(0) soll ValueError auslösen", [("f", "0", "ValueError")]),
        ("slug('Hello World') -> 'hello-world'", [("slug", "'Hello World'", "'hello-world'")]),
        ("'1h30m' is 5400 and '45s' gives 45", [("", "'1h30m'", "5400"), ("", "'45s'", "45")]),
        ("with a function price(weight_kg, express=False). Up to 2 kg it's 4.90", []),
        ("f() is 3", []),
        ("Write 'hello' to out.txt, 3 times", []),
    ],
)  # fmt: skip
def test_examples_are_read_from_a_request(request_text: str, examples: list[tuple[str, str, str]]) -> None:
    assert examples_in(request_text) == [Example(*example) for example in examples]


MODULE = """
def price(weight, express=False):
    if weight <= 0:
        raise ValueError("no weight")
    return 4.9 + (8 if express else 0)
"""


@pytest.mark.parametrize(
    ("request_text", "said"),
    [
        ("price(1) is 4.90, price(1, express=True) is 12.90, price(0) raises ValueError", ""),
        ("price(1) is 5", "price(1) gives 4.9; the request says 5\n"),
        ("price(0) is 0", "price(0) raises ValueError: no weight; the request says 0\n"),
        ("cost(1) is 4.90", "there is no cost; the request names it\n"),
    ],
)
def test_a_module_is_tried_with_the_examples(request_text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(MODULE, encoding="utf-8")
    program = trying_program("shop.py", examples_in(request_text))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == (said, "", 1 if said else 0)
