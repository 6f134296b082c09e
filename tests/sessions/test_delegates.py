"""Leaves and children of a turn, with the numbers of the behaviours that they show."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from pandora.budget import Budget, Ledger
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.errors import AwayError
from pandora.interrupt import Interrupted
from pandora.models.protocol import Call, Prompt
from pandora.sessions.session_runs import resume, start
from tests.answering_model import AnsweringModel
from tests.sessions.sittings import Sitting, block, designed, leaf, simple

CHILD = (
    "child = rlm('Add the numbers.', boundary='only these', shape='integer', missing='say so', numbers=[1, 2])"
)


KINDS = "kinds = map_lm('A fruit?', ['plum', 'chair', 'pear'], choices=['yes', 'no'])"


def test_leaves_come_in_the_order_of_their_items(sitting: Sitting) -> None:
    """Sessions 9: map_lm keeps the order of its items; a failed lane is a sentinel, the others stay."""
    code = f"{KINDS}\nFINAL([kind if kind else kind.index for kind in kinds])"
    report = sitting.start([*simple(code), leaf("yes"), leaf("maybe"), leaf("no")])
    assert (report.entry["value"], report.entry["failed"]) == ('["yes", 1, "no"]', 1)
    assert "map_lm: 3 lanes, 1 failed" in sitting.text("tool-turn-abc234-1")
    assert sitting.store.load("op-leaf-abc234-1.1.1.2").meta["status"] == "failed"


def test_failed_lanes_alone_are_run_again(sitting: Sitting) -> None:
    """Sessions 9: the lanes that failed can be asked again by themselves."""
    first = "kinds = map_lm('A fruit?', ['plum', 'chair'], choices=['yes', 'no'])"
    again = "kinds = map_lm('A fruit?', ['plum', 'chair'], choices=['yes', 'no'], again=kinds)\nFINAL(kinds)"
    report = sitting.start([*designed(), block(first), leaf("yes"), leaf("perhaps"), block(again), leaf("no")])
    assert (report.entry["value"], report.entry["failed"]) == ('["yes", "no"]', 0)


def test_a_leaf_without_calls_left_is_a_sentinel(sitting: Sitting) -> None:
    """Sessions 10 and 14: a leaf that the budget has no call for fails, is logged, and the block goes on."""
    sitting.budget = Budget(calls=4)
    code = "kinds = map_lm('A fruit?', ['plum', 'chair'], choices=['yes', 'no'])\nFINAL(len(kinds))"
    report = sitting.start([*simple(code), leaf("yes")])
    assert report.entry["value"] == "2"
    second = sitting.store.load("op-leaf-abc234-1.1.1.2")
    assert second.meta["status"] == "escalated"
    assert "ceiling of 4 model calls" in second.body(5)


def test_a_child_sees_its_values_and_the_parent_its_envelope(sitting: Sitting) -> None:
    """Sessions 11: a child sees no variable of its parent; the parent sees only the envelope."""
    code = f"secret = 7\n{CHILD}\nFINAL([child.status, child.value, child.session, sorted(vars(child))])"
    report = sitting.start(
        [*simple(code), *designed(), block("print(secret)"), block("total = sum(numbers)\nFINAL(total)")]
    )
    told = str(report.entry["value"])
    for part in (
        "final",
        "3",
        "session-1.1.1.1",
        '["head", "session", "status", "usage", "value"]',
    ):
        assert part in told
    child = sitting.text("tool-turn-abc234-1.1.1.1.1")
    assert "NameError" in child
    assert "Boundary: only these" in child
    assert "State: numbers: [1,2]" in child  # it is told what it was given, before its first block
    assert "tool-session-abc234-1.1.1.1.md → ACCEPTED" in sitting.text("system-abc234")


def test_a_child_without_final_raises_in_rlm(sitting: Sitting) -> None:
    """Sessions 11: without FINAL a child raises, typed, with the head of its wreckage; the turn goes on."""
    sitting.blocks = 2
    wreck = [*designed(), block("x = 1"), block("x = 2")]
    report = sitting.start([*designed(), block(CHILD), *wreck, block("FINAL(len(failures))")])
    text = sitting.text("tool-turn-abc234-1")
    assert "Result: child: " in text
    assert "no-final" in text
    assert report.exit_code == 0


def test_the_lanes_of_map_rlm_stand_alone(sitting: Sitting) -> None:
    """Sessions 9 and 11: a failed child is a sentinel with index, error, child and head; the rest stays."""
    sitting.blocks = 1
    code = (
        "lanes = map_rlm('Double it.', [1, 2], boundary='b', shape='integer', missing='m')\n"
        "FINAL([lanes[0].value, lanes[1].index, lanes[1].kind, lanes[1].head[:1]])"
    )
    good, bad = [*designed(), block("double = item * 2\nFINAL(double)")], [*designed(), block("double = 1")]
    report = sitting.start([*designed(), block(code), *good, *bad])
    assert report.entry["value"] == '[2, 1, "no-final", "h"]'


def test_children_go_only_as_deep_as_their_session_may(sitting: Sitting) -> None:
    """Sessions 12 and 14: each child may delegate one level less, and the last may not at all."""
    deeper = CHILD.replace("numbers=[1, 2]", "numbers=[3]")
    third = [*designed(), block(f"{deeper}\nFINAL(child.value)"), block("FINAL(0)")]
    second = [*designed(), block(f"{deeper}\nFINAL(child.value)"), *third]
    report = sitting.start([*designed(), block(f"{CHILD}\nFINAL(child.value)"), *second])
    assert report.exit_code == 0
    assert "capability" in sitting.text("tool-turn-abc234-1.1.1.1.1.1.1.1.1")


def test_attach_in_a_block_takes_the_state_of_a_head(sitting: Sitting) -> None:
    """Sessions 8: attach_rlm derives a child from a head; an unknown one is a typed error and makes nothing."""
    first = sitting.start(simple("rows = [1, 2, 3]\nFINAL(len(rows))"))
    code = (
        f"child = attach_rlm({first.entry['head']!r}, 'Add.', boundary='b', shape='integer', missing='m')\n"
        "FINAL(child.value)"
    )
    before = sitting.text("tool-turn-abc234-1")
    report = sitting.turn([*designed(), block(code), *designed(), block("FINAL(sum(rows))")])
    assert report.entry["value"] == "6"
    assert sitting.text("tool-turn-abc234-1") == before
    child = sitting.store.load("tool-session-abc234-2.1.1.1")
    assert child.meta["session"]["source"]["head"] == first.entry["head"]
    unknown = code.replace(str(first.entry["head"]), "h00000000dead")
    sitting.turn([*designed(), block(unknown), block("FINAL(1 if rows else 0)")])
    assert "unknown-head" in sitting.text("tool-turn-abc234-3")
    assert not sitting.store.exists("tool-session-abc234-3.1.1.1")


def test_attach_from_a_session_that_may_read_more_is_refused(sitting: Sitting) -> None:
    """Sessions 12: a head of a session that may read more is a typed error in a block, and makes nothing."""
    for name in ("secret", "work"):
        (sitting.root / name).mkdir()
        (sitting.root / name / "a.txt").write_text(f"{name}\n", encoding="utf-8")
    code = "word = inputs['secret/a.txt'].lines[0]\nFINAL(word)"
    other = sitting.start(simple(code), over=[sitting.root / "secret"], run="other2")
    attached = (
        f"child = attach_rlm({other.entry['head']!r}, 'Say it.', boundary='b', shape='text', missing='m')\n"
        "FINAL(child.value)"
    )
    lines = [*designed(), block(attached), block("FINAL(list(failures.values())[0].kind)")]
    report = sitting.start(lines, over=[sitting.root / "work"])
    text = sitting.text("tool-turn-abc234-1")
    assert (report.entry["value"], report.exit_code) == ("capability", 0)
    assert "it may read secret" in text
    assert not sitting.store.exists("tool-session-abc234-1.1.1.1")


def test_a_killed_turn_asks_no_leaf_twice(sitting: Sitting) -> None:
    """Sessions 6 and 10: a block that was stopped in its middle goes on with the leaves that are answered."""
    code = "kinds = map_lm('A fruit?', ['plum', 'chair'], choices=['yes', 'no'])\nFINAL(kinds)"
    host = sitting.host([*simple(code), leaf("yes")])

    def stopped(event: object) -> None:
        if getattr(event, "what", "") == "begin" and "1.1.1.2" in getattr(event, "document", ""):
            raise KeyboardInterrupt

    host.watcher = stopped
    with pytest.raises(Interrupted):
        start("Which?", host, sitting.budget, run="abc234")
    report = sitting.resume([leaf("no")])
    assert report.entry["value"] == '["yes", "no"]'


class GoneAfter(AnsweringModel):
    """A model that answers so many calls, then is away."""

    def __init__(self, code: str, answers: int) -> None:
        self.code, self.answers, self.refused = code, answers, 0

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        if not self.answers:
            self.refused += 1
            raise AwayError("no server answers; start it")
        self.answers -= 1
        if call.kind == "leaf":
            return {"answer": "yes"}, {}
        if call.phase == "do":
            return {"code": "total = item * 2\nFINAL(total)" if "item:" in prompt.text else self.code}, {}
        empty: dict[str, Any] = {entry.key: [] for entry in form.asked}
        return {**empty, **{key: "none" for key in ("goal", "worth keeping") if key in empty}}, {}


@pytest.mark.parametrize(
    ("code", "answers"),
    [
        (f"{KINDS}\ncount = kinds.count('yes')\nFINAL(count)", 5),
        (
            "lanes = map_rlm('Double it.', [1, 2], boundary='b', shape='integer', missing='m')\n"
            "total = sum(lane.value for lane in lanes if lane)\nFINAL(total)",
            8,
        ),
    ],
    ids=["map_lm", "map_rlm"],
)
def test_a_model_that_is_away_ends_the_turn_which_goes_on(sitting: Sitting, code: str, answers: int) -> None:
    """Sessions 6 and 9: it is no value of a lane; nothing is asked of it any more, and nothing twice."""

    def model(answers: int) -> tuple[Host, GoneAfter]:
        gone = GoneAfter(code, answers)
        return Host(sitting.workspace, gone, Ledger(sitting.budget), scaffold=False), gone

    host, whole = model(100)
    wanted = start("Which?", host, sitting.budget, run="whole2")
    needed = 100 - whole.answers
    host, gone = model(answers)
    report = start("Which?", host, sitting.budget, run="abc234")
    assert (report.entry["status"], report.exit_code, gone.refused) == ("failed", 5, 1)
    assert report.entry["reason"] == "no server answers; start it"
    host, back = model(100)
    again = resume(sitting.session(), host)
    assert (again.entry["value"], again.exit_code) == (wanted.entry["value"], 0)
    assert 100 - back.answers == needed - answers
    assert sitting.resume([]).turn is None


KINDS_COUNTED = f"{KINDS}\nripe = kinds.count('yes')\nFINAL(ripe)"


def test_a_judgment_that_a_person_corrects_is_counted_anew(sitting: Sitting) -> None:
    """Sessions 6: an edited leaf runs its block again; the other leaves are not asked, and nor is the model."""
    first = sitting.start([*simple(KINDS_COUNTED), leaf("yes"), leaf("no"), leaf("no")])
    sitting.edit("op-leaf-abc234-1.1.1.3", "Answer: no", "Answer: yes")
    again = sitting.resume([])
    assert (first.entry["value"], again.entry["value"], again.usage.calls) == ("1", "2", first.usage.calls)
    assert sitting.resume([]).turn is None


def test_a_childs_block_that_a_person_edits_reaches_its_parent(sitting: Sitting) -> None:
    """Sessions 6: an edited child publishes another head, and the block that made it runs again."""
    child = [*designed(), block("total = sum(numbers)\nFINAL(total)")]
    first = sitting.start([*simple(f"{CHILD}\nFINAL(child.value)"), *child])
    sitting.edit("tool-turn-abc234-1.1.1.1.1", "sum(numbers)", "max(numbers)")
    again = sitting.resume([])
    assert (first.entry["value"], again.entry["value"], again.usage.calls) == ("3", "2", first.usage.calls)
    assert sitting.resume([]).turn is None


def test_a_resume_that_is_killed_keeps_a_corrected_judgment(sitting: Sitting) -> None:
    """Sessions 6: that the block has to run again is on disk before it does."""
    sitting.start([*simple(KINDS_COUNTED), leaf("yes"), leaf("no"), leaf("no")])
    sitting.edit("op-leaf-abc234-1.1.1.3", "Answer: no", "Answer: yes")
    host = sitting.host([])

    def stopped(event: object) -> None:
        if getattr(event, "document", "") == "op-leaf-abc234-1.1.1.3":
            raise KeyboardInterrupt

    host.watcher = stopped
    with pytest.raises(Interrupted):
        resume(sitting.session(), host)
    assert sitting.resume([]).entry["value"] == "2"


class FirstEndsLast(AnsweringModel):
    """A model whose first lane is answered when the two others are."""

    def __init__(self) -> None:
        self.ended: list[str] = []
        self.others = threading.Semaphore(0)

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        if call.kind == "leaf":
            return {"answer": self.after_the_others(prompt.text[prompt.text.rindex("Text:") :])}, {}
        if call.phase == "do" and "item:" in prompt.text:
            name = self.after_the_others(prompt.text[prompt.text.rindex("item:") :])
            return {"code": f"name = {name!r}\nFINAL(name)"}, {}
        empty: dict[str, Any] = {entry.key: [] for entry in form.asked}
        texts: dict[str, Any] = {key: "none" for key in ("goal", "worth keeping") if key in empty}
        return {**empty, **texts, **({"code": self.code} if "code" in empty else {})}, {}

    code = ""

    def after_the_others(self, text: str) -> str:
        name = next(name for name in ("plum", "chair", "pear") if name in text)
        if name != "plum":
            self.others.release()
        else:
            assert all(self.others.acquire(timeout=60) for _ in range(2))
        self.ended.append(name)
        return name


@pytest.mark.parametrize(
    "lanes",
    [
        "map_lm('What is it?', items)",
        "[e.value for e in map_rlm('What is it?', items, boundary='b', shape='text', missing='m')]",
    ],
    ids=["map_lm", "map_rlm"],
)
def test_lanes_keep_their_order_whatever_finishes_first(sitting: Sitting, lanes: str) -> None:
    """Sessions 9: lanes that are worked on at once come back in the order of their items."""
    model = FirstEndsLast()
    model.code = f"items = ['plum', 'chair', 'pear']\nnames = {lanes}\nFINAL(names)"
    host = Host(sitting.workspace, model, Ledger(sitting.budget), scaffold=False, jobs=3)
    report = start("Which?", host, sitting.budget, run="abc234")
    assert report.entry["value"] == '["plum", "chair", "pear"]'
    assert model.ended[-1] == "plum"
