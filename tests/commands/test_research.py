from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from pandora.budget import Budget
from pandora.cli import run
from pandora.commands.run_tree import Board
from pandora.engine.answers import settle, waiting_document
from pandora.engine.events import Event
from pandora.engine.run import resume
from pandora.research.authorization import PHRASE
from pandora.research.manager import manager
from tests.research.conftest import desk as desk
from tests.research.desk import FILES, Desk
from tests.research.documents import pdf

QUESTION = "What is the population of Laos?"
SCRIPT = (
    {"phase": "understand", "level": "system", "fill": {"field": "geography"}},
    {"phase": "plan", "level": "system", "fill": {"answers": [{"choice": "one fact"}]}},
    {"type": "research_planner", "fill": {"asks for": "one fact"}},
    {"type": "research_extractor", "phase": "plan", "fill": {"states it": "no"}},
    {"type": "research_extractor", "phase": "plan", "fill": {"states it": "yes"}},
    {"type": "research_extractor", "phase": "plan", "fill": {"states it": "no"}},
    {
        "type": "research_extractor",
        "phase": "do",
        "fill": {
            "fact": "Laos has a population of 7900000 people.",
        },
    },
    {"type": "research_extractor", "phase": "plan", "fill": {"states it": "no"}},
    {"type": "research_extractor", "phase": "plan", "fill": {"states it": "no"}},
    {"type": "research_synthesizer", "fill": {"answer": "Laos has a population of 7900000 people."}},
    {"phase": "do", "level": "system", "fill": {"answer": "It is 7900000."}},
)


def script(folder: Path, *lines: object) -> None:
    """Write a script of these replies; its model is the same whatever they are."""
    head = {"model": "scripted:one", "context": 8192, "fingerprint": "one"}
    (folder / "script.jsonl").write_text("\n".join(map(json.dumps, (head, *lines))), encoding="utf-8")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    assert run(["init", str(tmp_path / "work")]) == 0
    root = tmp_path / "work"
    (root / "docs").mkdir()
    for name, text in FILES.items():
        (root / "docs" / name).write_text(text, encoding="utf-8")
    script(tmp_path, *SCRIPT)
    monkeypatch.chdir(root)
    monkeypatch.setenv("PANDORA_MODEL", f"scripted:{tmp_path / 'script.jsonl'}")
    return root


def test_a_question_without_quotes_is_refused_and_not_cut(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["research", "What", "is", "Laos?", "--explain"]) == 2
    out, err = capsys.readouterr()
    assert "QUESTION is one argument; put it in quotes: 'What is Laos?'" in err
    assert not out


def test_a_question_waits_is_authorised_and_is_reported(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Research 1 and 2, from the command line: exit code 3 until the phrase, then the report."""
    assert run(["research", QUESTION, "--documents", "docs"]) == 3
    assert "Answer `Authorized to execute` to research it" in capsys.readouterr().out
    assert run(["research", "report"]) == 3
    script(workspace.parent, *SCRIPT[2:])
    assert run(["answer", "Authorized to execute", "-q"]) == 0
    assert "Laos has a population of 7900000 people [1]." in capsys.readouterr().out
    (report,) = (workspace / "reports").iterdir()
    assert run(["research", "report"]) == 0
    assert capsys.readouterr().out.startswith("Laos has a population of 7900000 people [1].")
    assert run(["research", "ls", "--json"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert entry["report"] == f"reports/{report.name}"
    assert run(["research", "facts"]) == 0
    assert "docs/laos.md:3" in capsys.readouterr().out
    assert run(["research", "show"]) == 0
    assert f"leaf: {QUESTION}" in capsys.readouterr().out
    assert run(["research", "tree"]) == 0
    shown = capsys.readouterr().out
    assert "tool-research_extractor-" in shown
    assert "→ - Laos has a population" in shown
    assert "→ Claims:" not in shown, "a label says nothing"
    run(["check"])
    assert not [line for line in capsys.readouterr().out.split("\n") if line.startswith("state/")]
    assert run(["research", "resume", "-q"]) == 0


def test_the_conversation_at_a_terminal(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 16.1: what is typed answers the manager, and the run goes on until the report."""
    replies = iter(("ok", PHRASE))
    monkeypatch.setattr("pandora.commands.research.at_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda *given, **more: next(replies))
    assert run(["research", QUESTION, "--documents", "docs", "-q"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Laos has a population of 7900000 people [1].")
    assert "'ok' starts nothing. Answer `Authorized to execute`" in err
    assert list(replies) == []


def test_a_folder_is_looked_for_here_and_then_in_the_workspace(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`-C` picks the workspace; a path in it was called no folder."""
    explained = ["-C", "work", "research", QUESTION, "--explain", "--documents"]
    monkeypatch.chdir(workspace.parent)
    for documents in ("docs", "work/docs"):
        assert run([*explained, documents]) == 0
        assert "docs/laos.md:" in capsys.readouterr().out
    assert run([*explained, "nowhere"]) == 2


def test_the_plain_answer_is_one_call(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["research", QUESTION, "--documents", "docs", "--plain", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["output"].startswith("It is 7900000.")
    assert result["usage"]["calls"] == 1


def test_retrieval_is_explained_without_a_model(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["research", QUESTION, "--documents", "docs", "--explain"]) == 0
    assert "docs/laos.md:" in capsys.readouterr().out
    assert list((workspace / "state").glob("system-*.md")) == []


def test_a_question_in_another_language_than_the_sources_is_said(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Research: a query in another language than the sources gets a clear line."""
    english = "The boiler in the cellar was serviced in May by the same company as in the year before this one."
    (workspace / "boiler").mkdir()
    (workspace / "boiler" / "boiler.md").write_text(f"{english}\n", encoding="utf-8")
    german = "Wann wurde der Kessel im Keller zum letzten Mal gewartet, und welche Firma hat das gemacht?"
    assert run(["research", german, "--documents", "boiler", "--explain"]) == 0
    assert "the question is in German and the sources are in English" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["research"], "give a QUESTION"),
        (["research", QUESTION, "--documents", "nowhere"], "there is no such folder"),
        (["research", QUESTION, "--suggest", "nowhere"], "cannot be read"),
        (["research", QUESTION, "--plain", "--suggest", "plan.txt"], "leave --suggest away"),
        (["research", QUESTION, "--web"], "--web asks duckduckgo.com, and policy does not allow it"),
        (["research", QUESTION, "--web", "--plain"], "leave --plain, --explain or --dry-run away"),
        (["research", QUESTION, "--web", "--documents", "/"], "take a folder of the workspace"),
        (["research", "show", "zzzzzz"], "is no document"),
        (["research", "ls", "extra"], "unexpected"),
    ],
)
def test_a_mistake_is_one_line(
    workspace: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run(arguments) == 2
    assert said in capsys.readouterr().err


DEEP = "".join(f"{'  ' * level}executor: level {level} of it\n" for level in range(4))


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (f"{DEEP}        leaf: and this one\n", "the suggested plan:4: this executor is of level 4"),
        ("executor: q\n  wizard: Which one?\n", "the suggested plan:2: there is no 'wizard' in a plan"),
    ],
)
def test_a_plan_that_cannot_be_is_one_line(
    workspace: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    plan: str,
    said: str,
) -> None:
    """Research 4 and R6: four levels, and a role that does not exist; no run begins."""
    monkeypatch.setenv("PANDORA_MODEL", "scripted:there-is-none.jsonl")  # it is said before a model is opened
    (workspace / "plan.txt").write_text(plan, encoding="utf-8")
    assert run(["research", QUESTION, "--documents", "docs", "--suggest", "plan.txt"]) == 2
    assert said in capsys.readouterr().err
    assert list((workspace / "state").glob("system-*.md")) == []


def test_a_role_that_does_not_exist_in_an_edited_plan_is_one_line(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Research R6: the line of the planner's document, and nothing is lost."""
    assert run(["research", QUESTION, "--documents", "docs"]) == 3
    script(workspace.parent, *SCRIPT[2:])
    assert run(["answer", "Authorized to execute", "-q"]) == 0
    (planner,) = (workspace / "state").glob("tool-research_planner-*.md")
    whole = planner.read_text(encoding="utf-8")
    section = whole.index("## §5")
    planner.write_text(whole[:section] + whole[section:].replace("  leaf:", "  wizard:"), encoding="utf-8")
    capsys.readouterr()
    assert run(["research", "resume", "-q"]) == 2
    assert f"{planner.name}:" in (said := capsys.readouterr().err)
    assert "there is no 'wizard' in a plan" in said
    planner.write_text(whole, encoding="utf-8")
    assert run(["research", "resume", "-q"]) == 0


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no document in there; research reads"),
        ({"scan.pdf": pdf(["", ""]), "b.pdf": pdf([""])}, "no document with a text in there: empty/b.pdf: "),
    ],
)
def test_a_folder_without_a_text_is_one_line(
    workspace: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    files: dict[str, bytes],
    said: str,
) -> None:
    """Research 12: an empty folder, and one with only PDFs without text; no model is asked, no run begins."""
    (workspace / "empty").mkdir()
    for name, data in files.items():
        (workspace / "empty" / name).write_bytes(data)
    monkeypatch.setenv("PANDORA_MODEL", "scripted:there-is-none.jsonl")  # it is said before a model is opened
    assert run(["research", QUESTION, "--documents", "empty"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len([line for line in error.strip().split("\n") if "loads the documents" not in line]) == 1
    assert list((workspace / "state").glob("system-*.md")) == []


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([QUESTION, "--calls", "3"], 4, "3 calls are too few for one extractor: 23 are the least"),
        ([QUESTION, "--calls", "3"], 4, "--calls 46   (with twice the least)"),
        ([QUESTION, "--tokens", "400"], 4, "400 tokens are too few for one extractor: "),
        (["Qwfp zxcd arstd neio?"], 4, "no sources: no document has a word of 'Qwfp zxcd arstd neio?'"),
        (["What do a, b, c, d, e, f, g and h cost in Laos?"], 3, "is too wide: it names 8 subjects"),
    ],
)
def test_what_cannot_be_researched_is_said_before_it_is_authorised(
    workspace: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    """Research 1, 12 and ✎4: no sources, too wide, too small a budget; each with its exit code."""
    assert run(["research", *arguments, "--documents", "docs"]) == code
    assert said in capsys.readouterr().out
    assert list((workspace / "state").glob("tool-*.md")) == []


def test_another_run_is_no_research(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["research", "ls"]) == 0
    assert "no research yet" in capsys.readouterr().err
    assert run(["research", "show"]) == 2


def test_a_dry_run_shows_the_plan_its_tree_and_its_budget(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Issue 16.1: the plan, the sources of its leaves, the roles and the calls; nothing is read or kept."""
    before = sorted(workspace.rglob("*.md"))
    assert run(["research", QUESTION, "--documents", "docs", "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert f"  executor: {QUESTION}\n" in shown
    assert f"    leaf: {QUESTION}\n" in shown
    assert f"  sources for {QUESTION!r}: docs/laos.md" in shown
    assert "Roles: 1 manager, 1 planner, 1 executor, 6 extractors, 1 synthesizer\n" in shown
    assert "Calls: at most 42 in one pass, 67 with all iterations\n" in shown
    assert "Ceilings: 400 calls, 1500000 tokens, 14400 s\n" in shown
    assert sorted(workspace.rglob("*.md")) == before
    script(workspace.parent, *SCRIPT)
    assert run(["research", QUESTION, "--documents", "docs", "--dry-run", "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["calls"] == {"one_pass": 42, "all_iterations": 67}
    assert read["queries"][0]["sources"][0]["paths"][0] == "docs/laos.md"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["What do a, b, c, d, e, f, g and h cost in Laos?"], 3, "is too wide: it names 8 subjects"),
        (["Qwfp zxcd arstd neio?"], 4, "no sources: no document has a word of"),
        (
            [QUESTION, "--calls", "3"],
            4,
            "3 calls are too few for one extractor: 23 are the least; raise it",
        ),
    ],
)
def test_a_dry_run_says_why_nothing_would_begin(
    workspace: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    assert run(["research", *arguments, "--documents", "docs", "--dry-run"]) == code
    assert said in capsys.readouterr().out


def test_the_report_is_a_page(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Issue 16.3: one file, before and after there is a report."""
    assert run(["research", QUESTION, "--documents", "docs"]) == 3
    assert run(["research", "report", "--html", "page.html"]) == 0
    assert "There is no plan yet." in (workspace / "page.html").read_text(encoding="utf-8")
    script(workspace.parent, *SCRIPT[2:])
    assert run(["answer", "Authorized to execute", "-q"]) == 0
    assert run(["research", "report", "--html", "page.html"]) == 0
    assert "[1] “Laos has a population of 7900000 people”" in (workspace / "page.html").read_text("utf-8")
    assert run(["research", "report", "--html", "page.txt"]) == 2
    assert "a page is HTML" in capsys.readouterr().err


def test_its_tree_shows_the_roles_and_the_budget(desk: Desk) -> None:
    """Issue 16.4: what is drawn while it goes on: who reads what, and how much of the ceilings is used."""
    board, drawings = Board(lambda: 0.0), list[str]()

    def watch(event: Event) -> None:
        board.take(event)
        paper = io.StringIO()
        Console(file=paper, width=160).print(board)
        drawings.append(paper.getvalue())

    ceilings = Budget(calls=50, tokens=1_000_000)
    desk.ask(budget=ceilings)
    store = desk.host().store
    document, question = waiting_document(store, desk.short)
    settle(store, document, question, PHRASE, "person", "a test")
    host = desk.host(ceilings)
    host.watcher = watch
    resume(f"system-{desk.short}", host, loop=manager(None))
    (widest,) = [drawing for drawing in drawings if "research_synthesizer" in drawing][:1]
    for role in ("planner", "executor", "extractor"):
        assert f"── tool-research_{role}-" in widest
    shares = [int(share) for share in re.findall(r"(\d+) % of the budget", "".join(drawings))]
    assert shares == sorted(shares)
    assert shares[-1] == round(100 * host.ledger.usage.calls / 50)
