from __future__ import annotations

from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.help_kinds import help_named
from pandora.programs.structured.key_listing import NEW_KEY, listed_keys
from pandora.task import Task


def test_keys_are_listed_with_their_values(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[web]\nport = 1\nname = 'x'\n", encoding="utf-8")
    (tmp_path / "b.ini").write_text("[db]\nport = 2\nodd=key = 3\n", encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    files = ("a.toml", "b.ini", "broken.json", "gone.yaml", "notes.md")
    text, paths, keys = listed_keys(files, tmp_path, "")
    assert text.splitlines()[:3] == ["a.toml:", "  web.port = 1", "  web.name = 'x'"]
    assert paths == ("a.toml", "b.ini")
    assert keys[:3] == ("web.port", "web.name", "db.port")


def test_of_many_keys_those_are_listed_that_fit_the_request(tmp_path: Path) -> None:
    lines = [f"- {{name: host{number}, port: {number}}}" for number in range(500)]
    (tmp_path / "hosts.yaml").write_text("\n".join(lines), encoding="utf-8")
    text, _, keys = listed_keys(("hosts.yaml",), tmp_path, "Set the port of host317 to 80")
    assert "317.port" in keys
    assert "317.name = host317" in text
    assert len(keys) < 100
    assert "more" in text.splitlines()[-1]


def test_the_form_offers_the_keys_and_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"port": "<|im_end|>"}', encoding="utf-8")
    (tmp_path / "notes.md").write_text("port: 2", encoding="utf-8")
    task = Task(
        "set port to 2", "operation", "set", "abc234", "system-abc234", "1", files=("a.json", "notes.md")
    )
    description = help_named("keys").describe(Work(task, tmp_path), "do")
    assert description.options == {"file": ("a.json",), "key": ("port", NEW_KEY)}
    assert 'port = "<|im_end|>"' in description.text
    quoted = help_named("keys").describe(Work(task, tmp_path, untrusted=True), "do")
    assert "<|im_end|>" not in quoted.text
