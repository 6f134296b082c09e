"""YAML as data."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pandora.programs.inside import yaml_values
from pandora.programs.inside.program_functions import load, save


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("01067", "01067"),
        ("0049301234", "0049301234"),
        ("18:30", "18:30"),
        ("NO", "NO"),
        ("on", "on"),
        ("1_000", "1_000"),
        ("2024-13-01", "2024-13-01"),
        ("=", "="),
        ("True", True),
        ("~", None),
        ("-12", -12),
        ("0o14", 12),
        ("0x1F", 31),
        ("1.50", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("!!int 08", 8),
    ],
)
def test_a_plain_scalar_is_what_yaml_1_2_says_and_a_zero_before_figures_is_kept(
    text: str, value: object
) -> None:
    read = yaml_values.parse(f"a: {text}\n")["a"]
    assert (read, type(read)) == (value, type(value))


def test_keys_are_read_so_too_and_merged_parts_still_are() -> None:
    assert yaml_values.parse("on: &a {x: 1}\n01067: {<<: *a, y: 2}\n") == {
        "on": {"x": 1},
        "01067": {"x": 1, "y": 2},
    }


def test_a_file_that_is_read_and_saved_keeps_its_values(tmp_path: Path) -> None:
    path = tmp_path / "members.yaml"
    path.write_text("- name: Anna\n  plz: 01067\n  begin: 18:30\n  country: NO\n", encoding="utf-8")
    rows = load(str(path))
    save(rows, str(path))
    assert load(str(path)) == rows == [{"name": "Anna", "plz": "01067", "begin": "18:30", "country": "NO"}]


@pytest.mark.parametrize("text", ["08", "1e3", "0o14", "NO", "18:30", "=", "2024-01-05", "1.", "007.5"])
def test_a_written_text_is_one_to_readers_of_both_versions(text: str) -> None:
    written = yaml_values.text_of([text])
    assert yaml_values.parse(written) == yaml.safe_load(written) == [text]
    assert written == f"- '{text}'\n"
