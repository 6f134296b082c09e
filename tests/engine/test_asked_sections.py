"""Phases that ask for sections: the engine makes each, and goes on with them where they asked."""

from __future__ import annotations

from pathlib import Path

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace, shipped_system
from pandora.document.form import parse_form
from pandora.engine.asked_sections import (
    Addition,
    CodeSection,
    Gathered,
    GatheredSection,
    ModelSection,
    Sections,
)
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.errors import AwayError
from pandora.outcome import Status
from pandora.task import Task
from tests.questions.thinker import Thinker

ANSWER = parse_form("Answer: {line}\nConfirmed: {given}")
WHERE = parse_form("Place: {given}")


class Kept:
    """A workspace in which one loop is run, and run again, by phases that ask for sections."""

    def __init__(self, root: Path) -> None:
        (root / "state").mkdir()
        (root / "system").symlink_to(shipped_system())
        self.model = Thinker(lambda call, prompt, form: {"answer": "It is blue."})
        self.host = Host(Workspace(root), self.model, Ledger(Budget()), clock=lambda: 0.0)
        self.gathered = 0

    def run(self, place: str = "here") -> Loop:
        loop = open_loop(Task("Why is the sky blue?", run="abc"), self.host)
        self.outcome = run_phases(loop, lambda loop: self.phases(loop, place))
        return loop

    def phases(self, loop: Loop, place: str) -> Sections[str]:
        def gather() -> Gathered:
            self.gathered += 1
            return Gathered(f"Task: {loop.task.text}\n", place)

        yield GatheredSection("understand", place, gather)
        told = yield CodeSection("plan", f"Place: {place}\n", ("plan", place), WHERE)
        phase = loop.host.library.phase(loop.pattern, "do")
        answered = yield ModelSection(phase, ANSWER, [f"Asked {told.values['place']}"])
        added = yield Addition("do", ANSWER, {"confirmed": f"yes, {answered.values['answer']}"})
        yield CodeSection("check", "Validation: pass\n", ("check",), keys={"near": place})
        return str(added.values["confirmed"])


def test_the_engine_makes_what_phases_ask_for_and_keeps_what_is_fresh(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    loop = kept.run()
    assert (kept.outcome.status, kept.outcome.output) == (Status.ACCEPTED, "yes, It is blue.")
    assert [loop.record(number).by for number in range(1, 5)] == ["code", "code", "model", "code"]
    assert loop.document.body(3) == "Answer: It is blue.\nConfirmed: yes, It is blue."
    assert loop.document.meta["near"] == "here"
    text = loop.document.text
    assert kept.run().document.text == text
    assert (len(kept.model.asked), kept.gathered) == (1, 1)


def test_what_is_made_of_something_else_is_made_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.run()
    assert "Place: there" in kept.run("there").document.body(2)
    assert (len(kept.model.asked), kept.gathered) == (2, 2)


def test_a_section_that_a_person_wrote_stands_and_is_what_the_phases_go_on_with(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    path = kept.host.workspace.document(kept.run().id)
    path.write_text(path.read_text("utf-8").replace("Answer: It is blue.", "Answer: It is not."), "utf-8")
    loop = kept.run()
    assert kept.outcome.output == "yes, It is not."
    assert len(kept.model.asked) == 1
    assert "Answer: It is not." in loop.document.body(3)
    assert loop.record(3).human


def test_what_goes_wrong_is_raised_where_the_phases_asked(tmp_path: Path) -> None:
    kept = Kept(tmp_path)

    def away(loop: Loop) -> Sections[str]:
        phase = loop.host.library.phase(loop.pattern, "do")
        try:
            yield ModelSection(phase, ANSWER, ["Asked"])
        except AwayError:
            return "nobody answers"
        raise AssertionError

    def gone(*_: object) -> dict[str, str]:
        raise AwayError("no server answers")

    kept.model.answers = gone
    loop = open_loop(Task("Why is the sky blue?", run="abc"), kept.host)
    assert run_phases(loop, away).output == "nobody answers"
