"""Sessions from their first turn to attaching: each test names the number of the behaviour that it shows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget
from pandora.disk.lease import hold, lease_path
from pandora.document.form import Form
from pandora.errors import HeldError, LostLeaseError, UsageError
from pandora.models.protocol import Model, Prompt, Reply
from pandora.models.wrapped_model import WrappedModel
from pandora.policy import Policy
from pandora.sessions.heads import HeadError
from pandora.sessions.session_report import next_command
from pandora.sessions.session_runs import start, steer, turn
from tests.sessions.sittings import Sitting, block, designed, goes_on, leaf, simple


class KeepsPrompts(WrappedModel):
    """A model that keeps every prompt that it is asked."""

    def __init__(self, real: Model) -> None:
        super().__init__(real)
        self.prompts: list[str] = []

    def fill(self, prompt: Prompt, form: Form, **more: Any) -> Reply:
        self.prompts.append(prompt.text)
        return super().fill(prompt, form, **more)


class LosesLease(WrappedModel):
    """A model during whose second call the lease of its run is deleted; `files` are the documents then."""

    def __init__(self, real: Model, root: Path) -> None:
        super().__init__(real)
        self.root, self.calls, self.files = root, 0, dict[str, bytes]()

    def fill(self, prompt: Prompt, form: Form, **more: Any) -> Reply:
        self.calls += 1
        if self.calls == 2:
            lease_path(self.root).unlink()
            self.files = {path.name: path.read_bytes() for path in self.root.parent.glob("*.md")}
        return super().fill(prompt, form, **more)


COUNT = "rows = [3, 1, 2]\ncount = len(rows)\nFINAL(count)"


def test_a_turn_publishes_a_head_and_the_next_begins_from_it(sitting: Sitting) -> None:
    """Sessions 1: FINAL publishes a head with its basis, the session goes on, and variables survive."""
    first = sitting.start(simple(COUNT))
    second = sitting.turn(simple("FINAL(sorted(rows)[0] + count)"))
    assert (first.entry["value"], second.entry["value"]) == ("3", "4")
    heads = sitting.session().heads()
    assert [head.standing for head in heads] == ["older", "current"]
    turns = sitting.session().turns()
    assert turns[1].basis == {"head": heads[0].id, "turn": 1}
    assert sitting.session().read(turns[1]).basis == heads[0].id
    assert "count: 3" in turns[1].document.body(1)


def test_no_code_is_nudged_once_and_the_turn_stays_open(sitting: Sitting) -> None:
    """Sessions 2: a reply without code is nudged once and counted; without FINAL the turn stays open."""
    nudged = sitting.start([*designed(), block("# nothing"), *simple(COUNT)[2:]])
    assert nudged.exit_code == 0
    assert sitting.session().turns()[0].document.meta["nudges"] == 1
    opened = sitting.turn([*designed(), block(""), block("# still nothing")])
    assert (opened.exit_code, opened.entry["status"]) == (4, "running")
    assert "no code" in opened.entry["reason"]
    last = sitting.session().turns()[1]
    assert last.open
    assert not last.head
    with pytest.raises(UsageError, match="turn 2 is open"):
        sitting.turn([])
    assert sitting.resume([block("FINAL(count)")]).entry["value"] == "3"


def test_the_first_error_stops_and_what_ran_stays(sitting: Sitting) -> None:
    """Sessions 3: the first error ends a block, what ran before it stays, and it publishes no head."""
    report = sitting.start(
        [*designed(), block("kept = 5\nlost = kept / 0\nFINAL(kept)"), block("FINAL(kept + 1)")]
    )
    assert report.entry["value"] == "6"
    text = sitting.text("tool-turn-abc234-1")
    assert "ZeroDivisionError" in text
    assert len(sitting.session().heads()) == 1


def test_resume_after_final_asks_nothing_and_runs_nothing(sitting: Sitting) -> None:
    """Sessions 6: after FINAL, resume makes no call and runs no code, and not a byte changes."""
    sitting.start(simple(COUNT))
    before = sitting.files()
    report = sitting.resume([])
    assert (report.exit_code, report.turn, report.usage.calls) == (0, None, 0)
    assert sitting.files() == before


def test_a_turn_begins_from_the_head_and_not_from_what_documents_show(sitting: Sitting) -> None:
    """Sessions 6: a value that is changed where it is only shown is not what a turn begins from."""
    sitting.start(simple(COUNT))
    path = sitting.workspace.document("system-abc234")
    shown = path.read_text("utf-8")
    path.write_text(f"{shown.rpartition('3')[0]}99\n", encoding="utf-8")
    assert sitting.resume([]).usage.calls == 0
    assert sitting.turn(simple("FINAL(count)")).entry["value"] == "3"


def test_a_turn_is_told_of_the_state_and_not_of_earlier_replies(sitting: Sitting) -> None:
    """Sessions ✎6: prompts of the next turn hold the stubs of the state, and no loose transcript."""
    code = "rows = list(range(7000))\nprint('a line that was printed')\ncount = len(rows)\nFINAL(count)"
    first = [*designed(goal="a goal of the first turn"), block(code)]
    sitting.start(first, "How many rows?")
    host = sitting.host([*designed(goal="another goal"), block("half = count / 2"), block("FINAL(half)")])
    host.model = keeping = KeepsPrompts(host.model)
    turn(sitting.session(), "And the half of it?", host, sitting.budget)
    assert len(keeping.prompts) == 4
    for prompt in keeping.prompts:
        assert "rows: list of 7,000" in prompt
        assert "count: 7000" in prompt
        for earlier in ("a line that was printed", "list(range(", "a goal of the first turn", "How many rows?"):
            assert earlier not in prompt
    assert "half = count / 2" in keeping.prompts[-1]  # its own blocks are the work at hand


def test_a_block_is_asked_for_with_the_menu_of_what_to_prefer(sitting: Sitting) -> None:
    """Sessions S9: exact work, a judgment, many, a lane of its own, many, an earlier head, in this order."""
    host = sitting.host(simple(COUNT))
    host.model = keeping = KeepsPrompts(host.model)
    start("How many?", host, sitting.budget, run="abc234")
    menu = keeping.prompts[-1]
    ways = ("exact work", "lm(question", "map_lm(", "rlm(assignment", "map_rlm(", "attach_rlm(", "FINAL(name)")
    places = [menu.index(way) for way in ways]
    assert places == sorted(places)


def test_resume_takes_the_head_and_not_what_came_after_it(sitting: Sitting) -> None:
    """Sessions 6 and 7: a turn without FINAL leaves wreckage, which no turn begins from by default."""
    sitting.start(simple(COUNT))
    sitting.blocks = 1
    short = replace(sitting.session(), store=sitting.store)
    sitting.edit("system-abc234", "blocks: 8", "blocks: 1")
    wrecked = sitting.turn([*designed(), block("count = 99")])
    assert (wrecked.exit_code, wrecked.entry["kind"]) == (4, "wreckage")
    assert "out of steps" in wrecked.entry["reason"]
    standings = [head.standing for head in short.heads()]
    assert standings == ["current", "wreckage"]
    assert sitting.resume([]).usage.calls == 0
    third = sitting.turn(simple("FINAL(count)"))
    assert third.entry["value"] == "3"
    wreckage = short.heads()[1].id
    attached = sitting.attach(simple("FINAL(count)"), wreckage)
    assert attached.entry["value"] == "99"


def test_a_turn_without_final_that_built_results_is_partial(sitting: Sitting) -> None:
    """Sessions ✎7: out of steps with results that code built, the head is partial and holds them."""
    report = sitting.start([*designed(), block("results['half'] = [1, 2]")], blocks=1)
    assert (report.entry["kind"], report.exit_code) == ("partial", 4)
    head = sitting.session().read(sitting.session().turns()[0])
    assert json.loads(sitting.store.read_blob(head.value)) == {"half": [1, 2]}
    assert sitting.session().current() is None


def test_out_of_budget_a_turn_leaves_wreckage_that_its_id_reaches(sitting: Sitting) -> None:
    """Sessions 7: out of calls, a turn ends with a wreckage head; more calls take the turn up again."""
    sitting.budget = Budget(calls=4)
    report = sitting.start([*designed(), block("first = 1"), block("second = 2")])
    assert (report.entry["kind"], report.exit_code) == ("wreckage", 4)
    assert "ceiling of 4 model calls" in report.entry["reason"]
    with pytest.raises(HeadError, match="no sound head"):
        sitting.attach([], "abc234")
    wreckage = sitting.session().heads()[0].id
    assert sitting.attach(simple("FINAL(first + second)"), wreckage).entry["value"] == "3"
    again = sitting.resume([block("FINAL(first + second + 1)")], budget=Budget(calls=40))
    assert (again.entry["value"], again.usage.calls) == ("4", 5)


@pytest.mark.parametrize(
    ("small", "asked"),
    [(Budget(calls=3), 3), (Budget(calls=40, tokens=1), 1), (Budget(calls=40, seconds=0), 0)],
)
def test_wreckage_goes_on_whichever_ceiling_its_turn_met(sitting: Sitting, small: Budget, asked: int) -> None:
    """Sessions 7: out of calls, tokens or seconds; what was asked is not asked again, and FINAL is reached."""
    lines = [*designed(), block("first = 1"), block("FINAL(first)")]
    sitting.budget = small
    wrecked = sitting.start(lines)
    assert (wrecked.entry["kind"], wrecked.exit_code, wrecked.usage.calls) == ("wreckage", 4, asked)
    name = next(name for name in ("calls", "tokens", "seconds") if f" {name}" in str(wrecked.entry["reason"]))
    more = 2 * max(getattr(small, name), 1)
    assert next_command(sitting.session()) == f"pandora session resume abc234 --{name} {more}"
    sitting.budget = Budget(calls=40)
    report = sitting.resume(lines[asked:], budget=sitting.budget)
    assert (report.entry["value"], report.usage.calls) == ("1", 4)
    assert [head.standing for head in sitting.session().heads()] == ["current"]
    assert next_command(sitting.session()) == ""


def test_more_blocks_reopen_a_turn_that_ran_out_of_them(sitting: Sitting) -> None:
    """Sessions 7: with more blocks a turn goes on from where it stopped; what ran does not run again."""
    sitting.start([*designed(), block("total = 4")], blocks=1)
    assert next_command(sitting.session()) == "pandora session resume abc234 --blocks 2"
    report = sitting.resume([block("FINAL(total)")], blocks=2)
    assert (report.entry["value"], report.usage.calls) == ("4", 4)
    assert [head.kind for head in sitting.session().heads()] == ["final"]


def test_attach_leaves_its_source_as_it_is(sitting: Sitting) -> None:
    """Sessions 8: the source stays byte-identical, and the new session records source and head."""
    first = sitting.start(simple(COUNT))
    before = sitting.files()
    report = sitting.attach(simple("FINAL(count * 2)"), "abc234")
    assert report.entry["value"] == "6"
    after = sitting.files()
    assert {name: after[name] for name in before} == before
    source = sitting.session(report).source
    assert (source["session"], source["head"]) == ("system-abc234", first.entry["head"])


def test_an_unknown_head_is_told_and_makes_nothing(sitting: Sitting) -> None:
    """Sessions 8: attaching from an unknown head is a typed error, and nothing is made."""
    sitting.start(simple(COUNT))
    before = sitting.files()
    with pytest.raises(HeadError, match="no head and no session"):
        sitting.attach([], "h00000000dead")
    assert sitting.files() == before


def test_one_writer_at_a_time(sitting: Sitting) -> None:
    """Sessions 13: while another process holds the lease, a turn is refused with a typed error."""
    sitting.start(simple(COUNT))
    with hold(sitting.workspace.document("system-abc234")), pytest.raises(HeldError):
        sitting.turn([])


def test_a_lost_lease_stops_the_writer(sitting: Sitting) -> None:
    """Sessions 13: a lease that is lost within a turn is a typed error; nothing is written after it."""
    lines = simple(COUNT)
    host = sitting.host(lines)
    host.model = losing = LosesLease(host.model, sitting.workspace.document("system-abc234"))
    with pytest.raises(LostLeaseError, match="its file was deleted"):
        start("How many?", host, sitting.budget, run="abc234")
    assert losing.files == sitting.files()
    assert sitting.session().heads() == []
    assert sitting.resume(lines[1:]).entry["value"] == "3"


def test_a_declared_check_that_fails_refuses_final(sitting: Sitting) -> None:
    """Sessions S1: a check that was declared in §2 and fails makes FINAL a refusal, which can be mended."""
    report = sitting.start(
        [
            *designed("len(rows) == 3"),
            block("rows = [1]\nFINAL(len(rows))"),
            block("rows += [2, 3]\nFINAL(len(rows))"),
        ],
        "How many are the 3 rows?",
    )
    assert report.entry["value"] == "3"
    text = sitting.text("tool-turn-abc234-1")
    assert "Result: final-refused: " in text
    head = sitting.session().read(sitting.session().turns()[0])
    assert [(check.name, check.holds, check.declared) for check in head.checks] == [
        ("len(rows) == 3", True, True)
    ]


def test_a_check_with_a_made_up_number_is_not_declared(sitting: Sitting) -> None:
    """Sessions S1: a condition whose number the model made up refuses nothing; one of the task's does."""
    made_up = simple("rows = [1]\nFINAL(len(rows))", "len(rows) == 17")
    assert sitting.start(made_up, "How many rows?").entry["value"] == "1"
    lines = [
        *designed("len(rows) == 3"),
        block("FINAL(len(rows))"),
        block("rows = [1, 2, 3]\nFINAL(len(rows))"),
    ]
    assert sitting.turn(lines, "Make it 3 rows.").entry["value"] == "3"


def test_the_model_chooses_when_a_variable_is_the_answer(sitting: Sitting) -> None:
    """Sessions 2: with the scaffold of a weak model, code writes FINAL of the variable that it chooses."""
    sitting.scaffold = True
    done = {"phase": "next", "fill": {"goal reached": "yes", "value": "count"}}
    report = sitting.start([*designed(), block("rows = [1, 2]"), goes_on("rows"), block("count = 2"), done])
    assert report.entry["value"] == "2"
    assert "Next: work" in sitting.text("tool-turn-abc234-1")


def test_an_edited_block_runs_again_from_the_state_before_it(sitting: Sitting) -> None:
    """Sessions 6: code that a person edited runs again, what follows stays where it makes no difference."""
    sitting.start([*designed(), block("rows = [1, 2]"), block("FINAL(sum(rows))")])
    sitting.edit("tool-turn-abc234-1", "rows = [1, 2]", "rows = [1, 2, 4]")
    report = sitting.resume([block("FINAL(sum(rows))")])
    assert (report.entry["value"], sitting.session().turns()[0].document.body(5)) == ("7", "7")
    assert sitting.resume([]).turn is None


def test_an_edit_of_an_early_turn_reaches_the_later_ones(sitting: Sitting) -> None:
    """Sessions 6: a later turn's basis follows the head that an edited turn publishes."""
    sitting.start(simple("total = 1\nFINAL(total)"))
    sitting.turn(simple("FINAL(total + 1)"))
    sitting.edit("tool-turn-abc234-1", "total = 1", "total = 10")
    report = sitting.resume(simple("FINAL(total + 1)"))
    assert report.entry["value"] == "11"


def test_steering_is_read_by_the_next_turn(sitting: Sitting) -> None:
    """Sessions S4: narrow, evidence and decompose reach the next turn, and stay readable in the session."""
    sitting.start(simple(COUNT))
    session = sitting.session()
    steer(session, "narrow", text="only the first two rows")
    steer(session, "decompose", text="by row")
    sitting.turn(simple("FINAL(rows[:2])"))
    assert "- narrow: only the first two rows\n  - decompose: by row" in sitting.text("tool-turn-abc234-2")
    sitting.turn(simple("FINAL(rows[0])"))
    text = sitting.text("tool-turn-abc234-3")
    assert "narrow: only the first two rows" in text
    assert "decompose" not in text


def test_a_rejected_head_stays_readable_and_is_not_taken(sitting: Sitting) -> None:
    """Sessions S4: each head is current, older, partial, rejected or wreckage."""
    sitting.start(simple(COUNT))
    sitting.turn(simple("count = 7\nFINAL(count)"))
    session = sitting.session()
    wrong = session.heads()[1].id
    with pytest.raises(UsageError, match="say why"):
        steer(session, "reject", wrong)
    steer(session, "reject", wrong, "it counts twice")
    assert [(head.standing, head.why) for head in session.heads()] == [
        ("current", ""),
        ("rejected", "it counts twice"),
    ]
    assert session.read(session.turns()[1]).text == "7"
    assert sitting.turn(simple("FINAL(count)")).entry["value"] == "3"


def test_a_rejected_value_is_the_sessions_no_more(sitting: Sitting) -> None:
    """Sessions S4: §5 of the session, and what a resume says, have the value of the current head."""
    sitting.start(simple("first = [1, 2]\nFINAL(len(first))"))
    second = sitting.turn(simple("more = [1, 2, 3]\nFINAL(len(more))"))
    assert sitting.session().document.body(5) == "3"
    steer(sitting.session(), "reject", str(second.entry["head"]), "not wanted")
    assert sitting.session().document.body(5) == "2"
    assert sitting.resume([]).entry["value"] == "2"
    assert sitting.resume([]).entry["head"] == sitting.session().heads()[0].id
    steer(sitting.session(), "reject", sitting.session().heads()[0].id, "nor this")
    assert sitting.session().document.body(5) == ""


def test_a_turn_can_begin_from_an_older_head(sitting: Sitting) -> None:
    """Sessions S4: older heads remain useful as attach points of the same session."""
    sitting.start(simple(COUNT))
    sitting.turn(simple("count = 7\nFINAL(count)"))
    session = sitting.session()
    steer(session, "from", session.heads()[0].id)
    assert sitting.turn(simple("FINAL(count)")).entry["value"] == "3"


def test_the_texts_of_a_session_are_inputs(sitting: Sitting) -> None:
    """Sessions 1: what a session is over is read by code, and survives into later turns."""
    notes = sitting.root / "notes.txt"
    notes.write_text("plum\npear\n", encoding="utf-8")
    report = sitting.start(simple("lines = inputs['notes.txt'].lines\nFINAL(len(lines))"), over=[notes])
    assert report.entry["value"] == "2"
    notes.unlink()
    assert sitting.turn(simple("FINAL(inputs['notes.txt'].lines[0])")).entry["value"] == "plum"


def test_a_later_turn_has_calls_for_every_part_of_the_texts(sitting: Sitting) -> None:
    """Sessions 14: the ceilings grow with the texts in each turn, and in a session that is attached."""
    (sitting.root / "a.txt").write_text("a line of words\n" * 200, encoding="utf-8")
    sitting.start(simple("size = len(text)\nFINAL(size)"), over=[sitting.root / "a.txt"])
    sitting.turn(simple("FINAL(size)"))
    sitting.attach(simple("FINAL(size)"), "abc234")
    first, second, other = (
        sitting.store.load(f"tool-turn-{name}").meta["budget"] for name in ("abc234-1", "abc234-2", "xyz567-1")
    )
    assert first["calls"] > sitting.budget.calls
    assert first == second == other
    turn(sitting.session(), "And?", sitting.host(simple("FINAL(size)")), sitting.budget, fixed=["calls"])
    assert sitting.store.load("tool-turn-abc234-3").meta["budget"]["calls"] == sitting.budget.calls


def test_words_of_strangers_stay_marked_wherever_the_state_goes(sitting: Sitting) -> None:
    """Sessions 12: texts that policy distrusts mark a turn, its leaves and what is attached to it."""
    (sitting.root / "downloads").mkdir()
    (sitting.root / "downloads" / "a.txt").write_text("one\n", encoding="utf-8")
    sitting.policy = Policy(untrusted=("downloads/**",))
    code = "kind = lm('A number?', text, choices=['yes', 'no'])\nFINAL(kind)"
    sitting.start([*simple(code), leaf("yes")], over=[sitting.root / "downloads"])
    sitting.attach(simple("FINAL(kind)"), "abc234")
    attach = (
        "child = attach_rlm('abc234', 'Say it.', boundary='b', shape='text', missing='m')\nFINAL(child.value)"
    )
    sitting.start([*simple(attach), *simple("FINAL(kind)")], run="third3", over=[sitting.root / "downloads"])
    for marked in (
        *("tool-turn-abc234-1", "op-leaf-abc234-1.1.1.1", "tool-turn-xyz567-1"),
        "tool-turn-third3-1.1.1.1.1",
    ):
        assert sitting.store.load(marked).meta["untrusted"] == ["downloads/a.txt"]


def test_a_text_that_cannot_be_read_is_a_missing_input(sitting: Sitting) -> None:
    """Sessions S3: a missing input is represented as missing, and not silently left out."""
    folder = sitting.root / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("plum\n", encoding="utf-8")
    (folder / "b.jpg").write_bytes(b"\0")
    code = "lacking = [name for name, given in inputs.items() if not given]\nFINAL(lacking)"
    assert sitting.start(simple(code), over=[folder]).entry["value"] == '["notes/b.jpg"]'


def test_a_leaf_is_logged_with_its_cost(sitting: Sitting) -> None:
    """Sessions 10: a leaf is a document with one judgment and what it cost."""
    code = "kind = lm('Is it a fruit?', 'plum', choices=['yes', 'no'])\nFINAL(kind)"
    report = sitting.start([*simple(code), leaf("yes")])
    assert report.entry["value"] == "yes"
    document = sitting.store.load("op-leaf-abc234-1.1.1.1")
    assert (document.body(5), document.meta["used"]["calls"]) == ("yes", 1)


def test_a_session_has_an_id_of_ones_own(sitting: Sitting) -> None:
    """Sessions S8: an id may be given; a bad or a taken one is refused and makes nothing."""
    sitting.start(simple(COUNT))
    before = sitting.files()
    for run, problem in (("abc234", "taken"), ("x", "no id")):
        with pytest.raises(UsageError, match=problem):
            sitting.start([], run=run)
    assert sitting.files() == before
