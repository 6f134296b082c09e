from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.programs import input_files
from pandora.programs.file_description import clip, describe, describe_many, is_long_log, profile, sketch


def put(root: Path, path: str, content: str | bytes) -> str:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([3, 1, 2], "int 1..3"),
        ([1, 2.5], "float 1..2.5"),
        ([5, 5], "int 5"),
        ([1, None, 3], "int 1..3; 1 missing"),
        ([True, False, True], "true or false: 2 true, 1 false"),
        (["2012-03-01", "2012-01-01"], "date 2012-01-01..2012-03-01"),
        (["b", "a", "b", ""], "text: b, a; 1 missing"),
        (list("abcdefgh"), "text: a, b, c, d, e, f, g, h"),
        (list("abcdefghi"), "text, 9 different, e.g. a, b, c"),
        (["x, y", "007"], 'text: "x, y", "007"'),
        (["8,665,550 (est.)", "$5"], 'text with numbers in it, for number(x): "8,665,550 (est.)", "$5"'),
        (["a", 1], "number or text, e.g. a, 1"),
        ([None, ""], "always empty"),
        ([], "always empty"),
        (["x" * 100], f"text: {'x' * 59}…"),
    ],
)
def test_a_column_in_a_few_words(values: list[object], expected: str) -> None:
    assert profile(values) == expected


def test_values_are_clipped_and_harmless() -> None:
    assert clip("a\n\x1b[2J b") == "a �[2J b"
    assert len(clip("x" * 1000)) == 60


def test_a_table(tmp_path: Path) -> None:
    content = "name,price,gpu,sold\nA,1.5,x,2020-01-02\nB,,y,2020-01-01\nC,3,x,2020-01-03\n"
    assert describe(put(tmp_path, "data/t.csv", content), tmp_path) == (
        "data/t.csv: a table, 3 rows, columns:\n"
        "- name: text: A, B, C\n"
        "- price: float 1.5..3; 1 missing\n"
        "- gpu: text: x, y\n"
        "- sold: date 2020-01-01..2020-01-03"
    )


def test_tables_that_are_hardly_any(tmp_path: Path) -> None:
    assert describe(put(tmp_path, "e.csv", ""), tmp_path) == "e.csv: a table without rows"
    assert describe(put(tmp_path, "h.csv", "a,b\n"), tmp_path) == "h.csv: a table without rows\n| a,b"
    assert "text, 2 lines" in describe(put(tmp_path, "x.csv", "a,b\n" + "x" * 200_000 + ",1\n"), tmp_path)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            [{"a": 1, "b": "x"}, {"a": 2}],
            ["a list of 2, each an object", "- a: int 1..2", "- b: text: x; 1 missing"],
        ),
        ({"a": 1, "b": [1, 2]}, ["an object with 2 keys", "- a: int 1", "- b: a list of 2: int 1..2"]),
        (
            {"dana": {"m": "ines"}, "milo": {"m": "tariq"}, "ruth": {"m": "ines"}},
            ["an object of 3 keys such as dana, milo, ruth; each value is an object", "- m: text: ines, tariq"],
        ),
        (
            {"a": {"b": {"c": {"d": {"e": 1}}}}},
            [f"{indent}an object with 1 key" for indent in ("", "- a: ", "  - b: ", "    - c: ")],
        ),
        ([], ["an empty list"]),
        ({}, ["an empty object"]),
        ({"a": {}, "b": []}, ["an object with 2 keys", "- a: an empty object", "- b: an empty list"]),
        ([[1, 2], [3]], ["a list of 2; the first is a list of 2: int 1..2"]),
        (
            [{"t": ["x"]}, {"t": ["y", "z"]}],
            ["a list of 2, each an object", "- t: a list; all together a list of 3: text: x, y, z"],
        ),
        ("x", ["text: x"]),
        (None, ["always empty"]),
    ],
)  # fmt: skip
def test_a_json_value(value: object, expected: list[str]) -> None:
    assert sketch(value) == expected


def test_many_keys_are_counted() -> None:
    told = sketch({f"k{number}": number for number in range(30)})
    assert len(told) == 14
    assert told[-1] == "- and 18 more keys"


def test_json_that_cannot_be_read_is_text(tmp_path: Path) -> None:
    told = describe(put(tmp_path, "a.json", "[1,\noops"), tmp_path)
    assert told.startswith("a.json: not readable as JSON (line 2: ")
    assert told.endswith("text, 2 lines, 2 words, beginning:\n| [1,\n| oops")
    for content in ("[" * 20_000, "9" * 200_000):
        assert "not readable as JSON" in describe(put(tmp_path, "b.json", content), tmp_path)


def test_text_code_and_bytes(tmp_path: Path) -> None:
    assert describe(put(tmp_path, "t.md", "# T\n\none two\nthree\nfour\n"), tmp_path) == (
        "t.md: text, 5 lines, 6 words, beginning:\n| # T\n| one two\n| three"
    )
    assert describe(put(tmp_path, "c.py", "def f(x):\n    return x\n"), tmp_path) == (
        "c.py: Python, 2 lines:\ndef f(x):\n    return x"
    )
    long = (
        "class A:\n    def f(self, x: int = 1) -> str:\n        pass\n\n\nasync def g(*a): ...\n"
        + "x = 1\n" * 70
    )
    assert describe(put(tmp_path, "l.py", long), tmp_path) == (
        "l.py: Python, 76 lines, defining:\nclass A  # line 1\n"
        "    def f(self, x: int=1) -> str  # line 2\nasync def g(*a)  # line 6"
    )
    assert "with a syntax error" in describe(put(tmp_path, "s.py", "def (\n" * 70), tmp_path)
    assert describe(put(tmp_path, "b.bin", b"\0" * 10), tmp_path) == "b.bin: a binary file of 10 bytes"


def test_folders_and_what_is_missing(tmp_path: Path) -> None:
    put(tmp_path, "d/b.txt", "x")
    put(tmp_path, "d/a/c.txt", "x")
    assert describe("d", tmp_path) == "d: a folder of 2\na/\nb.txt (1 bytes)"
    assert describe("d/none", tmp_path) == "d/none: no such file"
    with pytest.raises(RefusedError):
        describe("../x", tmp_path)


def test_the_number_of_lines_is_kept(tmp_path: Path) -> None:
    header = ",".join(f"c{number}" for number in range(100))
    told = describe(put(tmp_path, "w.csv", f"{header}\n{header}\n"), tmp_path, limit_lines=10).splitlines()
    assert len(told) == 10
    assert told[-1] == "… 92 lines left out"
    for number in range(30):
        put(tmp_path, f"d/{number:02}", "")
    told = describe("d", tmp_path, limit_lines=10).splitlines()
    assert (len(told), told[-1]) == (10, "and 22 more")


def test_a_large_file_is_described_by_its_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_files, "READ", 1000)
    told = describe(put(tmp_path, "t.csv", "a,b\n" + "1,2\n" * 1000), tmp_path)
    assert "the first 248 of about 990 rows" in told.splitlines()[0]
    told = describe(put(tmp_path, "t.md", "word\n" * 1000), tmp_path)
    assert "200 lines" in told.splitlines()[0]
    assert "of the first 1000 bytes of 5 KiB" in told.splitlines()[0]


def test_absolute_paths_are_named_from_the_workspace(tmp_path: Path) -> None:
    put(tmp_path, "t.md", "x\n")
    assert describe(tmp_path / "t.md", tmp_path) == describe("t.md", tmp_path)


def test_files_of_the_same_shape_are_told_once(tmp_path: Path) -> None:
    paths = [
        put(tmp_path, f"data/{name}.json", json.dumps({"capital": name.title(), "area": 5}))
        for name in ("austria", "belgium", "denmark")
    ]
    paths += [
        put(tmp_path, "a.csv", "x,y\n1,2\n"),
        put(tmp_path, "b.csv", "x,y\n3,4\n"),
        put(tmp_path, "n.md", "x\n"),
    ]
    assert describe_many(paths, tmp_path) == (
        "3 files with the same shape, JSON, an object with the keys area, capital: "
        "data/austria.json, data/belgium.json, data/denmark.json\n"
        "e.g. data/austria.json: JSON, an object with 2 keys\n- capital: text: Austria\n- area: int 5\n"
        "2 files with the same shape, a table with the columns x, y: a.csv, b.csv\n"
        "e.g. a.csv: a table, 1 row, columns:\n- x: int 1\n- y: int 2\n"
        "n.md: text, 1 line, 1 words, beginning:\n| x"
    )


def test_two_files_without_shape_stay_two(tmp_path: Path) -> None:
    paths = [put(tmp_path, "a.json", "{"), put(tmp_path, "b.json", "{"), put(tmp_path, "c.csv", "")]
    told = describe_many(paths, tmp_path)
    assert told.count("not readable") == 2
    assert "same shape" not in told


def test_objects_with_a_key_of_their_own_each_cost_no_more_than_what_is_shown() -> None:
    rows = [{f"k{number}": number} for number in range(3_000)]
    lines = sketch(rows)
    assert lines[0] == "a list of 3000, each an object"
    assert lines[-1] == f"- and {3_000 - 12} more keys"


def test_a_long_log_is_told_by_lines_that_begin_alike(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(
        "".join(f"2025-03-02T00:{n % 60:02d}:05 host said {n}\n" for n in range(300))
    )
    (tmp_path / "short.log").write_text("2025-03-02 a\n" * 20)
    (tmp_path / "book.txt").write_text("Once upon a time\nthere was 1 fox\n" * 200)
    assert [is_long_log(name, tmp_path) for name in ("a.log", "short.log", "book.txt", "none.log")] == [
        True,
        False,
        False,
        False,
    ]
