"""What code sees in examples: growth, point 10."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pandora.growth.example_facts import facts_of
from pandora.growth.examples import Example


def of_number(outputs: Mapping[str, str]) -> list[Example]:
    return [Example({"size": given}, output) for given, output in outputs.items()]


@pytest.mark.parametrize(
    ("words", "outputs", "line"),
    [
        (
            "Write feet as metres; a metre has 3.280839895 feet.",
            {"10": "3.05", "7": "2.13", "100": "30.48"},
            "`size` divided by 3.280839895",
        ),
        ("Write dozens as pieces; 12 are one.", {"1": "12", "3": "36", "0.5": "6"}, "`size` times 12"),
        ("How long is it in yards?", {"1": "0.914", "100": "91.440", "3": "2.743"}, "`size` times 0.9144"),
        (
            "Write Celsius as Fahrenheit.",
            {"0": "32.0", "10": "50.0", "37.5": "99.5", "-40": "-40.0"},
            "`size` times 1.8, plus 32",
        ),
    ],
)
def test_how_a_number_follows_from_another_is_worked_out(
    words: str, outputs: Mapping[str, str], line: str
) -> None:
    """Growth 10: a factor, with a number of the request where one fits, and what is added."""
    assert f"the output is {line}" in facts_of(of_number(outputs), words)


@pytest.mark.parametrize(
    "outputs",
    [
        {"1": "5", "2": "9", "3": "4"},  # no line goes through them
        {"1": "12", "2": "24"},  # too few
        {"1": "7", "2": "7", "3": "7"},  # one output for all
        {"1": "2.0", "2": "5.0", "3": "8.0"},  # something is added, and three points are too few for that
    ],
)
def test_nothing_is_said_that_the_examples_do_not_show(outputs: Mapping[str, str]) -> None:
    assert not any("`size`" in fact for fact in facts_of(of_number(outputs), "Change the size."))


def test_how_the_output_is_written_is_said() -> None:
    """Growth 10: digits behind the point, labels, and the characters of short texts."""
    assert facts_of(of_number({"1": "0.50", "2": "3.11", "3": "9.00"}), "x") == [
        "the output has 2 digits behind the point"
    ]
    answers = dict(zip("abcd", ("yes", "no", "no", "yes"), strict=True))
    assert facts_of(of_number(answers), "x") == ["the output is one of: no, yes"]
    times = {"90": "1:30", "5": "0:05", "600": "10:00"}
    assert facts_of(of_number(times), "x") == ["the output has no other characters than digits and `:`"]
    whole = facts_of(of_number({"a b": "2", "c": "1", "d e f": "3"}), "x")
    assert whole == [], "the next total may have a point"


def test_which_lines_come_out_is_said() -> None:
    """Growth 10: lines of the file, its head, and as many as it has."""
    texts = {"a.csv": "n,v\nx,1\nx,1\ny,2\n", "b.csv": "k\n1\n1\n2\n", "c.csv": "h,i\n3,4\n3,4\n"}
    once = [
        Example({"path": path}, "\n".join(dict.fromkeys(text.splitlines())), {path: text})
        for path, text in texts.items()
    ]
    assert facts_of(once, "x") == [
        "each line of the output is a line of the file",
        "the first line of the output is the first line of the file",
    ]
    upper = [Example({"path": path}, text.upper(), {path: text}) for path, text in texts.items()]
    assert facts_of(upper, "x") == ["the output has as many lines as the file"]


def test_of_which_key_a_json_list_holds_the_values_is_said() -> None:
    """Growth 10: of a list of objects, a script may print the numbers of the rows for their names."""
    rows = '[{"name": "a", "n": 1}, {"name": "b", "n": null}]'
    listed = [Example({"path": p}, out, {p: rows}) for p, out in (("x", '["b"]'), ("y", '["a"]'), ("z", "[]"))]
    assert facts_of(listed, "x")[-1:] == ["each entry of the output is the `name` of an object in the file"]
    other = [*listed, Example({"path": "w"}, '["c"]', {"w": rows})]
    assert not any("entry" in fact for fact in facts_of(other, "x"))
