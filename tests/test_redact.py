from __future__ import annotations

from pathlib import Path

from pandora.policy import Policy
from pandora.redact import Redactor, of_environment, of_files

HOME = {
    "SHOP_TOKEN": "tok-1234567890",
    "DB_PASSWORD": "swordfish99",
    "API_KEY": "k",
    "DATABASE_URL": "postgres://ann:hunter2hunter2@db/x",
    "PWD": "/home/ann/notes",
    "EDITOR": "vim-the-editor",
    "MONKEY": "banana-banana",
}


def test_values_of_secret_names_and_passwords_in_addresses() -> None:
    values = of_environment(HOME)
    assert values == {
        "tok-1234567890": "SHOP_TOKEN",
        "swordfish99": "DB_PASSWORD",
        "hunter2hunter2": "DATABASE_URL",
    }
    redact = Redactor(values)
    assert (
        redact("a swordfish99, tok-1234567890!") == "a [the value of DB_PASSWORD], [the value of SHOP_TOKEN]!"
    )
    assert redact.found("hunter2hunter2") == {"DATABASE_URL"}


def test_the_longer_value_goes_first_and_nothing_known_changes_nothing() -> None:
    assert Redactor({"abcdefgh": "A", "abcdefghij": "B"})("abcdefghij") == "[the value of B]"
    assert Redactor({})("anything") == "anything"
    assert Redactor({}).found("anything") == set()


def test_values_of_files_that_policy_denies(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / ".env").write_text("URL='https://x.example/abc'\nSHORT=abc\n", encoding="utf-8")
    (tmp_path / "server.pem").write_text("-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n", encoding="utf-8")
    (tmp_path / "plain.txt").write_text("PASSWORD=not-a-secret-here\n", encoding="utf-8")
    (tmp_path / "linked.pem").symlink_to(tmp_path / "plain.txt")
    values = of_files(tmp_path, Policy().hides)
    assert values["MIIEvQIBADANBgkqhkiG9w0B"] == "server.pem"
    assert values["https://x.example/abc"] == "deep/.env"
    assert "abc" not in values
    assert "not-a-secret-here" not in values
