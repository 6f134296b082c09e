from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

from pandora import cli
from pandora.commands.init import (
    SETTING_HELP,
    copy_tree,
    files_of,
    make_kernel,
    make_workspace,
    settings_text,
)
from pandora.disk.layout import shipped_system
from pandora.errors import DiskError, UsageError
from pandora.policy import ANY, Policy
from pandora.settings import DEFAULTS, load_settings
from tests.commands.conftest import Run


def test_a_new_workspace_has_the_shipped_patterns_an_empty_state_and_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["-C", str(tmp_path), "init", "new/place"]) == 0
    root = tmp_path / "new" / "place"
    for path in files_of(shipped_system()):
        assert (root / "system" / path.relative_to(shipped_system())).read_bytes() == path.read_bytes()
    assert {path.name for path in (root / "state").iterdir()} <= {"README.md"}
    assert not (root / ".gitignore").exists()
    out = capsys.readouterr().out
    assert "pandora models pull" in out
    assert "doctor" in out
    assert " run " in out


def test_a_folder_with_blanks_stands_in_quotes_and_a_second_time_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "My Büro"
    assert cli.run(["init", str(root)]) == 0
    assert f"pandora -C '{root}' doctor" in capsys.readouterr().out
    assert cli.run(["init", str(root)]) == 2
    assert f"{root} is a workspace already; --force" in capsys.readouterr().err


def test_system_is_not_overwritten_and_force_leaves_what_is_the_persons(pandora: Run, workspace: Path) -> None:
    ours, theirs = workspace / "system" / "pattern.md", workspace / "system" / "tools" / "mine" / "pattern.md"
    theirs.parent.mkdir()
    theirs.write_text("mine", encoding="utf-8")
    shipped = (shipped_system() / "pattern.md").read_text(encoding="utf-8")
    ours.write_text("edited", encoding="utf-8")
    (workspace / "pandora.toml").write_text("depth = 2\n", encoding="utf-8")
    result = pandora("init")
    assert result.code == 2
    assert "--force" in result.err
    assert ours.read_text(encoding="utf-8") == "edited"
    result = pandora("init", "--force", "--json")
    assert result.code == 0
    assert result.json["kept"] == ["system/tools/mine/pattern.md", "pandora.toml"]
    assert "system/pattern.md" in result.json["written"]
    assert ours.read_text(encoding="utf-8") == shipped
    assert theirs.read_text(encoding="utf-8") == "mine"
    assert (workspace / "pandora.toml").read_text(encoding="utf-8") == "depth = 2\n"


def test_a_state_folder_that_is_gone_is_made_again_and_nothing_else(pandora: Run, workspace: Path) -> None:
    for path in (workspace / "state").iterdir():
        path.unlink()
    (workspace / "state").rmdir()
    ours = workspace / "system" / "pattern.md"
    ours.write_text("edited", encoding="utf-8")
    assert pandora("init").code == 0
    assert (workspace / "state").is_dir()
    assert ours.read_text(encoding="utf-8") == "edited"


def test_the_settings_are_commented_and_true() -> None:
    text = settings_text()
    assert tomllib.loads(text) == {}
    lines = [line.removeprefix("# ") for line in text.splitlines()[2:]]
    told = tomllib.loads("\n".join(lines))
    policy = told.pop("policy")
    assert told == DEFAULTS
    own = {rule.effect: rule.verdict for rule in Policy().rules if rule.target == ANY}
    for effect in ("write", "bash", "network"):
        assert policy[effect][ANY] == own[effect]
    assert set(SETTING_HELP) == set(DEFAULTS)


def test_the_settings_that_are_written_can_be_loaded(workspace: Path) -> None:
    assert load_settings(workspace, {}, {})["depth"] == DEFAULTS["depth"]


def test_not_over_the_shipped_patterns_themselves_and_not_over_a_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="where the shipped patterns are"):
        make_workspace(shipped_system().parent, force=True)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="is a file"):
        make_workspace(tmp_path / "file")
    with pytest.raises(DiskError):
        make_workspace(tmp_path / "file" / "below")


def test_copies_can_be_written_and_run_as_before(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "inner").mkdir(parents=True)
    (source / "__pycache__").mkdir()
    (source / "__pycache__" / "x.pyc").write_bytes(b"")
    file = source / "inner" / "run.sh"
    file.write_text("#!/bin/sh\n", encoding="utf-8")
    file.chmod(0o555)
    (source / "inner").chmod(0o555)
    try:
        assert copy_tree(source, tmp_path / "target") == ["inner/run.sh"]
    finally:
        (source / "inner").chmod(0o755)
    copy = tmp_path / "target" / "inner" / "run.sh"
    assert os.stat(copy).st_mode & 0o777 == 0o755
    assert os.stat(copy.parent).st_mode & 0o200


def test_a_kernel_is_four_files_and_an_empty_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Growth 1: exactly the tree of day 0; `check` accepts it and says what stands on the pattern alone."""
    root = tmp_path / "seed"
    assert cli.run(["init", "--kernel", str(root)]) == 0
    tree = {path.relative_to(root).as_posix() for path in root.rglob("*")}
    patterns = {f"system/kernel/{name}.md" for name in ("read", "write", "bash")}
    assert tree == {"system", "system/kernel", "system/pattern.md", "state"} | patterns
    capsys.readouterr()
    assert cli.run(["-C", str(root), "check"]) == 0
    assert "UNDERSTAND, CLARIFY, PLAN, DO, CHECK" in capsys.readouterr().err
    assert cli.run(["init", "--kernel", str(root)]) == 2
    assert cli.run(["init", "--kernel", "--force", str(root)]) == 2


def test_a_task_is_done_in_a_kernel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Growth 2: each phase is the section of pattern.md, read one at a time."""
    root, script = tmp_path / "seed", tmp_path / "replies.jsonl"
    make_kernel(root)
    (root / "notes.txt").write_text("plum\n", encoding="utf-8")
    fills = (
        ("understand", "system", {"deliver": "words"}),
        (
            "plan",
            "system",
            {
                "approach": "read it",
                "confidence": "high",
                "steps": ["read: What stands in notes.txt?"],
                "done when": "it is read",
                "rationale": "it is short",
            },
        ),
        ("check", "system", {"validation": "pass", "issues": "none", "decision": "accept"}),
    )
    lines = [json.dumps({"phase": phase, "level": level, "fill": fill}) for phase, level, fill in fills]
    script.write_text("\n".join(lines), encoding="utf-8")
    ask = ["run", "--model", f"scripted:{script}", "What stands in notes.txt?"]
    pattern = root / "system" / "pattern.md"
    pattern.write_text(pattern.read_text(encoding="utf-8").replace("direct: true\n", ""), encoding="utf-8")
    assert cli.run(["-C", str(root), *ask]) == 0
    assert "plum" in capsys.readouterr().out
    (document,) = (root / "state").glob("system-*.md")
    prompts = []
    for section in ("understand", "plan", "check"):
        model = ["--model", f"scripted:{script}"]
        assert cli.run(["-C", str(root), "prompt", *model, "--phase", section, document.stem]) == 0
        prompts.append(capsys.readouterr().out)
    alone = ["Say what is to be delivered", "Plan the resolved task", "Compare the results in §3"]
    for prompt, own in zip(prompts, alone, strict=True):
        assert [text for text in alone if text in prompt] == [own]
