from __future__ import annotations

from pandora.programs.code.limit_probes import MOST_PROBES, limit_probes

CODE = """\
def fee(age):
    return 0 if age < 6 else 3


def pay(age, days):
    return fee(age) * days


def main():
    ...
"""


def test_functions_are_called_around_the_numbers_of_the_code_and_of_the_request() -> None:
    probes = [probe.shown for probe in limit_probes("From 65 on it is free.", [{"a.py": CODE}])]
    assert {"fee(0)", "fee(5)", "fee(6)", "fee(7)", "fee(64)", "fee(65)", "fee(66)"} <= {*probes}
    assert any(probe.startswith("pay(") for probe in probes)
    assert not any(probe.startswith("main(") for probe in probes)
    changed = {"a.py": CODE.replace("< 6", "<= 18")}
    assert "fee(18)" in [probe.shown for probe in limit_probes("", [{"a.py": CODE}, changed])]


def test_there_are_never_too_many_calls_and_none_of_what_is_no_python() -> None:
    many = "".join(f"def f{number}(a, b):\n    return a < {number * 10}\n" for number in range(30))
    assert 0 < len(limit_probes("", [{"a.py": many}])) <= MOST_PROBES
    assert limit_probes("", [{"a.py": "def f(:"}]) == []
    assert limit_probes("", []) == []
