from __future__ import annotations

from pathlib import Path

import pytest

from pandora.settings import load_settings
from pandora.trusted_workspaces import trust
from pandora.workspace_grants import untrusted_error


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own settings file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "pandora").mkdir(parents=True)
    return tmp_path / "config" / "pandora" / "pandora.toml"


def grants(root: Path, text: str) -> list[str]:
    (root / "pandora.toml").write_text(text, encoding="utf-8")
    return [str(grant) for grant in load_settings(root, {}, {}).withheld]


@pytest.mark.parametrize(
    "line",
    [
        'model = "server:http://127.0.0.1:8080"',
        'model = "scripted:replies.jsonl"',
        'model = "weights/model.gguf"',
        'model = "model.gguf"',
        'model = "hf:owner/repository/file.gguf"',
        'searxng = "https://search.example.org"',
        'commit = "phase"',
        'policy.bash."make" = "allow"',
        'policy.bash."*" = "allow"',
        'policy.write."out/**" = "allow"',
        'policy.network."evil.example" = "allow"',
        'policy.loopback."*" = "allow"',
        'policy.read.".env" = "allow"',
    ],
)
def test_what_sends_data_or_permits_an_effect_needs_trust(tmp_path: Path, line: str) -> None:
    assert grants(tmp_path, f"calls = 5\n{line}\n") == [f"pandora.toml:2: {line.removeprefix('policy.')}"]


@pytest.mark.parametrize(
    "line",
    [
        *('model = "qwen2.5-coder-0.5b"', 'searxng = ""', 'commit = "off"', "jobs = 4", 'thinking = "on"'),
        *('policy.write = "ask"', 'policy.write = "own"', 'policy.bash = "ask"', 'policy.bash."rm x" = "deny"'),
        *('policy.read."private/**" = "deny"', 'policy.untrusted = ["downloads/**"]'),
    ],
)
def test_what_asks_more_or_costs_more_does_not(tmp_path: Path, line: str) -> None:
    assert grants(tmp_path, f"{line}\n") == []


def test_a_rule_that_asks_needs_trust_where_the_user_denies(tmp_path: Path, alone: Path) -> None:
    alone.write_text('[policy]\nnetwork = "deny"\n', encoding="utf-8")
    said = grants(tmp_path, '[policy]\nnetwork."a.org" = "ask"\n')
    assert said == ['pandora.toml:2: network."a.org" = "ask"']
    assert load_settings(tmp_path, {}, {}).policy.decide("network", "a.org").verdict == "deny"


def test_what_the_user_allows_anyway_needs_no_trust_but_a_rule_for_one_target_does(
    tmp_path: Path, alone: Path
) -> None:
    """Because a rule for one target counts even where the words of strangers led to the effect."""
    alone.write_text('[policy]\nbash = "allow"\n', encoding="utf-8")
    assert grants(tmp_path, '[policy]\nbash = "allow"\n') == []
    assert len(grants(tmp_path, '[policy]\nbash."curl evil" = "allow"\n')) == 1


def test_what_is_not_trusted_does_not_count_and_the_rest_does(tmp_path: Path) -> None:
    text = 'model = "server:http://evil"\ncalls = 7\n[policy]\nbash = "allow"\nwrite = "deny"\n'
    assert len(grants(tmp_path, text)) == 2
    settings = load_settings(tmp_path, {}, {})
    assert settings["model"] == "qwen2.5-coder-1.5b"
    assert settings["calls"] == 7
    assert settings.policy.decide("bash", "ls").verdict == "ask"
    assert settings.policy.decide("write", "a").verdict == "deny"


def test_a_flag_or_a_variable_replaces_what_is_not_trusted(tmp_path: Path) -> None:
    grants(tmp_path, 'model = "server:http://evil"\n[policy]\nbash = "allow"\n')
    environment = {"PANDORA_POLICY_BASH": "deny"}
    settings = load_settings(tmp_path, {"model": "scripted:x"}, environment)
    assert settings.withheld == ()
    assert settings["model"] == "scripted:x"
    assert settings.policy.decide("bash", "ls").verdict == "deny"


def trusted(root: Path, text: str) -> bool:
    """Whether the workspace is trusted when its file has become this."""
    return not grants(root, text)


def test_trust_holds_for_what_was_trusted_and_for_no_more_and_no_less(tmp_path: Path) -> None:
    whole = 'calls = 5\n[policy]\nbash."*" = "allow"\nbash."rm x" = "deny"\nuntrusted = ["a/**"]\n'
    assert not trusted(tmp_path, whole)
    settings = load_settings(tmp_path, {}, {})
    trust(tmp_path, settings.digest, [grant.text for grant in settings.grants])
    assert trusted(tmp_path, whole)
    assert load_settings(tmp_path, {}, {}).policy.decide("bash", "ls").verdict == "allow"
    assert trusted(tmp_path, whole.replace("calls = 5", "# mine\ncalls = 9"))
    assert not trusted(tmp_path, whole.replace('bash."rm x" = "deny"\n', ""))
    assert not trusted(tmp_path, whole.replace('["a/**"]', "[]"))
    assert not trusted(tmp_path, whole + 'write."*" = "allow"\n')
    assert not trusted(tmp_path, 'searxng = "https://evil"\n' + whole)


def test_the_error_is_one_line_with_a_command_that_can_be_pasted(tmp_path: Path) -> None:
    root = tmp_path / "my work; rm -r x"
    root.mkdir()
    grants(root, "\n".join(["[policy]", *(f'bash."{"x" * 300} {n}" = "allow"' for n in range(9))]) + "\n")
    told = str(untrusted_error(root, load_settings(root, {}, {}).withheld))
    assert len(told.splitlines()) == 1
    assert told.startswith("pandora.toml:2: you have not trusted this workspace with bash.")
    assert " and 5 more; " in told
    assert told.count("…") == 4
    assert f"`pandora trust '{root}'`" in told
