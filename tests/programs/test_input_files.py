from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pandora.programs import input_files
from pandora.programs.file_description import describe
from pandora.programs.help import Work
from pandora.programs.help_kinds import PLAIN
from pandora.programs.input_files import file_value, read_input
from pandora.programs.opening.data_leads import place_comments
from pandora.programs.opening.loaded_variables import loaded_files
from pandora.task import Task


def put(path: Path, content: str | bytes) -> Path:
    """A file that was written a while ago: of one that was just written nothing is kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    return path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are opened to be read as data, in order."""
    names: list[str] = []
    real = os.open

    def counted(path: str, flags: int, mode: int = 0o777) -> int:
        names.append(os.path.basename(path))
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", counted)
    return names


def test_everything_that_looks_at_a_file_reads_it_once(tmp_path: Path, opened: list[str]) -> None:
    put(tmp_path / "data/t.csv", "name,price\nAcer,549\nMSI,649\n")
    files = ("data/t.csv",)
    description = PLAIN.describe(Work(Task("What does Acer cost?", files=files), tmp_path), "understand")
    assert description.columns == ("name", "price")
    assert describe("data/t.csv", tmp_path) in description.text
    assert place_comments("What does Acer cost?", files, tmp_path)
    assert loaded_files(files, tmp_path)
    assert opened == ["t.csv"]


def test_a_file_that_changed_is_read_anew(tmp_path: Path, opened: list[str]) -> None:
    path = put(tmp_path / "t.csv", "a\n1\n")
    assert file_value(path) == [{"a": 1}]
    path.write_text("a\n2\n")
    assert file_value(path) == [{"a": 2}]
    path.write_text("a\n3\n")
    assert file_value(path) == [{"a": 3}]
    assert len(opened) == 3


def test_no_more_than_the_cap_is_read_and_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path / "t.csv", "a,b\n" + "1,2\n" * 100_000)
    small = read_input(path)
    assert (len(small.value), str(small.extents[""])) == (20_000, "the first 20,000 of 100,000")
    assert small.sampled
    monkeypatch.setattr(input_files, "READ", 50_000)
    other = put(tmp_path / "u.csv", path.read_bytes())
    large = read_input(other)
    assert large.read == 50_000
    assert "of about 100,000" in str(large.extents[""])
    monkeypatch.setattr(input_files, "CELLS", 100)
    assert len(read_input(put(tmp_path / "v.csv", path.read_bytes())).value) == 50


def test_only_so_much_is_kept(tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_files, "CACHED", 20)
    paths = [put(tmp_path / f"{name}.csv", "a\n12345678\n") for name in "xyz"]
    for path in [*paths, paths[2], paths[0]]:
        file_value(path)
    assert opened == ["x.csv", "y.csv", "z.csv", "x.csv"]


def test_a_list_of_json_that_is_cut_gives_its_first_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"id": index, "tags": ["x, y]", "{"], "note": 'a "quoted" \\ word'} for index in range(1000)]
    monkeypatch.setattr(input_files, "READ", 10_000)
    found = read_input(put(tmp_path / "t.json", json.dumps(rows)))
    assert 100 < len(found.value) < 300
    assert found.value[:-1] == rows[: len(found.value) - 1]
    assert "of about 1,000" in str(found.extents[""])
    lines = read_input(put(tmp_path / "t.jsonl", "".join(json.dumps(row) + "\n" for row in rows)))
    assert lines.value == rows[: len(lines.value)]
    assert "of about 1,0" in str(lines.extents[""])


def test_a_file_that_is_written_while_it_is_read_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path / "t.csv", "a\n1\n")
    real, times = os.fstat, iter(range(100))

    def restless(descriptor: int) -> os.stat_result:
        os.utime(path, (next(times), 0))
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", restless)
    with pytest.raises(ValueError, match=r"t\.csv:1: it changed while it was read"):
        file_value(path)
    assert "changed while it was read" in describe("t.csv", tmp_path)


def test_what_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.csv")
    with pytest.raises(OSError, match="a pipe and no file"):
        read_input(tmp_path / "p.csv")


def test_of_json_with_too_many_containers_a_part_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.programs.input_files.CONTAINERS", 100)
    (tmp_path / "a.json").write_text("[" + ",".join(["[]"] * 1000) + "]", encoding="utf-8")
    (tmp_path / "a.jsonl").write_text("[[], []]\n" * 1000, encoding="utf-8")
    for name in ("a.json", "a.jsonl"):
        source = read_input(tmp_path / name)
        assert source.sampled
        assert not source.fault
        assert 20 <= len(source.value) <= 110


def test_a_wide_table_counts_in_the_cache_by_its_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_files, "CACHED", 100_000)
    monkeypatch.setattr(input_files, "_CACHE", cache := input_files._InputCache())
    wide = ",".join(f"c{column}" for column in range(500)) + "\n" + "1,2\n" * 4
    for name in ("a.csv", "b.csv", "c.txt"):
        (tmp_path / name).write_text(wide, encoding="utf-8")
        os.utime(tmp_path / name, (1, 1))
        read_input(tmp_path / name)
    assert [Path(path).name for path in cache.entries] == ["c.txt"]
