"""`pandora grow`: what it lists, shows and undoes: growth, points 13 to 15."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora import cli
from pandora.commands.init import make_kernel
from tests.commands.conftest import Run
from tests.growth.kernels import ASKED, WHOLE


def test_what_a_system_built_is_listed_shown_and_undone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Growth 13: what grew, when, in which run; its evidence; and one command takes it back."""
    root, script = tmp_path / "seed", tmp_path / "replies.jsonl"
    make_kernel(root)
    script.write_text("\n".join(json.dumps(line) for line in WHOLE), encoding="utf-8")
    assert cli.run(["-C", str(root), "run", "-q", "--model", f"scripted:{script}", ASKED]) == 0
    (document,) = (root / "state").glob("system-*.md")

    def grow(*arguments: str) -> str:
        capsys.readouterr()
        assert cli.run(["-C", str(root), "grow", *arguments]) == 0
        return capsys.readouterr().out

    heads, row = grow("ls").splitlines()
    assert heads.split()[:4] == ["NAME", "LEVEL", "GREW", "RUN"]
    assert row.split()[:2] == ["phases", "system"]
    assert document.stem.removeprefix("system-") in row
    shown = grow("show", "phases")
    assert "written: the model wrote 4 of 4" in shown
    assert "system/phases/check.md" in shown
    (tool,) = json.loads(grow("ls", "--json"))["grown"]
    assert (tool["name"], tool["idle"], len(tool["paths"])) == ("phases", False, 4)
    assert "removed system/phases/plan.md" in grow("undo", "phases")
    assert not (root / "system" / "phases").exists()
    assert grow("ls").splitlines()[1].endswith("undone")


def test_a_workspace_without_growth_says_so_and_slips_are_told(pandora: Run, finished: str) -> None:
    """Growth 13 and 15: nothing grew and nothing was lacked; a run without a program is no tool."""
    assert "Nothing grew" in pandora("grow", "ls").out
    assert "No run lacked anything" in pandora("grow", "--needs").out
    assert pandora("grow", "--needs", "--json").json == {"needs": []}
    for arguments in ((), ("show",), ("ls", "--needs"), ("--from", finished, "Count words"), ("two", "words")):
        assert pandora("grow", *arguments).code == 2
    assert "nothing of the name 'plum' grew here" in pandora("grow", "show", "plum").err
    result = pandora("grow", "--from", finished)
    assert (result.code, "the run chose no program" in result.err) == (2, True)


def test_from_the_kernel_to_a_tool_that_was_asked_for_and_a_run_that_uses_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Growth 7, 12 and 16: four files build their phases, then a tool, and a plain run chooses it."""
    root, script, examples = tmp_path / "seed", tmp_path / "replies.jsonl", tmp_path / "words.jsonl"
    texts = (
        "leek soup",
        "six bolts\nsix nuts\n\none spring",
        "we left at noon",
        "gulls  again",
        "one",
        "a b c",
    )
    lines = [
        {"input": {"path": f"{number}.txt"}, "files": {f"{number}.txt": text}, "output": str(len(text.split()))}
        for number, text in enumerate(texts)
    ]
    examples.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")

    def pandora(arguments: list[str], *replies: object) -> tuple[int, str, str]:
        if replies:
            script.write_text("\n".join(json.dumps(line) for line in replies), encoding="utf-8")
        monkeypatch.setenv("PANDORA_MODEL", f"scripted:{script}")
        capsys.readouterr()
        code = cli.run(["-C", str(root), *arguments])
        return code, *capsys.readouterr()

    make_kernel(root)
    assert pandora(["run", "-q", ASKED], *WHOLE)[0] == 0
    named = {"name": "word count", "when": "how many words a text has", "row order matters": "no"}
    code = "import json, sys\ngiven = json.load(sys.stdin)\nprint(len(text(given['path']).split()))"
    replies = ({"phase": "plan", "fill": named}, {"phase": "do", "fill": {"code": code}})
    menu = [{"phase": "fit", "fill": {"fit": "no"}}] * 3
    words = "Count the words of a text file."
    status, out, err = pandora(["grow", words, "--examples", str(examples)], *replies, *menu)
    assert status == 3
    assert "handler: script" in out
    assert "new, for growing goes by them: system/tools/grow/candidate.md, " in err
    assert not (root / "system" / "operations").exists(), "nothing counts before the yes"
    assert pandora(["approve"])[0] == 0
    assert pandora(["check"])[0] == 0
    (root / "note.txt").write_text("five words are in here\n", encoding="utf-8")
    used = (
        {"phase": "understand", "fill": {"deliver": "words"}},
        {
            "phase": "plan",
            "fill": {"confidence": "high", "steps": [{"menu": "word_count", "line": "count the words"}]},
        },
        {"phase": "check", "fill": {"validation": "pass", "issues": "none", "decision": "accept"}},
    )
    assert pandora(["run", "-q", "How many words has note.txt?"], *used)[:2] == (0, "5\n")
    status, out, _ = pandora(["grow", "ls"])
    assert [row.split()[0] for row in out.splitlines()[1:]] == ["phases", "word_count"]


def test_policy_that_denies_growth_keeps_its_patterns_out_of_a_kernel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "seed"
    make_kernel(root)
    (root / "pandora.toml").write_text('[policy]\ngrow = "deny"\n', encoding="utf-8")
    script = tmp_path / "none.jsonl"
    script.write_text("", encoding="utf-8")
    words = "Count the words of a text file."
    assert cli.run(["-C", str(root), "grow", "--model", f"scripted:{script}", words]) == 5
    assert "policy denies grow" in capsys.readouterr().err
    assert not (root / "system" / "tools").exists()


def test_no_example_and_no_suite_are_refused_before_anything_begins(
    pandora: Run, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.run.model_of", lambda *given: pytest.fail("a model was loaded"))
    examples = tmp_path / "none.jsonl"
    examples.write_text("\n", encoding="utf-8")
    before = sorted(workspace.rglob("*"))
    result = pandora("grow", "Count words", "--examples", str(examples))
    assert (result.code, "none.jsonl:1: there is no example; write {" in result.err) == (2, True)
    result = pandora("grow", "Count words", "--suite", "nope")
    assert (result.code, "nope is no folder" in result.err) == (2, True)
    assert pandora("grow", "Count words", "--examples", "").code == 2
    assert sorted(workspace.rglob("*")) == before
