from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandora.errors import DocumentError, UsageError
from pandora.settings import DEFAULTS, load_settings, profile_names
from pandora.trusted_workspaces import trust


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "config" / "pandora"
    folder.mkdir(parents=True)
    return folder / "pandora.toml"


def test_a_flag_outranks_environment_workspace_user_and_default(tmp_path: Path, config: Path) -> None:
    assert load_settings(tmp_path, {}, {})["calls"] == DEFAULTS["calls"]
    config.write_text("calls = 5\n", encoding="utf-8")
    assert load_settings(tmp_path, {}, {})["calls"] == 5
    (tmp_path / "pandora.toml").write_text("calls = 6\n", encoding="utf-8")
    assert load_settings(tmp_path, {}, {})["calls"] == 6
    assert load_settings(tmp_path, {}, {"PANDORA_CALLS": "7"})["calls"] == 7
    settings = load_settings(tmp_path, {"calls": 8}, {"PANDORA_CALLS": "7"})
    assert settings["calls"] == 8
    assert settings.by_name["calls"].source == "--calls"


PROFILES = """\
calls = 5
[profile.fast]
calls = 6
jobs = 2
"""


def test_a_profile_outranks_the_files_and_a_variable_outranks_it(tmp_path: Path, config: Path) -> None:
    config.write_text(PROFILES, encoding="utf-8")
    assert load_settings(tmp_path, {}, {})["calls"] == 5
    fast = load_settings(tmp_path, {"profile": "fast"}, {})
    assert (fast["calls"], fast["jobs"], fast["tokens"]) == (6, 2, DEFAULTS["tokens"])
    assert fast.by_name["calls"].source == f"{config} [profile.fast]"
    (tmp_path / "pandora.toml").write_text("calls = 7\n[profile.fast]\njobs = 3\n", encoding="utf-8")
    both = load_settings(tmp_path, {}, {"PANDORA_PROFILE": "fast"})
    assert (both["calls"], both["jobs"]) == (6, 3)
    assert load_settings(tmp_path, {}, {"PANDORA_PROFILE": "fast", "PANDORA_CALLS": "9"})["calls"] == 9
    assert load_settings(tmp_path, {"profile": "fast", "calls": 8}, {})["calls"] == 8
    assert profile_names(tmp_path) == ["fast"]


def test_an_unknown_profile_is_told_with_the_one_that_was_meant(tmp_path: Path, config: Path) -> None:
    config.write_text(PROFILES, encoding="utf-8")
    with pytest.raises(UsageError, match=r"--profile names no profile: 'fats'; did you mean fast\?"):
        load_settings(tmp_path, {"profile": "fats"}, {})
    with pytest.raises(UsageError, match="PANDORA_PROFILE names no profile"):
        load_settings(tmp_path, {}, {"PANDORA_PROFILE": "slow"})


def test_a_profile_of_the_workspace_grants_nothing_until_it_is_trusted(tmp_path: Path) -> None:
    text = '[profile.far]\nmodel = "server:http://far.example/v1"\n'
    (tmp_path / "pandora.toml").write_text(text, encoding="utf-8")
    settings = load_settings(tmp_path, {"profile": "far"}, {})
    assert settings["model"] == DEFAULTS["model"]
    (grant,) = settings.withheld
    assert str(grant) == 'pandora.toml:2: [profile.far] model = "server:http://far.example/v1"'
    assert load_settings(tmp_path, {}, {}).digest == settings.digest
    trust(tmp_path, settings.digest, [grant.text])
    trusted = load_settings(tmp_path, {"profile": "far"}, {})
    assert (trusted.withheld, trusted["model"]) == ((), "server:http://far.example/v1")
    assert trusted.by_name["model"].by_workspace


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("[profile.fast]\nmodle = 'x'\n", 2, "unknown setting 'modle'; did you mean model"),
        ("[profile.fast]\ncalls = 'x'\n", 2, "calls is 'x'; a whole number is wanted"),
        ("profile = 'fast'\n", 1, "a profile is a table of settings"),
        ("[profile]\nfast = 1\n", 1, "a profile is a table of settings"),
        ("calls = 5\nmodle = 'x'\n", 2, "unknown setting 'modle'"),
        ("calls = [\n", 1, "not TOML"),
    ],
)
def test_a_slip_in_a_file_is_told_with_its_line(tmp_path: Path, text: str, line: int, told: str) -> None:
    (tmp_path / "pandora.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError, match=told) as caught:
        load_settings(tmp_path, {}, {})
    assert caught.value.problems[0].path.endswith("pandora.toml")
    assert abs(caught.value.problems[0].line - line) <= 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("calls = true", "calls is true; a whole number is wanted"),
        ("jobs = false", "jobs is false; a whole number is wanted"),
        ("tokens = 2.5", "tokens is 2.5; a whole number is wanted"),
        ("seconds = 1e400", "seconds is inf; a whole number is wanted"),
        ('depth = "3"', "depth is '3'; a whole number is wanted"),
        ("calls = 0", "calls is 0; a whole number from 1 is wanted"),
        ("tokens = 0", "tokens is 0; a whole number from 1 is wanted"),
        ("seconds = -1", "seconds is -1; a whole number from 1 is wanted"),
        ("depth = -1", "depth is -1; a whole number is wanted"),
        ("threads = 2026-11-22", "threads is datetime.date(2026, 11, 22); a whole number is wanted"),
        ("model = true", "model is true; a text in quotes is wanted"),
        ("searxng = 8080", "searxng is 8080; a text in quotes is wanted"),
        ("thinking = true", "thinking is true; a text in quotes is wanted"),
        ("commit = 'always'", "commit is 'always'; one of off, run, phase is wanted"),
        (f"calls = {'9' * 5000}", "not TOML"),
        ("x = " + "[" * 5000, "not TOML"),
    ],
)
@pytest.mark.parametrize("of_user", [True, False])
def test_a_value_of_another_kind_is_told_with_its_line(
    tmp_path: Path, config: Path, line: str, told: str, of_user: bool
) -> None:
    path = config if of_user else tmp_path / "pandora.toml"
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(DocumentError, match=re.escape(told)) as caught:
        load_settings(tmp_path, {}, {})
    (problem,) = caught.value.problems
    assert (problem.path, problem.line) == (str(path), 1)
    assert len(str(problem).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("keys = 'x'\n", 1, "keys is a table"),
        ('calls = 1\n[keys]\n"a.org" = "secret"\n', 3, "the key of 'a.org' is no \"env:NAME\""),
        ('[keys]\n"a.org" = true\n', 2, "the key of 'a.org' is no \"env:NAME\""),
        ('[keys]\n"https://a.org/" = "env:X"\n', 2, "'https://a.org/' is no host"),
    ],
)
def test_a_slip_in_the_keys_is_told_without_the_key(config: Path, text: str, line: int, told: str) -> None:
    config.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        load_settings(None, {}, {})
    (problem,) = caught.value.problems
    assert (problem.line, told in problem.message) == (line, True)
    assert "secret" not in str(problem)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("calls", "many"), ("calls", "true"), ("calls", "1.5"), ("calls", "9" * 5000), ("calls", "1_000")),
        *(("seconds", "-1"), ("policy_bash", "maybe"), ("thinking", "maybe"), ("jobs", "٣")),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(UsageError, match=f"PANDORA_{name.upper()}"):
        load_settings(tmp_path, {}, {f"PANDORA_{name.upper()}": value})


def test_a_file_that_is_too_long_or_nested_too_deeply_is_one_line(tmp_path: Path) -> None:
    for text, said in (("x = " + "[" * 100_000, "not TOML"), ("#" * (1 << 20), "longer than 256 KiB")):
        (tmp_path / "pandora.toml").write_text(text, encoding="utf-8")
        with pytest.raises(DocumentError, match=said):
            load_settings(tmp_path, {}, {})


def test_the_disk_says_whether_case_counts(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    other = (tmp_path / "STATE").exists()
    assert load_settings(tmp_path, {}, {}).policy.folds is other
    if not other:
        (tmp_path / "STATE").symlink_to("state")  # as a disk that ignores case would answer
        assert load_settings(tmp_path, {}, {}).policy.folds


def test_a_count_is_a_number_or_a_word(tmp_path: Path) -> None:
    (tmp_path / "pandora.toml").write_text('gpu_layers = 12\ncpu_moe = "auto"\n', encoding="utf-8")
    settings = load_settings(tmp_path, {}, {"PANDORA_CPU_MOE": "7"})
    assert (settings["gpu_layers"], settings["cpu_moe"]) == (12, 7)
    for line, wanted in (
        ('gpu_layers = "all"', "gpu_layers is 'all'; a whole number or auto is wanted"),
        ("gpu_layers = -1", "gpu_layers is -1; a whole number or auto is wanted"),
        ("cpu_moe = true", "cpu_moe is true; a whole number or auto is wanted"),
        ('cache_type = "q2_k"', "cache_type is 'q2_k'; one of f16, bf16, f32, q8_0, q5_1, q5_0, q4_1, q4_0"),
        ('mmap = "yes"', "mmap is 'yes'; one of auto, on, off is wanted"),
    ):
        (tmp_path / "pandora.toml").write_text(f"{line}\n", encoding="utf-8")
        with pytest.raises(DocumentError, match=re.escape(wanted)):
            load_settings(tmp_path, {}, {})
