"""`pandora session` from the command line, with a scripted model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from pandora.cli import run
from pandora.commands.resume_on_save import ResumeOnSave
from pandora.commands.session import _view_lines
from pandora.disk.watch import Saves
from pandora.document.form import Form
from pandora.models.protocol import Model, Prompt, Reply
from pandora.models.wrapped_model import WrappedModel
from pandora.sessions.session_account import TITLES
from pandora.sessions.session_document import Session
from pandora.sessions.session_runs import turn
from pandora.sessions.session_stop import is_at_work
from tests.commands.test_completion import completions
from tests.sessions.sittings import Sitting, block, designed, leaf, simple


@pytest.fixture
def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    monkeypatch.chdir(tmp_path)
    return Sitting(tmp_path)


def turned(sitting: Sitting, lines: list[Any], *words: str) -> int:
    model = ("--model", f"scripted:{sitting.script(lines)}", "--scaffold", "off")
    return run(["session", *words, *model])


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_session_from_its_first_turn_to_its_account(
    sitting: Sitting, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sessions 1, 6, 15: start, turn, resume and every view, from the command line."""
    (sitting.root / "texts").mkdir()
    (sitting.root / "texts" / "a.txt").write_text("plum\npear\n", encoding="utf-8")
    code = "lines = inputs['texts/a.txt'].lines\nFINAL(len(lines))"
    assert (
        turned(sitting, simple(code), "start", "How many?", "--over", "texts", "--session", "abc234", "-q") == 0
    )
    assert capsys.readouterr().out == "2\n"
    leaves = "kind = lm('Fruit?', lines[0], choices=['yes', 'no'])\nFINAL(kind)"
    assert turned(sitting, [*simple(leaves), leaf("yes")], "turn", "last", "Is it a fruit?", "--json") == 0
    told = printed(capsys)
    assert (told["turn"], told["value"], told["kind"]) == (2, "yes", "final")
    assert run(["session", "resume", "abc234", "--json"]) == 0
    assert (printed(capsys)["head"], told["usage"]["calls"]) == (told["head"], 4)
    for view in ("report", "turns", "heads", "edges", "tree", "events"):
        assert run(["session", view, "abc234", "--json"]) == 0
        assert printed(capsys)
        assert run(["session", view, "abc234"]) == 0
        assert capsys.readouterr().out.strip()
    assert run(["session", "head", "abc234", "--json"]) == 0
    assert printed(capsys)["value"] == "'yes'"
    for more in ((), ("--live",)):
        assert run(["session", "view", "abc234", *more]) == 0
        drawn = capsys.readouterr().out
        assert "lines: ['plum', 'pear'] (verified)" in drawn
        assert "turn 2  accepted" in drawn
    assert run(["session", "view", "abc234", "--html", "session.html"]) == 0
    assert "current head" in (sitting.root / "session.html").read_text("utf-8")
    assert run(["session", "view", "abc234", "--html", "session.txt"]) == 2
    assert "name a file that ends in .html" in capsys.readouterr().err
    assert run(["session", "payload", "abc234", "lines"]) == 0
    assert printed(capsys) == ["plum", "pear"]
    assert run(["session", "payload", "abc234", "lines", "--json"]) == 0
    assert printed(capsys) == ["plum", "pear"]
    assert run(["session", "payload", "abc234", "inputs['texts/a.txt']"]) == 0
    assert printed(capsys) == "plum\npear\n"
    assert run(["session", "account", "abc234", "-o", "account.md"]) == 0
    page = (sitting.root / "account.md").read_text("utf-8")
    assert "## What was run\n- turn 1: " in page
    assert run(["session", "account", "abc234", "--json"]) == 0
    account = printed(capsys)
    assert list(account) == ["session", "task", *TITLES]
    assert all(f"- {line}\n" in page for part in TITLES for line in account[part])
    assert run(["session", "account", "--json", "-o", "account.json"]) == 0
    assert json.loads((sitting.root / "account.json").read_text("utf-8")) == account
    assert completions(sitting.root, "session", "turns", "ab") == ["abc234 How many?"]
    assert run(["session", "ls", "--json"]) == 0
    assert run(["check"]) == 0


class Watched(WrappedModel):
    """A model during whose calls somebody looks at the session: keeps what is drawn, and whether one works."""

    def __init__(self, real: Model, session: Session) -> None:
        super().__init__(real)
        self.session, self.drawn = session, list[tuple[bool, str]]()

    def fill(self, prompt: Prompt, form: Form, **more: Any) -> Reply:
        self.drawn.append((is_at_work(self.session), "\n".join(_view_lines(self.session))))
        return super().fill(prompt, form, **more)


def test_a_turn_is_seen_while_it_runs(sitting: Sitting) -> None:
    """Sessions 15: what `view --live` draws shows a second turn at work, and then its end."""
    sitting.start(simple("count = 3\nFINAL(count)"))
    session = sitting.session()
    assert not is_at_work(session)
    host = sitting.host([*designed(), block("more = count + 1"), block("FINAL(more)")])
    host.model = watched = Watched(host.model, session)
    turn(session, "One more?", host, sitting.budget)
    assert [works for works, _ in watched.drawn] == [True] * 4
    assert all("turn 2  open" in drawn for _, drawn in watched.drawn)
    assert not is_at_work(session)
    assert "turn 2  accepted" in "\n".join(_view_lines(session))


def test_a_turn_without_final_has_its_own_exit_code(
    sitting: Sitting, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sessions 2 and 7: exit code 4 while a turn is open, and where it is out of steps."""
    assert (
        turned(sitting, [*designed(), block(""), block("")], "start", "How many?", "--session", "abc234") == 4
    )
    assert "no FINAL: the model wrote no code" in capsys.readouterr().err
    assert turned(sitting, [block("x = 1")], "resume", "abc234", "--blocks", "1") == 4
    assert "wreckage head h" in capsys.readouterr().err
    assert run(["session", "resume", "abc234"]) == 4
    assert turned(sitting, [block("FINAL(x)")], "resume", "abc234", "--blocks", "2") == 0


def test_a_session_is_attached_and_steered(sitting: Sitting, capsys: pytest.CaptureFixture[str]) -> None:
    """Sessions 8 and S4: attach and steer, and what is wrong is told in one line."""
    assert turned(sitting, simple("x = 1\nFINAL(x)"), "start", "How many?", "--session", "abc234") == 0
    assert turned(sitting, simple("FINAL(x)"), "attach", "abc234", "Go on.", "--session", "xyz567") == 0
    assert run(["session", "steer", "abc234", "--narrow", "only plums"]) == 0
    assert capsys.readouterr().out.endswith("- turn 2: narrow: only plums\n")
    assert run(["session", "steer", "abc234"]) == 2
    narrowed = ["session", "steer", "abc234", "--narrow", "only pears"]
    assert run([*narrowed, "--reject", "hdead", "--why", "no"]) == 2
    assert run([*narrowed, "--reject", sitting.session().heads()[0].id]) == 2
    assert "only pears" not in sitting.text("system-abc234")  # all of it, or nothing
    assert turned(sitting, [], "attach", "h00000000dead", "Go on.") == 2
    assert "is no head and no session" in capsys.readouterr().err
    assert run(["session", "stop", "abc234"]) == 0
    assert "nobody works on session abc234" in capsys.readouterr().err
    assert run(["resume", "abc234"]) == 2
    assert "pandora session resume abc234" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("attach", "h00000000dead", "Go on."), "is no head and no session"),
        (("attach", "abc234", "Go on.", "--session", "abc234"), "abc234 is taken"),
        (("start", "How many?", "--session", "abc234"), "abc234 is taken"),
        (("start", "How many?", "--session", "Abc"), "is no id of a session"),
        (("turn", "xyz567", "And now?"), "turn 1 is open"),
    ],
)
def test_what_is_wrong_with_a_request_is_told_before_a_model_is_opened(
    sitting: Sitting, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    """Sessions 8 and S8: a model takes long to load, and a wrong id is known without one."""
    assert turned(sitting, simple("x = 1\nFINAL(x)"), "start", "How many?", "--session", "abc234") == 0
    without_code = [*designed(), block("# nothing"), block("# nothing")]
    assert turned(sitting, without_code, "start", "How many?", "--session", "xyz567") == 4
    before = sitting.files()
    assert run(["session", *words, "--model", "scripted:none.jsonl"]) == 2
    assert why in capsys.readouterr().err
    assert sitting.files() == before


def test_fifty_columns_keep_the_tree_and_what_each_turn_was_asked(
    sitting: Sitting, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "How many of all the fruits in this long list of them are there?"
    assert turned(sitting, simple("many = list(range(90))\nFINAL(many)"), "start", question, "-q") == 0
    capsys.readouterr()
    for module in ("printing", "session"):
        monkeypatch.setattr(f"pandora.commands.{module}.terminal_width", lambda: 50)
    for view in ("tree", "view", "turns", "heads"):
        assert run(["session", view]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= 50
        assert any("How many" in line for line in lines) or view == "heads"


@pytest.mark.parametrize("view", [("why",), ("prompt", "tool-turn-abc234-1", "--phase", "plan")])
def test_a_view_that_cannot_read_a_session_says_which_one_does(
    sitting: Sitting, capsys: pytest.CaptureFixture[str], view: tuple[str, ...]
) -> None:
    assert (
        turned(
            sitting,
            simple("many = len(str(10))\nFINAL(many)"),
            "start",
            "How many?",
            "--session",
            "abc234",
            "-q",
        )
        == 0
    )
    assert run([*view, "--model", f"scripted:{sitting.script([])}"]) == 2
    assert "`pandora log abc234` shows who wrote each" in capsys.readouterr().err


def test_what_an_editor_saved_in_a_session_is_taken_up(
    sitting: Sitting, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions 6: `pandora edit` goes on with a session, as with any run."""
    lines = simple("rows = [3, 4]\nFINAL(sum(rows))")
    assert turned(sitting, lines, "start", "How many?", "--session", "abc234") == 0
    monkeypatch.setenv("VISUAL", "sed -i s/sum(rows)/max(rows)/")
    assert run(["edit", "tool-turn-abc234-1", "--model", f"scripted:{sitting.script([])}"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "4"


def test_a_ceiling_of_the_settings_does_not_grow(sitting: Sitting) -> None:
    """Sessions 14: what a person set stays, in a file as on the command line; the other ceilings grow."""
    (sitting.root / "a.txt").write_text("a line of words\n" * 200, encoding="utf-8")
    (sitting.root / "pandora.toml").write_text("calls = 20\n", encoding="utf-8")
    over = ("--over", str(sitting.root / "a.txt"), "--session", "abc234")
    assert turned(sitting, simple("size = len(text)\nFINAL(size)"), "start", "How long?", *over) == 0
    budget = sitting.store.load("tool-turn-abc234-1").meta["budget"]
    assert (budget["calls"], budget["tokens"] > 120_000) == (20, True)


def test_watch_says_which_command_takes_up_what_was_saved(
    sitting: Sitting, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sessions 6: `pandora watch` resumes no session, and passes over none in silence."""
    sitting.start(simple("rows = [3, 4]\nFINAL(sum(rows))"))
    watched = ResumeOnSave(sitting.workspace, cast(Any, None), {}, Saves())
    assert watched.resume_run_of("tool-turn-abc234-1") is None
    assert capsys.readouterr().err == ""
    sitting.edit("tool-turn-abc234-1", "sum(rows)", "max(rows)")
    for _ in range(2):
        assert watched.resume_run_of("tool-turn-abc234-1") is None
    said = "system-abc234 is a session; `pandora session resume abc234` takes up what you saved\n"
    assert capsys.readouterr().err == said


def test_prompt_and_why_of_a_leaf_call_it_no_earlier_plan(
    sitting: Sitting, capsys: pytest.CaptureFixture[str]
) -> None:
    leaves = "kind = lm('Fruit?', 'plum', choices=['yes', 'no'])\nFINAL(kind)"
    lines = [*simple(leaves), leaf("yes")]
    assert turned(sitting, lines, "start", "Is it a fruit?", "--session", "abc234", "-q") == 0
    capsys.readouterr()
    model = ("--model", f"scripted:{sitting.script(lines)}")
    assert run(["prompt", "op-leaf-abc234-1.1.1.1:do", *model]) == 2
    assert "system-abc234 is a session" in capsys.readouterr().err
    assert run(["why", "op-leaf-abc234-1.1.1.1:do"]) == 0
    assert "left" not in capsys.readouterr().out
