from __future__ import annotations

import re
from pathlib import Path

from tests.commands.conftest import SCRIPT, TASK, Run
from tests.commands.test_resume import lines, state

HEADER = {"model": "one", "context": 8192, "fingerprint": "one"}
ASKING = (
    SCRIPT[0],
    {
        "phase": "plan",
        "level": "system",
        "fill": {"approach": "guess", "confidence": "low", "steps": ["table: print it"], "done when": "never"},
    },
    {"phase": "clarify", "fill": {"question": "By weight or by price?"}},
)


def begun(pandora: Run, tmp_path: Path, *entries: object) -> str:
    told = pandora("run", TASK, "--model", lines(tmp_path, HEADER, *entries), "--no-cache", "--json").json
    return str(told["id"])


def replace(workspace: Path, run: str, old: str, new: str) -> None:
    path = workspace / "state" / f"{run}.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_each_that_has_something_to_do_goes_on(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    finished = begun(pandora, tmp_path, *SCRIPT)
    edited = begun(pandora, tmp_path, *SCRIPT)
    interrupted = begun(pandora, tmp_path, *SCRIPT)
    waiting = begun(pandora, tmp_path, *ASKING)
    model = lines(tmp_path, HEADER)
    result = pandora("resume", "--all", "--model", model)
    assert (result.code, result.out) == (0, "")
    assert f"{waiting} waits: By weight or by price?" in result.err
    assert "no run has anything to do" in result.err
    replace(workspace, edited, "Issues: none", "Issues: none at all")
    replace(workspace, interrupted, "status: accepted", "status: running")
    result = pandora("resume", "--all", "--model", model)
    assert result.code == 0, result
    assert set(result.out.splitlines()) == {
        f"{edited}: edited → accepted: plum",
        f"{interrupted}: interrupted → accepted: plum",
    }
    assert finished not in result.out
    before = state(workspace)
    assert pandora("resume", "--all", "--model", model).out == ""
    assert state(workspace) == before


def test_the_exit_code_is_the_worst_and_one_failure_stops_nobody(
    pandora: Run, workspace: Path, tmp_path: Path
) -> None:
    answered = begun(pandora, tmp_path, *ASKING)
    broken = begun(pandora, tmp_path, *SCRIPT)
    replace(workspace, answered, "\nAnswer:\n", "\nAnswer: by price\n")
    replace(workspace, broken, "## §2 PLAN", "## §2 Plan")
    result = pandora("resume", "--all", "--json", "--model", lines(tmp_path, HEADER, *SCRIPT[1:]))
    assert result.code == 2
    by_id = {row["id"]: row for row in result.json}
    assert (by_id[answered]["why"], by_id[answered]["status"]) == ("answered", "accepted")
    assert by_id[broken]["error"].startswith(f"state/{broken}.md:")
    assert not {"line", "code"} & set(by_id[answered])


def test_a_document_or_all(pandora: Run) -> None:
    assert pandora("resume").code == 2
    assert pandora("resume", "abc", "--all").code == 2


def test_a_part_names_its_run(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    run = begun(pandora, tmp_path, *SCRIPT)
    part = next((workspace / "state").glob("op-python-*.md"))
    result = pandora("resume", str(part), "--model", lines(tmp_path, HEADER))
    assert result.code == 0
    assert f"{part.stem} is a part of {run}, which is resumed" in result.err


def test_an_escalated_run_is_answered(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    refused = {"phase": "check", "level": "system"}
    refused["fill"] = {"validation": "fail", "issues": "which?", "decision": "escalate"}  # type: ignore[assignment]
    result = pandora("run", TASK, "--model", lines(tmp_path, HEADER, *SCRIPT[:-1], refused))
    assert result.code == 4
    assert re.search(r"  pandora -C \S+ answer \w{6} .*--model scripted:", result.out)
    run = next((workspace / "state").glob("system-*.md")).stem
    again = pandora("answer", run, "the one in the table", "--model", lines(tmp_path, HEADER, *SCRIPT[1:]))
    assert again.code == 0, again
    assert again.out == "plum\n"
