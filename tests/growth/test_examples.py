from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.errors import DocumentError, UsageError
from pandora.growth.altered_examples import altered_copies
from pandora.growth.examples import Example, decode, divide, encode, read_examples, same_output
from pandora.workspace.operation_context import never


def write(folder: Path, *entries: object) -> Path:
    path = folder / "examples.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def test_examples_are_read_with_the_files_that_they_name(tmp_path: Path) -> None:
    """Growth 8: examples come from a person's file, with the workspace files that their inputs name."""
    (tmp_path / "a.txt").write_text("one two\n", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("hush\n", encoding="utf-8")
    path = write(
        tmp_path,
        {"input": {"path": "a.txt"}, "output": 2},
        {"input": {"path": "b.txt"}, "output": "1", "files": {"b.txt": "x"}},
        {"input": {"path": "secret.txt"}, "output": "1"},
    )
    first, second, third = read_examples(path, tmp_path, lambda name: name == "secret.txt")
    assert (first.output, dict(first.files)) == ("2", {"a.txt": "one two\n"})
    assert dict(second.files) == {"b.txt": "x"}
    assert not third.files
    assert decode(encode([first, second, third])) == [first, second, third]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"output": "x"}, "`input` must be a text"),
        ({"input": {"Path": "x"}}, "is no field"),
        ({"input": "x", "files": {"../x": "y"}}, "name files inside the workspace"),
        ({"input": "x", "answer": "y"}, "unknown key 'answer'"),
        (["x"], "must be an object"),
    ],
)
def test_a_wrong_example_is_told_with_its_line(tmp_path: Path, entry: object, said: str) -> None:
    path = write(tmp_path, {"input": "a", "output": "b"}, entry)
    with pytest.raises(DocumentError, match=r"examples\.jsonl:2: ") as error:
        read_examples(path, tmp_path, never)
    assert said in str(error.value)


def test_inputs_of_different_names_and_a_missing_file_are_told(tmp_path: Path) -> None:
    path = write(tmp_path, {"input": {"a": "1"}, "output": "b"}, {"input": {"b": "1"}, "output": "b"})
    with pytest.raises(DocumentError, match="different names"):
        read_examples(path, tmp_path, never)
    with pytest.raises(UsageError, match="give a file of JSON lines"):
        read_examples(tmp_path / "none.jsonl", tmp_path, never)


def test_a_third_is_hidden_whatever_their_order() -> None:
    """Growth 11: the hidden third is chosen by what goes in, not by the file's order."""
    examples = [Example({"text": str(number)}, "x") for number in range(9)]
    visible, hidden = divide(examples)
    assert (len(visible), len(hidden)) == (6, 3)
    assert divide(list(reversed(examples))) == (visible, hidden)
    assert len(divide(examples[:3])[1]) == 1
    assert divide(examples[:2])[1] == []


def test_outputs_are_the_same_but_for_blanks_and_the_layout_of_json() -> None:
    assert same_output("a  \nb", "a\nb\n")
    assert same_output('{"a": 1, "b": [2]}', '{"b":[2],"a":1}')
    assert not same_output("1", "1.0")
    assert not same_output("a\nb", "b\na")


def test_altered_copies_follow_by_rule() -> None:
    """Growth 11: files and columns with other names, rows shuffled where their order does not matter."""
    table = "day,km\nMon,3\nTue,4\nWed,5\nThu,6\n"
    example = Example(
        {"path": "data/runs.csv", "column": "km"}, "18 in data/runs.csv", {"data/runs.csv": table}
    )
    copies = {copy.rule: copy for copy in altered_copies(example, order_matters=False)}
    assert list(copies) == ["files renamed", "other files beside", "columns renamed", "rows shuffled"]
    beside = copies["other files beside"].example
    assert len(beside.files) == 2 * len(example.files)
    assert (beside.given, beside.output) == (example.given, example.output)
    files = copies["files renamed"].example
    assert (files.given["path"], files.output) == ("data/runs_b.csv", "18 in data/runs_b.csv")
    columns = copies["columns renamed"].example
    assert columns.given["column"] == "km_b"
    assert columns.files["data/runs.csv"].startswith("day,km_b\nMon,3\n")
    rows = copies["rows shuffled"].example.files["data/runs.csv"]
    assert rows != table
    assert sorted(rows.splitlines()) == sorted(table.splitlines())
    assert rows.startswith("day,km\n")
    assert [copy.rule for copy in altered_copies(Example({"text": "5 km"}, "3 mi"))] == []
