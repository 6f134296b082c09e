from __future__ import annotations

import sys
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from tests.commands.conftest import SCRIPT, Run, write_replies
from tests.commands.test_answer import LINES, QUESTION
from tests.commands.test_approve import OLD, PLAN, PROGRAM, TASK, content
from tests.ui.conftest import opened

pytestmark = pytest.mark.anyio


@pytest.fixture
def model(tmp_path: Path) -> str:
    return f"scripted:{tmp_path / 'model.jsonl'}"


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An editor that replaces what the returned file has before its | by what is after it."""
    typed, program = tmp_path / "typed.txt", tmp_path / "editor"
    program.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys\n"
        f"old, new = pathlib.Path({str(typed)!r}).read_text().split('|')\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "file.write_text(file.read_text().replace(old, new))\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(program))
    return typed


async def test_a_waiting_run_is_answered_and_goes_on(pandora: Run, model: str, workspace: Path) -> None:
    write_replies(model, *LINES[:3])
    assert pandora("run", TASK, "--model", model).code == 3
    write_replies(model, *LINES[3:])
    async with opened(workspace, model=model) as view:
        await view.sees("waiting")
        await view.press("a")
        await view.sees(QUESTION)
        await view.press(*"by price", "enter")
        await view.says("accepted")
        await view.sees("§5 OUTPUT")
        await view.until(lambda: "Answer: by price" in view.document.written)
        assert "plum" in view.document.written
        await view.press("a")
        await view.says("waits for no answer")


@pytest.mark.parametrize(("key", "expected"), [("y", OLD + "fig,1\n"), ("n", OLD)])
async def test_an_effect_is_shown_and_decided(
    pandora: Run, model: str, workspace: Path, key: str, expected: str
) -> None:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM)
    assert pandora("run", TASK, "--model", model).code == 3
    write_replies(model, SCRIPT[-1])
    async with opened(workspace, model=model) as view:
        await view.sees("waiting")
        await view.press("a")
        await view.sees("May it change data/fruit.csv?")
        lines = [line.split("│")[1].strip() for line in view.screen.splitlines() if line.count("│") > 1]
        assert "+fig,1" in view.screen
        assert "### Candidate 1" not in lines
        await view.press(key)
        await view.says("accepted" if key == "y" else "failed")
        assert content(workspace) == expected


async def test_always_is_a_choice_with_its_rule_where_it_is_safe(
    pandora: Run, model: str, workspace: Path
) -> None:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM)
    assert pandora("run", TASK, "--model", model).code == 3
    async with opened(workspace, model=model) as view:
        await view.sees("waiting")
        await view.press("a")
        await view.sees('A allow it from now on: write."data/fruit.csv" = "allow"')
    (path,) = (workspace / "state").glob("op-python-*.md")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\n---\n", '\nuntrusted: ["data/fruit.csv"]\n---\n', 1), encoding="utf-8")
    async with opened(workspace, model=model) as view:
        await view.sees("waiting")
        await view.press("a")
        await view.sees("y allow it")
        assert "from now on" not in view.screen


async def test_undo_says_what_it_would_do_and_does_it(pandora: Run, model: str, workspace: Path) -> None:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    assert pandora("run", TASK, "--model", model, "--yes").code == 0
    async with opened(workspace, model=model) as view:
        await view.sees("§5 OUTPUT")
        await view.press("u")
        await view.sees("would put back data/fruit.csv")
        assert content(workspace) == OLD + "fig,1\n"
        await view.press("y")
        await view.says("put back data/fruit.csv")
        assert content(workspace) == OLD


async def test_an_edit_resumes_the_run(pandora: Run, model: str, workspace: Path, editor: Path) -> None:
    write_replies(model, *SCRIPT)
    assert pandora("run", TASK, "--model", model).code == 0
    write_replies(model, *SCRIPT[2:])
    async with opened(workspace, model=model) as view:
        await view.sees("§5 OUTPUT")
        editor.write_text("Nothing has|this", encoding="utf-8")
        await view.press("2", "e")
        await view.says("nothing changed")
        editor.write_text("1. table: print the cheapest|1. table: print the best", encoding="utf-8")
        await view.press("e")
        await view.says("accepted")
        await view.until(lambda: "§2 PLAN  written by you" in view.document.written)
        editor.write_text("Confidence: high|Confidence: perhaps", encoding="utf-8")
        await view.press("e")
        await view.says("'perhaps' is none of high")
        await view.until(lambda: "Confidence: perhaps" in view.document.written)


async def test_a_new_run_is_shown_while_it_goes_on(model: str, workspace: Path) -> None:
    write_replies(model, *SCRIPT)
    async with opened(workspace, model=model) as view:
        await view.sees("No run yet")
        await view.press("n", *"count", "enter")
        await view.says("accepted")
        await view.until(lambda: "Task: count" in view.document.written)
        assert not view.app.calls


@pytest.mark.parametrize("key", ["slash", "n"])
async def test_words_that_are_typed_ahead_of_a_window_act_on_nothing(
    finished: str, workspace: Path, key: str
) -> None:
    async with opened(workspace) as view:
        await view.sees(finished)
        for character in (key, *"nudw"):
            view.app.post_message(events.Key(character, "/" if character == "slash" else character))
        await view.until(lambda: view.app.screen.query(Input))
        await view.press("x")
        await view.until(lambda: view.app.screen.query_one(Input).value[-1:] == "x")
        assert len(view.app.screen_stack) == 2


async def test_why_diff_and_prompt_are_what_the_commands_say(pandora: Run, model: str, workspace: Path) -> None:
    write_replies(model, *SCRIPT)
    assert pandora("run", TASK, "--model", model).code == 0
    (path,) = (workspace / "state").glob("system-*.md")
    path.write_text(path.read_text(encoding="utf-8").replace("Issues: none", "Issues: few"), encoding="utf-8")
    async with opened(workspace, model=model) as view:
        await view.sees("§5 OUTPUT")
        for keys, expected in (("4w", "resume:"), ("d", "+Issues: few"), ("2p", "the same as was asked")):
            await view.press(*keys)
            await view.shows(expected)
            await view.press("escape")


async def test_stop_interrupts_what_works(model: str, workspace: Path) -> None:
    long = {**SCRIPT[2], "fill": {"code": "import time\ntime.sleep(1000)"}}
    write_replies(model, *SCRIPT[:2], long, long)
    async with opened(workspace, model=model) as view:
        await view.sees("No run yet")
        await view.press("n", *"count", "enter")
        await view.sees("1.1 python  running")
        await view.press("r")
        await view.says("is at work already")
        await view.press("s")
        await view.says("interrupted")
        assert not view.app.calls


async def test_leaving_the_view_interrupts_what_works(model: str, workspace: Path) -> None:
    long = {**SCRIPT[2], "fill": {"code": "import time\ntime.sleep(1000)"}}
    write_replies(model, *SCRIPT[:2], long, long)
    async with opened(workspace, model=model) as view:
        await view.sees("No run yet")
        await view.press("n", *"count", "enter")
        await view.sees("1.1 python  running")
        (call,) = view.app.calls
        await view.press("q")
    assert call.code == 130
