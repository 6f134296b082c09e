from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.errors import DocumentError, UsageError
from pandora.policy_table import with_rule
from pandora.settings import load_settings


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


TABLE = """\
calls = 5

[policy]
write = "ask"  # mine
untrusted = ["downloads/**"]

[policy.bash]
"*" = "deny"
"git status" = "allow"
"""


def test_a_table_is_read_with_its_lines(tmp_path: Path) -> None:
    (tmp_path / "pandora.toml").write_text(TABLE, encoding="utf-8")
    policy = load_settings(tmp_path, {}, {}).policy
    assert policy.decide("write", "a").source == "pandora.toml:4"
    assert policy.decide("bash", "ls").source == "pandora.toml:8"
    assert policy.decide("bash", "git status").source == "pandora.toml:9"
    assert policy.distrusts("downloads/deep/a.html")
    assert not policy.distrusts("notes.md")


def test_a_variable_outranks_the_file_and_the_file_the_user(tmp_path: Path) -> None:
    user = tmp_path / "config" / "pandora"
    user.mkdir(parents=True)
    (user / "pandora.toml").write_text('policy.bash = "allow"\npolicy.network = "deny"\n', encoding="utf-8")
    (tmp_path / "pandora.toml").write_text('[policy]\nbash = "deny"\n', encoding="utf-8")
    policy = load_settings(tmp_path, {}, {}).policy
    assert policy.decide("bash", "ls").verdict == "deny"
    assert policy.decide("network", "a.org").verdict == "deny"
    asked = load_settings(tmp_path, {}, {"PANDORA_POLICY_BASH": "ask"}).policy.decide("bash", "ls")
    assert (asked.verdict, asked.source) == ("ask", "PANDORA_POLICY_BASH")


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ('[policy]\nwrite = "ask"\nwirte = "ask"\n', 3, "unknown effect 'wirte'"),
        ('[policy]\nwrite = "maybe"\n', 2, "write is 'maybe'; one of own, allow, ask, deny"),
        ('[policy]\nread = "ask"\n', 2, "read is 'ask'"),
        ('[policy]\nwrite."out/**" = "own"\n', 2, "'own'"),
        ("[policy]\nread.data.csv = 'deny'\n", 2, "a target with a dot stands in quotes"),
        ("[policy]\n\nuntrusted = 'downloads'\n", 3, "untrusted is a list"),
        ("calls = 1\npolicy = 'ask'\n", 2, "policy is a table"),
        ('calls = 1\nchanged_files = "ask"\n', 2, "it is now write"),
    ],
)
def test_a_slip_is_told_with_its_line(tmp_path: Path, text: str, line: int, told: str) -> None:
    (tmp_path / "pandora.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError, match=told) as caught:
        load_settings(tmp_path, {}, {})
    assert caught.value.problems[0].line == line


def test_both_flags_are_one_too_many(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--deny-all"):
        load_settings(tmp_path, {"yes": True, "deny_all": True}, {})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", '[policy]\nwrite."a.txt" = "allow"\n'),
        ("calls = 5", 'calls = 5\n\n[policy]\nwrite."a.txt" = "allow"\n'),
        (
            '[policy]  # p\nwrite = "ask" # w\n',
            '[policy]  # p\nwrite."a.txt" = "allow"\nwrite."*" = "ask" # w\n',
        ),
        ('[policy.write]\n"*" = "ask"\n', '[policy.write]\n"a.txt" = "allow"\n"*" = "ask"\n'),
        ('[policy]\nwrite."a.txt" = "ask"  # no\n', '[policy]\nwrite."a.txt" = "allow"  # no\n'),
        ("[policy]\r\nbash = 'ask'\r\n", '[policy]\r\nwrite."a.txt" = "allow"\r\nbash = \'ask\'\r\n'),
        ('policy.write = "ask"\n', 'policy.write."*" = "ask"\npolicy.write."a.txt" = "allow"\n'),
    ],
)
def test_a_rule_is_spliced_in(old: str, new: str) -> None:
    assert with_rule(old, "write", "a.txt", "allow") == new
    assert with_rule(new, "write", "a.txt", "allow") == new


def test_a_table_written_on_one_line_is_left_to_its_person() -> None:
    with pytest.raises(UsageError, match=r'policy.write."a.txt" = "allow" yourself'):
        with_rule('policy = {write = "ask"}\n', "write", "a.txt", "allow")


def test_a_command_that_is_a_star_opens_nothing_else() -> None:
    with pytest.raises(UsageError, match="one for every bash"):
        with_rule("", "bash", "*", "allow")


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(lambda each: each.strip(" *")))
def test_any_command_can_be_named(command: str) -> None:
    text = with_rule('# mine\n[policy]\nbash = "ask"\n', "bash", command, "allow")
    assert text.startswith("# mine\n[policy]\n")
    assert tomllib.loads(text)["policy"]["bash"][command] == "allow"
