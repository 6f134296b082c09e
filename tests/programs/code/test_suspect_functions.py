from __future__ import annotations

from pandora.programs.code.suspect_functions import MOST_SUSPECTS, source_of, suspects

AGES = '''"""Ages."""
from datetime import date


def years(born, on):
    """Full years."""
    return on.year - born.year


def group(born, on):
    if years(born, on) < 9:
        return "small"
    return "big"
'''
CART = """class Cart:
    LIMIT = 3

    def __init__(self):
        self.lines = {}

    @staticmethod
    def cents(price):
        # whole ones
        return int(price * 100)

    def add(self, name, price):
        self.lines[name] = self.cents(price)


def one(): return Cart()
"""


def names(report: str, **files: str) -> list[str]:
    return [suspect.name for suspect in suspects(report, {f"{stem}.py": text for stem, text in files.items()})]


def test_a_call_of_a_report_names_its_function_and_those_that_it_calls() -> None:
    report = (
        "there are no tests\ngroup(date(2016, 11, 20), date(2025, 6, 1)) gives 'big'; the task says 'small'"
    )
    found = suspects(report, {"ages.py": AGES})
    assert [(one.path, one.name) for one in found] == [("ages.py", "group"), ("ages.py", "years")]
    assert found[0].beginning == "def group(born, on):\n"
    assert found[1].beginning == 'def years(born, on):\n    """Full years."""\n'


def test_where_an_error_was_raised_comes_first() -> None:
    report = (
        'File "shop.py", line 3, in <module>\n  cart.add("pen", None)\n'
        'File "/tmp/x/cart.py", line 13, in add\nFile "/tmp/x/cart.py", line 10, in cents\nTypeError: no'
    )
    assert names(report, cart=CART) == ["Cart.cents", "Cart.add"]
    assert names("cart.py:13: in add\nE   TypeError", cart=CART) == ["Cart.add", "Cart.cents"]


def test_a_method_begins_with_its_class() -> None:
    found = suspects("Cart().cents(1.15) gives 114; the task says 115", {"cart.py": CART})
    assert found[0].beginning == "class Cart:\n    @staticmethod\n    def cents(price):\n        # whole ones\n"
    assert source_of(CART, "Cart.add").startswith("class Cart:\n    def add(")
    assert source_of(CART, "gone") == ""


def test_nothing_is_suspected_without_a_name_or_with_two_or_on_one_line() -> None:
    assert names("python shop.py prints:\n  7 (of 9)", cart=CART) == []
    assert names("add(1) gives 2", cart=CART, other="def add(x):\n    return x\n") == []
    assert names("one() gives 2", cart=CART) == []
    assert names("years(1) gives 2", ages="def years(") == []


def test_no_more_functions_are_tried_than_pay() -> None:
    many = "".join(f"def f{number}(x):\n    return f{number + 1}(x)\n\n\n" for number in range(6))
    assert names("f0(1) gives 2", many=many) == [f"f{number}" for number in range(MOST_SUSPECTS)]


def test_of_a_line_that_is_printed_wrong_what_returns_something_is_suspected() -> None:
    report = "there are no tests\nit prints Ida 7:65; the task says Ida 8:05"
    main = '\n\ndef main():\n    print(group("a", "b"))\n\n\nmain()\n'
    assert names(report, ages=AGES + main) == ["years", "group"]
    assert names(" ".join(report.split()), ages=AGES + main) == ["years", "group"], (
        "a report may be on one line"
    )
    text = AGES.replace('return "small"', 'return f"{years(born, on)} small"')
    assert names(report, ages=text + main) == ["group", "years"]
    assert names("it prints 8; that is right", ages=AGES + main) == []
