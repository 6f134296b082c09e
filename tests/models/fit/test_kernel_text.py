"""What the kernel says of a machine, in small files."""

from __future__ import annotations

from pathlib import Path

from pandora.models.fit.kernel_text import kernel_text


def test_a_text_without_its_line_end_and_nothing_of_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "limit").write_bytes(b"4096\n")
    assert kernel_text(tmp_path / "limit") == "4096"
    assert kernel_text(tmp_path / "missing") == kernel_text(tmp_path) == ""
