from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.errors import DocumentError, UsageError
from pandora.policy_table import key_lines, with_rule
from pandora.settings import load_settings
from tests.workspace_settings import write_trusted_settings


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
    write_trusted_settings(tmp_path, TABLE)
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
        ('[policy]\nnetwork."[2001:db8:*]" = "deny"\n', 2, "is no IPv6 address"),
        ('[policy]\nnetwork."2001:db8:" = "deny"\n', 2, "is no IPv6 address"),
        ('[policy]\nnetwork."[::1" = "deny"\n', 2, "is no IPv6 address"),
        ('[policy]\nnetwork."[fe80::1%eth0]" = "deny"\n', 2, "is no IPv6 address"),
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
            '[policy]  # p\nwrite."*" = "ask" # w\nwrite."a.txt" = "allow"\n',
        ),
        ('[policy.write]\n"*" = "ask"\n', '[policy.write]\n"*" = "ask"\n"a.txt" = "allow"\n'),
        ('[policy]\nwrite."a.txt" = "ask"  # no\n', '[policy]\nwrite."a.txt" = "allow"  # no\n'),
        ("[policy]\r\nbash = 'ask'\r\n", '[policy]\r\nbash = \'ask\'\r\nwrite."a.txt" = "allow"\r\n'),
        ('policy.write = "ask"\n', 'policy.write."*" = "ask"\npolicy.write."a.txt" = "allow"\n'),
        ('policy = {write = "ask"}\n', 'policy = {write."*" = "ask", write."a.txt" = "allow"}\n'),
        ('policy = {bash = "ask"} # p\n', 'policy = {bash = "ask", write = {"a.txt" = "allow"}} # p\n'),
        ('[policy.bash]\nls = "ask"\n', '[policy]\nwrite."a.txt" = "allow"\n\n[policy.bash]\nls = "ask"\n'),
        (
            '[policy]\nwrite."b" = "ask"\nbash = "ask"\nwrite."c" = "deny"\n',
            '[policy]\nwrite."b" = "ask"\nwrite."a.txt" = "allow"\nbash = "ask"\nwrite."c" = "deny"\n',
        ),
        (
            '[policy]\nbash = "ask"\n# of bash\n\n# of other\n[other]\n',
            '[policy]\nbash = "ask"\n# of bash\nwrite."a.txt" = "allow"\n\n# of other\n[other]\n',
        ),
    ],
)
def test_a_rule_is_added_and_everything_else_stays(old: str, new: str) -> None:
    assert with_rule(old, "write", "a.txt", "allow") == new
    assert with_rule(new, "write", "a.txt", "allow") == new


LINES = (
    *("# a comment", "", '\tbash = "ask"  # b', "write.'x y' = 'deny'", '"network"."*"="ask"'),
    *('untrusted = [\n  "a", # c\n]', 'read = {"b" = "deny"}', 'write."**/d" = "ask"'),
)
HEADERS = ("[policy]", "[ policy.write ] # h", "[policy.bash]", "[other]")


@given(st.lists(st.sampled_from((*LINES, *HEADERS)), max_size=10), st.sampled_from(["\n", "\r\n"]))
def test_no_line_of_a_person_is_lost(lines: list[str], newline: str) -> None:
    old = "".join(f"{line}\n" for line in lines).replace("\n", newline)
    try:
        expected = tomllib.loads(old)
    except tomllib.TOMLDecodeError:
        return
    policy = expected.setdefault("policy", {})
    if not isinstance(policy.get("write", {}), dict):
        return
    new = with_rule(old, "write", "a.txt", "allow")
    policy.setdefault("write", {})["a.txt"] = "allow"
    assert tomllib.loads(new) == expected
    remaining = iter(new.split(newline))
    assert all(line in remaining for line in old.split(newline)[:-1])


def test_a_table_that_cannot_be_extended_is_left_to_its_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomlkit.dumps", lambda document: "calls = 1\n")
    with pytest.raises(UsageError, match=r'policy.write."a.txt" = "allow" yourself'):
        with_rule('policy = {write = "ask"}\n', "write", "a.txt", "allow")


def test_a_key_is_told_with_the_line_of_its_statement() -> None:
    text = 'a = 1\n\n[policy]  # p\nwrite = [\n  "]", # c\n]\nread."b c" = """\n]\n"""\n'
    text += "[ policy . 'bash' ]\n\"\\u006c\" = 1\n"
    lines = {".".join(keys): line for keys, line in key_lines(text).items()}
    assert lines == {
        **{"a": 1, "policy": 3, "policy.write": 4, "policy.read": 7, "policy.read.b c": 7},
        **{"policy.bash": 10, "policy.bash.l": 11},
    }


def test_a_command_that_is_a_star_opens_nothing_else() -> None:
    with pytest.raises(UsageError, match="one for every bash"):
        with_rule("", "bash", "*", "allow")


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(lambda each: each.strip(" *")))
def test_any_command_can_be_named(command: str) -> None:
    text = with_rule('# mine\n[policy]\nbash = "ask"\n', "bash", command, "allow")
    assert text.startswith("# mine\n[policy]\n")
    assert tomllib.loads(text)["policy"]["bash"][command] == "allow"


def test_the_lines_of_keys_of_values_over_many_lines() -> None:
    text = 'a = """\nx = 1\n"""\n\nb = [ # ]\n "]",\n ["#"],\n]\n[t]\nc = {d = 1}\n\'e"\' = "}"\n'
    assert key_lines(text) == {
        ("a",): 1,
        ("b",): 5,
        ("t",): 9,
        ("t", "c"): 10,
        ("t", "c", "d"): 10,
        ("t", 'e"'): 11,
    }


def test_each_statement_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    loads = tomllib.loads

    def counting(text: str) -> dict[str, object]:
        parsed.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counting)
    key_lines("untrusted = [\n" + '"a]",\n' * 500 + "]\nb = 1\n")
    assert len(parsed) == 2
