"""What the report, the account and the other views say, from the files alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.inspect.run_log import run_events
from pandora.sessions import heads
from pandora.sessions.session_account import account, account_parts
from pandora.sessions.session_report import report, report_text
from pandora.sessions.session_runs import steer
from pandora.sessions.session_views import edges, head_entries, payload, tree, turn_entries
from pandora.workspace.secrets import workspace_redactor
from tests.sessions.sittings import Sitting, block, designed, leaf, simple

CHILD = "child = rlm('Add.', boundary='b', shape='integer', missing='m', numbers=[1, 2])\nFINAL(child.value)"


@pytest.fixture
def worked(sitting: Sitting) -> Sitting:
    """Three turns (a leaf failed, a head rejected, a child), and a session that was attached."""
    code = (
        "rows = [1, 2]\nassume('rate', 2, 'as last year')\n"
        "kinds = map_lm('Fruit?', ['plum', 'x'], choices=['yes', 'no'])\n"
        "check('two rows', len(rows) == 2)\nFINAL(len(rows))"
    )
    sitting.start([*simple(code), leaf("yes"), leaf("?")], "Count the rows.")
    sitting.turn(simple("FINAL(rows)"), "A wrong way.")
    session = sitting.session()
    steer(session, "reject", session.heads()[1].id, "it is no number")
    sitting.turn([*simple(CHILD), *designed(), block("FINAL(sum(numbers))")], "Delegate.")
    sitting.attach(simple("FINAL(len(rows) + 1)"), session.heads()[0].id, "Go on from the first.")
    return sitting


def test_the_report_answers_an_operators_questions(worked: Sitting) -> None:
    """Sessions 15: current line, branches and why, values by standing, heads for resume and attach."""
    before = worked.files()
    session = worked.session()
    told = report(session)
    heads = [head.id for head in session.heads()]
    assert told["resume"] == heads[2] == told["current"]["head"]
    assert [turn["turn"] for turn in told["line"]] == [1, 3]
    branches = {(branch["what"], branch["standing"]): branch["why"] for branch in told["branches"]}
    assert branches == {
        ("turn", "rejected"): "it is no number",
        ("child", "final"): "Add.",
        ("attached session", "final"): "Go on from the first.",
    }
    assert "rate" in told["values"]["assumed"]
    assert "kinds" in told["values"]["weak"]
    assert [name for name in told["values"]["failed"] if name.startswith("failures")]
    assert heads[0] in [head["head"] for head in told["attach"]]
    assert heads[1] not in [head["head"] for head in told["attach"]]
    assert any("1 of 2 leaves failed" in line for line in told["uncertain"])
    text = report_text(told)
    assert f"resume takes: {heads[2]}" in text
    assert worked.files() == before


def test_checks_behind_the_value_are_listed(sitting: Sitting) -> None:
    """Sessions 15: the report names the deterministic checks that support the final value."""
    sitting.start(simple("rows = [1]\nFINAL(len(rows))", "len(rows) == 1"))
    assert report(sitting.session())["checks"] == [{"name": "len(rows) == 1", "holds": True, "declared": True}]


def test_an_open_turn_is_reported(sitting: Sitting) -> None:
    """Sessions 2 and 15: a turn without FINAL is told, with why it stopped."""
    sitting.start([*designed(), block(""), block("")])
    told = report(sitting.session())
    assert (told["open"]["turn"], told["open"]["status"], told["resume"]) == (1, "open", None)
    assert "no code" in told["open"]["why"]


def test_the_views_say_what_came_from_what(worked: Sitting) -> None:
    """Sessions 15: turns, heads, edges, tree and payload read without a model."""
    session = worked.session()
    heads = session.heads()
    found = {(edge["kind"], edge["from"], edge["to"]) for edge in edges(session)}
    assert ("turn", heads[0].id, heads[2].id) in found
    assert ("child", "tool-turn-abc234-3", "tool-session-abc234-3.1.1.1") in found
    assert ("attach", heads[0].id, "system-xyz567") in found
    assert [entry["leaves"] for entry in turn_entries(session)] == [2, 0, 0]
    assert [entry["standing"] for entry in head_entries(session)] == ["older", "rejected", "current"]
    assert tree(session)["turns"][2]["children"][0]["session"] == "tool-session-abc234-3.1.1.1"
    assert payload(session, "rows") == [1, 2]


def test_the_account_may_be_shown_to_anybody(worked: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions S8: the account says what was run, and holds no secret and no folder of this machine."""
    monkeypatch.setenv("SESSION_TOKEN", "canary-9f31c7ab")
    notes = worked.root / "notes.txt"
    notes.write_text(f"canary-9f31c7ab lies in {worked.root}\n", encoding="utf-8")
    told = worked.start(simple("first = text.lines[0]\nFINAL(first)"), "Read it.", "keepme", over=[notes])
    redact = workspace_redactor(worked.root, lambda path: False)
    for page in (account(worked.session(told), redact), str(account_parts(worked.session(told), redact))):
        assert "[the value of SESSION_TOKEN] lies in" in page
        assert "canary-9f31c7ab" not in page
        assert str(worked.root) not in page
    page = account(worked.session(), workspace_redactor(worked.root, lambda path: False))
    for title in (
        *("What was run", "What state persisted", "Which branches were created", "Which heads were attached"),
        *("Which lanes failed", "Which checks passed", "What remains uncertain"),
    ):
        assert f"## {title}" in page
    assert "leaf op-leaf-abc234-1.1.1.2: Failed:" in page
    assert "script1.jsonl:" in page  # the model's error, without the folder of the file that it names
    assert str(worked.root.parent) not in page


def test_an_account_names_the_lane_of_another_shape_and_what_a_wreck_left(sitting: Sitting) -> None:
    """Sessions S8: which lanes failed, whatever the reason, and which state persisted without a FINAL."""
    delegating = block(
        "rows = [1, 2]\nfound = map_rlm('Add.', rows, boundary='b', shape='integer', missing='m')"
    )
    children = [*simple("FINAL(item)"), *simple("word = 'two'\nFINAL(word)")]
    report = sitting.start([*designed(), delegating, *children], blocks=1)
    assert report.entry["kind"] == "wreckage"
    page = account(sitting.session(), workspace_redactor(sitting.root, lambda path: False))
    failed = page.partition("## Which lanes failed")[2].partition("##")[0]
    assert "map_rlm 1.1 lane 1" in failed
    assert "the value is no integer" in failed
    assert "- rows: [1, 2] (assumed)" in page


def test_an_account_says_that_its_only_head_was_rejected(sitting: Sitting) -> None:
    """A fault that was mended: what a person had rejected stood there like the current value."""
    sitting.start(simple("n = 41\nFINAL(n)"))
    session = sitting.session()
    steer(session, "reject", session.heads()[0].id, "it is wrong")
    page = account(session, workspace_redactor(sitting.root, lambda path: False))
    assert f"- head {session.heads()[0].id}: 41 (rejected)\n" in page


def test_an_account_names_a_last_head_that_it_cannot_read(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault that was mended: a wreck of another version kept the account from being written at all."""
    sitting.start([*designed(), block("n = 1 / 0")], blocks=1)
    monkeypatch.setattr(heads, "FORMAT", "session head 2")
    page = account(sitting.session(), workspace_redactor(sitting.root, lambda path: False))
    assert "this Pandora reads 'session head 2'" in page


def test_an_account_keeps_paths_that_are_not_this_machines(sitting: Sitting, tmp_path: Path) -> None:
    """Sessions S8: of a path of this machine its name stays, and what only looks like a path stays whole."""
    away = tmp_path / "away"
    away.mkdir()
    code = f"rows = ['{away}/list.txt', '/api/v1/users', 'a/b/c']\nFINAL(rows)"
    page = account(
        sitting.session(sitting.start(simple(code))), workspace_redactor(sitting.root, lambda _: False)
    )
    assert "list.txt" in page
    assert str(away) not in page
    assert "/api/v1/users" in page
    assert "a/b/c" in page


def test_events_of_one_second_stand_in_the_order_of_the_work(sitting: Sitting) -> None:
    """Sessions 15: what a later block delegated stands behind what an earlier one did."""
    code = "kinds = map_lm('Fruit?', ['fig', 'plum'], choices=['yes', 'no'])\nkind = lm('Red?', 'fig')"
    child = "found = rlm('Say it.', boundary='b', shape='integer', missing='m')\nFINAL(len(kinds))"
    leaves = [leaf("yes"), leaf("no"), leaf("red")]
    sitting.start([*designed(), block(code), *leaves, block(child), *simple("one = 1\nFINAL(one)")])
    events = run_events(sitting.workspace, "abc234")
    begun = [event.document.rpartition("-")[2] for event in events if event.what == "begins"]
    assert begun == ["abc234", "1", "1.1.1.1", "1.1.1.2", "1.1.2.1", "1.2.1.1", "1.2.1.1.1"]
