from __future__ import annotations

from pathlib import Path

from pandora.models.gguf_parts import bytes_on_disk, is_later_part, parts_of, parts_on_disk


def test_a_model_in_parts_is_as_large_as_all_of_them(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        (tmp_path / f"big-0000{number}-of-00003.gguf").write_bytes(b"x" * number)
    (tmp_path / "one.gguf").write_bytes(b"xxxx")
    first = tmp_path / "big-00001-of-00003.gguf"
    assert bytes_on_disk(first) == 6
    assert bytes_on_disk(tmp_path / "big-00002-of-00003.gguf") == 2
    assert bytes_on_disk(tmp_path / "one.gguf") == 4
    assert [path.name[4:9] for path in parts_of(first)] == ["00001", "00002", "00003"]
    assert [is_later_part(path) for path in parts_of(first)] == [False, True, True]
    (tmp_path / "big-00002-of-00003.gguf").unlink()
    assert len(parts_of(first)) == 3
    assert [path.name[4:9] for path in parts_on_disk(first)] == ["00001", "00003"]
