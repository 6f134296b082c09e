from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.plain_call import save_where_it_belongs

BLOCK = "Here it is:\n```python\nprint(1)\n```\nIt prints 1."


@pytest.mark.parametrize(
    ("reply", "request_text", "path", "content"),
    [
        (BLOCK, "Write one.py that prints 1.", "one.py", "print(1)\n"),
        ("Dear all,\ncome!", "Write an invitation to out/party.txt", "out/party.txt", "Dear all,\ncome!\n"),
        ("```toml\na = 2\n```", "Set a to 2 in old.toml", "old.toml", "a = 2\n"),
        (f"new.py:\n{BLOCK}\nold.toml:\n```\nb\n```", "Change old.toml, make new.py", "old.toml", "b\n"),
        ("It is 1.", "What is a in old.toml?", "old.toml", "a = 1\n"),
    ],
)
def test_a_reply_becomes_the_file_that_it_is_for(
    reply: str, request_text: str, path: str, content: str, tmp_path: Path
) -> None:
    (tmp_path / "old.toml").write_text("a = 1\n", encoding="utf-8")
    assert save_where_it_belongs(reply, request_text, tmp_path) == reply
    assert (tmp_path / path).read_text(encoding="utf-8") == content


def test_nothing_is_written_outside_the_folder(tmp_path: Path) -> None:
    root = tmp_path / "work"
    root.mkdir()
    save_where_it_belongs(BLOCK, "Write x/../../one.py that prints 1.", root)
    assert not (tmp_path / "one.py").exists()
