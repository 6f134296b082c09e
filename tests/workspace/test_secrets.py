from __future__ import annotations

import base64
import json
import os
import re
import textwrap
import urllib.parse
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.policy import Policy
from pandora.workspace.secrets import Redactor, secrets_of_environment, secrets_of_files, workspace_redactor

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
    values = secrets_of_environment(HOME)
    assert values == {
        "tok-1234567890": "SHOP_TOKEN",
        "swordfish99": "DB_PASSWORD",
        "hunter2hunter2": "DATABASE_URL",
    }
    redact = Redactor(values)
    assert (
        redact("a swordfish99, tok-1234567890!") == "a [the value of DB_PASSWORD], [the value of SHOP_TOKEN]!"
    )
    assert redact.names_in("hunter2hunter2") == {"DATABASE_URL"}


def test_the_longer_value_goes_first_and_nothing_known_changes_nothing() -> None:
    assert Redactor({"abcdefgh": "A", "abcdefghij": "B"})("abcdefghij") == "[the value of B]"
    assert Redactor({})("anything") == "anything"
    assert Redactor({}).names_in("anything") == set()


def test_values_of_files_that_policy_denies(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / ".env").write_text("URL='https://x.example/abc'\nSHORT=abc\n", encoding="utf-8")
    (tmp_path / "server.pem").write_text("-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n", encoding="utf-8")
    (tmp_path / "plain.txt").write_text("PASSWORD=not-a-secret-here\n", encoding="utf-8")
    (tmp_path / "linked.pem").symlink_to(tmp_path / "plain.txt")
    values = secrets_of_files(tmp_path, Policy().hides)
    assert values["MIIEvQIBADANBgkqhkiG9w0B"] == "server.pem"
    assert values["https://x.example/abc"] == "deep/.env"
    assert "abc" not in values
    assert "not-a-secret-here" not in values


SECRET = 'p@ss/"wörd"+&<10>'
TOKEN = "deadbeef0123456789abcdef"
MADE: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "quoted for an address": lambda value: urllib.parse.quote(value, safe=""),
    "quoted, small letters": lambda value: re.sub(
        "%..", lambda found: found[0].lower(), urllib.parse.quote(value, safe="")
    ),
    "in a form": lambda value: urllib.parse.urlencode({"key": value}),
    "in JSON": lambda value: json.dumps({"key": value}),
    "in JSON, not in ASCII": lambda value: json.dumps({"key": value}, ensure_ascii=False),
    "as Python shows it": repr,
    "in hexadecimal": lambda value: value.encode().hex(),
    "in large hexadecimal": lambda value: value.encode().hex().upper(),
    "byte by byte": lambda value: value.encode().hex(":"),
    "in base64": lambda value: base64.b64encode(value.encode()).decode(),
    "in base64 for addresses": lambda value: base64.urlsafe_b64encode(value.encode()).decode(),
    "as basic authorisation": lambda value: base64.b64encode(f"ann:{value}".encode()).decode(),
    "in the middle of base64": lambda value: base64.b64encode(f"user=ann&p={value}&x".encode()).decode(),
    "over lines": lambda value: "\n".join(textwrap.wrap(value, 5, drop_whitespace=False)),
    "in base64 over lines": lambda value: base64.encodebytes(b"x" * 50 + value.encode()).decode(),
    "in base64 over lines, indented": lambda value: "\r\n  > ".join(
        textwrap.wrap(base64.b64encode(value.encode()).decode(), 7)
    ),
}


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("value", [SECRET, TOKEN])
def test_what_is_commonly_made_of_a_value_is_found(made: str, value: str) -> None:
    redact = Redactor({value: "NAME"})
    text = f"before {MADE[made](value)} after"
    assert redact.names_in(text) == {"NAME"}
    out = redact(text)
    assert "[the value of NAME]" in out
    assert out.startswith("before ")
    assert out.endswith(" after")
    flat = out.replace("\n", "").replace("\r", "")
    assert not any(value[at : at + 8] in flat for at in range(len(value) - 7))
    core = base64.b64encode(value.encode()).decode()[:8]
    assert core not in flat


def test_a_value_of_hexadecimal_is_found_in_either_case() -> None:
    assert Redactor({TOKEN: "T"})(f"{TOKEN.upper()} {TOKEN}") == "[the value of T] [the value of T]"


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=8, max_size=40), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_any_value_is_found_wherever_its_base64_begins(value: str, before: int) -> None:
    text = base64.b64encode(b"x" * before + value.encode() + b"yz").decode()
    assert Redactor({value: "N"}).names_in(text) == {"N"}


def test_a_text_without_secrets_is_not_changed() -> None:
    text = "one\n  > two\r\nthree\n\n"
    assert Redactor({SECRET: "N"})(text) is text


def test_values_in_the_files_of_other_programs(tmp_path: Path) -> None:
    for name, text in {
        ".netrc": "machine db.example login ann password correcthorse\n",
        ".npmrc": "//registry.example/:_authToken=npm_0123456789\n",
        ".pgpass": "db.example:5432:shop:ann:battery-staple\n",
        ".git-credentials": "https://ann:ghp_abcdefgh@git.example\n",
        ".env": "PHRASE='one two three four'\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    values = secrets_of_files(tmp_path, Policy().hides)
    told = {"correcthorse", "npm_0123456789", "battery-staple", "ghp_abcdefgh", "one two three four"}
    assert told <= set(values)


def test_each_line_of_a_key_is_secret() -> None:
    values = secrets_of_environment(
        {"SSH_PRIVATE_KEY": "-----BEGIN-----\nMIIEvQIBADANBgkqhkiG9w0B\nabc\n-----END-----"}
    )
    assert "MIIEvQIBADANBgkqhkiG9w0B" in values
    assert "abc" not in values


def test_a_long_text_is_searched_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandora.workspace.secrets._PART", 16)
    redact = Redactor({"abcdefghij": "A"})
    text = "".join(f"{'.' * (number * 7)}abcdefghij" for number in range(200))
    assert redact(text) == text.replace("abcdefghij", "[the value of A]")
    broken = "".join(f"{'.' * number}abcde\n   fghij" for number in range(200))
    assert redact(broken) == broken.replace("abcde\n   fghij", "[the value of A]")
    data = "ä".encode() * 30_000 + b"abcdefghij"
    assert redact.found_in(data) == {"A"}
    assert redact.found_in(data[:-1]) == set()


def test_a_value_that_overlaps_itself_is_one_place() -> None:
    assert Redactor({"aaaaaaaa": "A"})("a" * 100_000) == "[the value of A]"


def test_a_word_of_many_signs_gives_a_bounded_count_of_values(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("=x" * 30_000, encoding="utf-8")
    values = secrets_of_files(tmp_path, lambda path: path == ".env")
    assert 0 < sum(map(len, values)) < 2_000_000


def test_a_long_value_is_known_by_its_pieces(tmp_path: Path) -> None:
    value = "".join(chr(97 + (number * number) % 26) for number in range(10_000))
    (tmp_path / ".env").write_text(f"KEY={value}", encoding="utf-8")
    redact = workspace_redactor(tmp_path, lambda path: path == ".env")
    assert value[:20] not in redact(f"it is {value}")
    assert value[-20:] not in redact(f"it is {value}")


@pytest.mark.parametrize("name", [".env", "key.pem"])
@pytest.mark.parametrize("kind", ["pipe", "endless device", "environment", "outside"])
def test_secrets_are_read_from_regular_files_inside_alone(tmp_path: Path, name: str, kind: str) -> None:
    root = tmp_path / "work"
    root.mkdir()
    (tmp_path / "outside").write_text("A=outsideoutside", encoding="utf-8")
    if kind == "pipe":
        os.mkfifo(root / name)
    else:
        target = {"endless device": "/dev/zero", "environment": "/proc/self/environ", "outside": "../outside"}
        (root / name).symlink_to(target[kind])
    (root / "id_rsa").write_text("B=insideinside", encoding="utf-8")
    assert set(secrets_of_files(root, Policy().hides)) == {"insideinside"}
