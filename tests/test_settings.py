from __future__ import annotations

from pathlib import Path

import pytest

from pandora.errors import DocumentError, UsageError
from pandora.settings import DEFAULTS, load_settings


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


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
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
    ("name", "value"), [("calls", "many"), ("seconds", "-1"), ("policy_bash", "maybe"), ("thinking", "maybe")]
)
def test_a_value_of_the_wrong_kind_is_refused(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(UsageError, match=f"PANDORA_{name.upper()}"):
        load_settings(tmp_path, {}, {f"PANDORA_{name.upper()}": value})
