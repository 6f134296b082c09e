"""`pandora think` from the command line, with a scripted model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pandora.cli import run
from pandora.disk.layout import Workspace, shipped_system
from pandora.questions.graph_operations import Fractal

PLUM = [{"line": "number two is a plum"}]
SIDED: dict[str, Any] = {"for": PLUM, "against": [{"line": "none"}]}
ANSWERS = [{"line": f"thing number {number} is"} for number in ("one", "two")]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "state").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "facts.md").write_text("Thing number two is a plum.\n", encoding="utf-8")
    (tmp_path / "system").symlink_to(shipped_system())
    monkeypatch.chdir(tmp_path)
    lines: list[dict[str, Any]] = [
        {"phase": "do", "level": "system", "fill": {"answer": "It is not sure."}},
        {"phase": "plan", "level": "system", "fill": {"asks for": "a cause", "possible answers": ANSWERS}},
        *(
            {
                "phase": "do",
                "level": "tool",
                "fill": {**copied, "answer": f"Fruit {n} wins race {n}."},
            }
            for n, copied in zip("abc", (SIDED, SIDED, {"found": PLUM}), strict=True)
        ),
        {
            "phase": "do",
            "type": "think_decide",
            "fill": {"answer": "thing number one is", "because": "So it is.", "provided": "nothing"},
        },
    ]
    script = "".join(f"{json.dumps(line)}\n" for line in lines)
    (tmp_path / "script.jsonl").write_text(script, encoding="utf-8")
    return tmp_path


def thought(*more: str) -> int:
    model = ("--model", "scripted:script.jsonl")
    return run(["think", "What is it?", "--context", "notes", *model, "-q", *more])


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_question_is_thought_through(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert thought("--json") == 0
    result = printed(capsys)
    assert result["status"] == "completed"
    said = "Answer: thing number one is\nBecause: So it is.\nProvided: nothing\nFirst answer: the same"
    assert result["synthesis_chain"][0]["synthesis"] == said
    assert (workspace / result["document"]).is_file()
    documents = [path.read_text("utf-8") for path in (workspace / "state").glob("tool-question-*.md")]
    assert any(
        "Source notes/facts.md:1:\n    Thing number two is a plum.\n" in document for document in documents
    )
    assert run(["check"]) == 0
    capsys.readouterr()
    assert run(["ls", "--json"]) == 0
    assert printed(capsys)[0]["status"] == "accepted"
    graph = result["graph_id"]
    before = {path.name: path.read_bytes() for path in (workspace / "state").glob("*.md")}
    assert run(["think", "--resume", graph, "--model", "scripted:script.jsonl"]) == 0
    shown = capsys.readouterr()
    assert "thing number one is" in shown.out
    assert "is finished, and no edit made anything in it stale" in shown.err
    assert {path.name: path.read_bytes() for path in (workspace / "state").glob("*.md")} == before
    assert run(["resume", graph, "--model", "scripted:script.jsonl"]) == 2
    assert f"pandora think --resume {graph}" in capsys.readouterr().err


def test_a_secret_in_the_question_is_in_no_document(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY_TOKEN", "canary-variable-5e1f")
    assert run(["think", "What is canary-variable-5e1f?", "--model", "scripted:script.jsonl", "-q"]) in (0, 5)
    found = [path for path in (workspace / "state").rglob("*") if path.is_file()]
    assert found
    assert [path.name for path in found if b"canary-variable" in path.read_bytes()] == []


def test_a_paused_graph_goes_on(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert thought("--checkpoint", "interactive", "--json") == 3
    graph = printed(capsys)["graph_id"]
    assert run(["graph", "open", graph, "--json"]) == 0
    assert printed(capsys)["count"] == 3
    # The root's two lines are used up, and a script begins anew with each command.
    lines = (workspace / "script.jsonl").read_text("utf-8").splitlines(keepends=True)
    (workspace / "script.jsonl").write_text("".join(lines[2:]), encoding="utf-8")
    assert run(["think", "--resume", graph, "--model", "scripted:script.jsonl", "-q"]) == 0
    assert "Conclusion: thing number one is." in capsys.readouterr().out


def test_wrong_flags_are_told(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["think"]) == 2
    assert run(["think", "What?", "--resume", "abcdef"]) == 2
    assert thought("--checkpoint", "depth:0") == 2
    assert "depth:N" in capsys.readouterr().err
    assert thought("--context", "gone") == 2
    (workspace / "empty").mkdir()
    assert run(["think", "What?", "--context", "empty"]) == 2
    assert run(["think", "--join", "gone22"]) == 2
    assert list((workspace / "state").glob("*.md")) == []


def test_two_processes_join_in(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert thought("--workers", "1", "--json") == 0
    assert printed(capsys)["status"] == "completed"


def test_who_joins_while_nothing_is_open_leaves_a_running_root_alone(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault that was mended: `--join` then wrote its harvest into the root, whose worker met a conflict."""
    fractal = Fractal(Workspace(workspace))
    created = fractal.fractal_create_graph("What is it?", "pulse", "autonomous")
    graph, root = created["graph_id"], workspace / "state" / f"{created['root_node_id']}.md"
    assert fractal.fractal_claim_work(graph, "w1")["node_id"] == created["root_node_id"]
    claimed = root.read_bytes()
    assert run(["think", "--join", graph, "--model", "scripted:script.jsonl", "--json", "-q"]) == 5
    assert printed(capsys)["document"] is None
    assert root.read_bytes() == claimed
    assert fractal.fractal_add_node(graph, created["root_node_id"], "answer", "It is a plum.", "w1")["node_id"]
