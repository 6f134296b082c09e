from __future__ import annotations

from pandora.growth.example_calls import calls_of, loop_over_lines, rewriting_of
from pandora.growth.examples import Example


def rewritten(before: str, after: str, output: str | None) -> Example:
    return Example({"path": "a.txt"}, output, {"a.txt": before}, {"a.txt": after})


def test_examples_are_shown_as_calls() -> None:
    """Growth 10: of a file the call has what is in it; of JSON it returns the value, and else it is printed."""
    data = Example({"path": "a.json", "n": "2"}, "[1]", {"a.json": '[{"a": null}]'})
    assert calls_of([data], "f", 3) == ">>> f([{'a': None}], 2)\n[1]"
    day = Example({"first": "2024-02-29"}, "a\nb")
    assert calls_of([day], "f", 3) == ">>> print(f(date.fromisoformat('2024-02-29')))\na\nb"
    table = Example({"path": "a.csv"}, "3", {"a.csv": "n\n3\n"})
    assert calls_of([table], "f", 3) == ">>> print(f([{'n': '3'}]))\n3"
    assert calls_of([rewritten("a\nb\n", "a\n", "1")], "f", 3) == ">>> f('a\\nb\\n')\n'a\\n'"
    assert calls_of([Example({"text": "a" * 700}, "b")], "f", 3) == ""


def test_code_saves_the_lines_that_are_kept_and_prints_how_many_went() -> None:
    """Growth 10: where a file loses lines, the model's function makes the lines, and nothing else."""
    counted = [rewritten("a\na\nb\n", "a\nb\n", "1"), rewritten("a\na\na\n", "a\n", "2")]
    lines = rewriting_of(counted, "old")
    assert lines.startswith('save("".join(f"{line}\\n" for line in result), path)\n')
    assert lines.endswith("print(len(old.splitlines()) - len(result))\n")
    assert "print" not in rewriting_of([rewritten("a\nb\n", "b\n", None)], "old")
    assert rewriting_of([rewritten("a\nb\n", "b\n", "x")], "old") == "", "another thing is printed"
    assert rewriting_of([rewritten("a\n", "b\n", None)], "old") == "", "the new line was not there"
    assert rewriting_of([Example({"path": "a.txt"}, "1", {"a.txt": "b"})], "old") == ""


def test_a_function_that_keeps_lines_is_begun_as_a_loop_over_them() -> None:
    assert loop_over_lines("old").endswith("    for line in old.splitlines():\n")
