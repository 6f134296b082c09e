from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pandora.check.lint import lint
from pandora.check.token_costs import Meter
from pandora.commands.init import make_workspace
from pandora.disk.layout import Workspace
from pandora.document.state_document import parse_document
from pandora.errors import DiskError
from tests.engine.small_system import write_system

ROOT, TOOL, OPERATION = "system-abcdef", "tool-table-abcdef-1", "op-python-abcdef-1.1"

SYSTEM = """\
---
pandora: 1
id: system-abcdef
status: accepted
phase: check
attempt: 1
model: none
budget: {context: 3000, depth: 3, calls: 60, tokens: 9000, seconds: 1800}
used: {calls: 3, prompt: 911, evaluated: 402, written: 214, seconds: 11.8}
sections:
  1: {by: model, from: 3fa1c09e, text: 99c0aa17}
  2: {by: human, from: 99c0aa17, text: 41d7e2b0}
steps: {1: {key: a, text: b, by: code}}
---
# State: system-abcdef

A person's note.

## §0 META
Level: system
Parent: none
Pattern: system/pattern.md
Created: 2026-11-21T10:00:00Z

## §1 UNDERSTAND

Task: count the rows
Context: none
Resolved: count the rows of a.csv

## §2 PLAN
Approach: count
Confidence: high (0.83)
Steps:
1. table: count the rows
Done when: a number was printed

## §3 DO
- Step 1: table → 12 [tool-table-abcdef-1.md]
Child loops:
- tool-table-abcdef-1.md → ACCEPTED

## §4 CHECK
Evidence:
  - ok: step 1
Validation: pass
Issues: none
Decision: accept (0.94)

## §5 OUTPUT
12
"""

CHILD = """\
---
pandora: 1
id: {id}
status: running
phase: understand
attempt: 1
budget: {{context: 2000}}
sections: {{1: {{by: code, from: "", text: {digest}}}}}
---
# State

## §0 META
Level: {level}
Type: {kind}
Parent: {parent}.md
Pattern: {pattern}
Created: 2026-11-21T10:00:00Z

## §1 UNDERSTAND
Task: count

## §2 PLAN

## §3 DO
{done}

## §4 CHECK

## §5 OUTPUT
"""


def child(level: str, kind: str, document_id: str, parent: str, pattern: str, done: str = "") -> str:
    keys = {"id": document_id, "level": level, "kind": kind, "parent": parent, "pattern": pattern, "done": done}
    digest = parse_document(CHILD.format(**keys, digest="x")).digest(1)
    return CHILD.format(**keys, digest=digest)


DOCUMENTS = {
    ROOT: SYSTEM,
    TOOL: child("tool", "table", TOOL, ROOT, "system/tools/table/pattern.md", f"- {OPERATION}.md → RUNNING"),
    OPERATION: child("operation", "python", OPERATION, TOOL, "system/operations/python.md"),
}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    write_system(tmp_path / "system")
    (tmp_path / "state").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "state" / f"{name}.md").write_text(text, encoding="utf-8")
    return Workspace(tmp_path)


@pytest.fixture
def told(workspace: Workspace) -> Callable[[], list[str]]:
    """The problems of state/, as `pandora check` prints them."""
    return lambda: [str(each) for each in lint(workspace) if each.path.startswith("state")]


def edit(workspace: Workspace, name: str, old: str, new: str) -> None:
    path = workspace.document(name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def line_of(name: str, start: str) -> int:
    return next(number for number, line in enumerate(DOCUMENTS[name].split("\n"), 1) if line.startswith(start))


def test_what_ships_is_clean(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    assert lint(Workspace(tmp_path)) == []


def test_whole_documents_and_a_persons_additions_are_clean(
    workspace: Workspace, told: Callable[[], list[str]]
) -> None:
    assert told() == []
    state = workspace.state
    (state / "README.md").write_text("about", encoding="utf-8")
    (state / ".system-abcdef.md.swp").write_text("vim", encoding="utf-8")
    (state / "archive").mkdir()
    (state / "blobs").mkdir()
    edit(workspace, ROOT, "Resolved: count the rows of a.csv", "Resolved: count the rows of b.csv\n\nmine")
    edit(workspace, ROOT, "attempt: 1", "mood: good\nattempt: 1")
    assert told() == []


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("pandora: 1", "pandora: 2", "pandora:", "pandora is 2; write 1"),
        ("pandora: 1", "pandora: true", "pandora:", "pandora is True; write 1"),
        ("id: system-abcdef\n", "id: system-zzzzzz\n", "id:", "id is 'system-zzzzzz'; write system-abcdef"),
        ("status: accepted", "status: done", "status:", "status is 'done'; one of running"),
        ("phase: check", "phase: think", "phase:", "phase is 'think'; one of understand"),
        ("attempt: 1", "attempt: 0", "attempt:", "attempt is 0; write a whole number"),
        ("attempt: 1\n", "", "---", "the front matter has no 'attempt'"),
        ("context: 3000", "context: lots", "budget:", "budget is {"),
        ("context: 3000", "contexts: 3000", "budget:", "budget is {"),
        ("calls: 3,", "calls: -3,", "used:", "used is {"),
        ("model: none", "model: 7", "model:", "model is 7"),
        ("{by: model,", "{by: me,", "sections:", "sections is {"),
        ("  2: {by", "  7: {by", "sections:", "sections is {"),
        ("{key: a,", "{", "steps:", "steps is {"),
        ("Level: system", "Level: tool", "Level:", "Level is 'tool' and the file's name says 'system'"),
        ("Created: 2026-11-21T10:00:00Z\n", "", "## §0", "§0 has no line 'Created:'"),
        ("Parent: none", "Parent: tool-table-abcdef-1.md", "Parent:", "Parent is 'tool-table-abcdef-1.md'"),
        ("Confidence: high", "Confidence: sure", "Confidence:", "§2 PLAN: 'sure' is none of high"),
        ("1. table:", "1. tabel:", "1. table", "§2 PLAN: 'tabel' is none of"),
        ("Resolved: count the rows of a.csv\n", "", "Task:", "§1 UNDERSTAND: the line 'Resolved:' is missing"),
        ("Decision: accept", "Decision: maybe", "Decision:", "§4 CHECK: 'maybe' is none of accept"),
        ("## §5 OUTPUT\n12", "## §5 OUTPUT\n", "## §5", "it is accepted and §5 OUTPUT is empty"),
        ("## §4 CHECK", "## §6 CHECK", "## §4", "§6 is unknown"),
        (
            "Child loops:",
            "- op-read-abcdef-2.md → FAILED",
            "Child loops:",
            "op-read-abcdef-2.md is not in state/",
        ),
        (
            "Child loops:",
            "[… all 9 characters are in blobs/0123ab]",
            "Child loops:",
            "blobs/0123ab is gone",
        ),
    ],
)
def test_a_problem_is_told_at_its_line(
    old: str, new: str, at: str, said: str, workspace: Workspace, told: Callable[[], list[str]]
) -> None:
    edit(workspace, ROOT, old, new)
    expected = f"state/{ROOT}.md:{line_of(ROOT, at)}: {said}"
    assert [each for each in told() if each.startswith(expected)], told()
    assert len(told()) == 1


def test_a_numbered_content_that_is_gone_is_told_where_it_is_recorded(
    workspace: Workspace, told: Callable[[], list[str]]
) -> None:
    edit(workspace, ROOT, "sections:\n", "contents: {4: blobs/4567ab, 5: blobs/unnamed}\nsections:\n")
    edit(workspace, ROOT, "Child loops:\n", "  - a.txt → content 4 (was absent)\nChild loops:\n")
    remedy = "restore it, or remove what names content 4"
    assert f"state/{ROOT}.md:{line_of(ROOT, 'sections:')}: blobs/4567ab is gone; {remedy}" in told()
    assert not any("unnamed" in line for line in told())


def test_lines_are_right_below_blank_ones_and_with_crlf(
    workspace: Workspace, told: Callable[[], list[str]]
) -> None:
    edit(workspace, ROOT, "Decision: accept", "Decision: maybe")
    edit(workspace, ROOT, "## §4 CHECK\n", "## §4 CHECK\n\n\n")
    path = workspace.document(ROOT)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert told()[0].startswith(f"state/{ROOT}.md:{line_of(ROOT, 'Decision:') + 2}: §4")


def test_relations(workspace: Workspace, told: Callable[[], list[str]]) -> None:
    edit(workspace, TOOL, "Parent: system-abcdef.md", "Parent: system-zzzzzz.md")
    assert told() == [f"state/{TOOL}.md:15: its parent system-zzzzzz.md is not in state/; restore it"]
    edit(workspace, TOOL, "Parent: system-zzzzzz.md", "Parent: none")
    assert "Parent is 'none'" in told()[0]
    edit(workspace, TOOL, "Parent: none", f"Parent: {ROOT}.md")
    edit(workspace, TOOL, f"- {OPERATION}.md → RUNNING", "")
    assert told() == []  # an edited plan leaves children that nobody names
    workspace.document(ROOT).unlink()
    assert told() == [
        f"state/{OPERATION}.md:15: its parent {TOOL}.md does not name it; "
        "delete this document, or name it there under 'Child loops:'",
        f"state/{TOOL}.md:15: its parent {ROOT}.md is not in state/; restore it",
    ]


def test_a_child_that_was_announced_and_not_begun_is_no_problem(
    workspace: Workspace, told: Callable[[], list[str]]
) -> None:
    workspace.document(OPERATION).unlink()
    assert told() == []
    edit(workspace, TOOL, "RUNNING", "ACCEPTED")
    assert len(told()) == 1


def test_a_broken_document_is_told_once_and_not_of_its_relatives(
    workspace: Workspace, told: Callable[[], list[str]]
) -> None:
    path = workspace.document(TOOL)
    path.write_text(path.read_text(encoding="utf-8").split("## §4")[0], encoding="utf-8")
    assert len(told()) == 1
    assert "the document ends before §4 CHECK" in told()[0]


def test_text_that_is_not_utf_8(workspace: Workspace, told: Callable[[], list[str]]) -> None:
    path = workspace.document(ROOT)
    path.write_bytes(path.read_bytes().replace(b"A person's note.", b"Caf\xe9"))
    line = line_of(ROOT, "A person's note.")
    assert told() == [f"state/{ROOT}.md:{line}: not UTF-8 text; save the file as UTF-8"]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(), "it was removed while it was read; check again"),
        (OSError(5, "Input/output error"), "cannot be read: Input/output error; mend it"),
        (DiskError("the file keeps changing"), "cannot be read: the file keeps changing; mend it"),
    ],
)
def test_a_document_that_cannot_be_read(
    error: Exception, said: str, told: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: Path, most: int) -> bytes:
        if path.stem == ROOT:
            raise error
        return path.read_bytes()

    monkeypatch.setattr("pandora.check.lint_state.read_consistent", read)
    assert [each for each in told() if ROOT in each][:1] == [f"state/{ROOT}.md:1: {said}"]


def test_no_state_folder_is_an_empty_one(tmp_path: Path) -> None:
    write_system(tmp_path / "system")
    assert lint(Workspace(tmp_path)) == []


def test_files_that_are_no_documents(workspace: Workspace, told: Callable[[], list[str]]) -> None:
    (workspace.state / "notes.txt").write_text("x", encoding="utf-8")
    (workspace.state / "op-read-abcdef-9").mkdir()
    (workspace.state / f"{ROOT}.conflict-plan-1.md").write_text("x", encoding="utf-8")
    assert [each.split("; ")[0] for each in told()] == [
        "state/notes.txt:1: this is no state document",
        "state/op-read-abcdef-9:1: this is no file ID.md",
        f"state/{ROOT}.conflict-plan-1.md:1: a conflict copy: you and the engine wrote the same section",
    ]


def test_a_pattern_that_is_gone(workspace: Workspace, told: Callable[[], list[str]]) -> None:
    (workspace.system / "operations" / "python.md").unlink()
    assert [each for each in told() if each.startswith(f"state/{OPERATION}.md:16: its pattern ")]


def system_told(workspace: Workspace, meter: Meter | None = None) -> list[str]:
    found = lint(workspace, meter) if meter else lint(workspace)
    return [str(each) for each in found if each.path.startswith("system")]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("tools/table/pattern.md", "menu: [python]", "menu: [pyton]", ":6: the menu names 'pyton'"),
        ("tools/table/pattern.md", "menu: [python]", "menu: python", ":6: menu is no list of texts"),
        ("tools/table/pattern.md", "needs: [", "needs: 7 #", ":5: needs is no list of texts"),
        (
            "tools/table/pattern.md",
            "menu: [python]",
            "kinds: [asnwer]",
            ":6: UNDERSTAND knows no kind of task 'asnwer'",
        ),
        ("tools/table/pattern.md", '["python: {task}"]', '["pyton: {task}"]', ":8: a step calls 'pyton'"),
        ("tools/table/pattern.md", "level: tool", "level: toll", ":1: level is 'toll'"),
        ("operations/python.md", "handler: python", "handler: pithon", ":4: there is no handler 'pithon'"),
        ("operations/python.md", "tries: 5", "tries: many", ":8: tries is 'many'"),
        ("operations/python.md", "{code python}", "{coed}{", ": broken form"),
        ("phases/plan.md", "Steps:", "Things:", ":6: the form of PLAN has no field 'Steps:'"),
        ("phases/plan.md", "  {menu}: {line}", "  {line}", ":6: 'Steps:' is no list of {menu}: {line}"),
        ("phases/check.md", " | escalate}", "}", ":6: 'Decision:' is no choice of accept, retry, escalate"),
        ("phases/do.md", "## Form", "## Norm", "no '## Form' under '# DO'"),
        ("phases/do.md", "reads: [1, 2]", "reads: all", ":3: reads is 'all'"),
        ("pattern.md", "## BASE", "## BASIS", ":1: no '## BASE' section"),
    ],
)
def test_a_broken_pattern_is_told_at_its_line(
    file: str, old: str, new: str, said: str, workspace: Workspace
) -> None:
    path = workspace.system / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert [each for each in system_told(workspace) if each.startswith(f"system/{file}") and said in each], (
        system_told(workspace)
    )


def test_kinds_that_understand_names_and_fixed_steps_are_whole(workspace: Workspace) -> None:
    path = workspace.system / "phases" / "understand.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Resolved:", "Kind: {answer | file}\nResolved:"), encoding="utf-8")
    path = workspace.system / "tools" / "table" / "pattern.md"
    text = path.read_text(encoding="utf-8").replace("menu:", "kinds: [answer]\nmenu:")
    path.write_text(
        f"{text}\n## PLAN\n\nName it.\n\n### Form\nColumn: {{columns}}\nSteps: {{given}}\n", encoding="utf-8"
    )
    assert system_told(workspace) == []
    path.write_text(text.replace("kinds: [answer]", "kinds: [anwser]"), encoding="utf-8")
    assert system_told(workspace) == [
        "system/tools/table/pattern.md:6: UNDERSTAND knows no kind of task 'anwser'; they are answer, file"
    ]


def test_two_patterns_of_one_name(workspace: Workspace) -> None:
    text = (workspace.system / "kernel" / "read.md").read_text(encoding="utf-8")
    (workspace.system / "operations" / "read.md").write_text(text, encoding="utf-8")
    assert (
        "system/operations/read.md:1: the name 'read' is that of system/kernel/read.md too"
        in (system_told(workspace)[0])
    )


def test_a_text_over_its_ceiling_is_told_where_it_stands(workspace: Workspace) -> None:
    path = workspace.system / "operations" / "python.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("## DO\n", "## DO\n" + "word " * 150), encoding="utf-8")
    line = text[: text.index("## DO")].count("\n") + 1
    assert f"system/operations/python.md:{line}: python, DO: the phase's text is" in "\n".join(
        system_told(workspace)
    )


def test_a_model_of_many_tokens_a_word_finds_more(workspace: Workspace) -> None:
    assert system_told(workspace) == []
    found = system_told(workspace, Meter(lambda text: 5 * len(text), frame=20))
    assert any("the base prompt is" in each for each in found)
    assert any("everything but work context" in each for each in found)
