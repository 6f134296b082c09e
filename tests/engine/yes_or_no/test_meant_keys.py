"""A change that sets a key where the request means another one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.engine.yes_or_no.meant_keys import _is_so
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.programs.structured.structured_edit import Setting
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[3] / "system" / "kernel" / "set.md"
REQUEST = "let the site listen at 90 in ports.toml"
BOTH = "let web and mail listen at port 90, log level 55, in ports.toml"
TASK = Task(
    REQUEST, "operation", "set", "abc234", "system-abc234", "1", files=("ports.toml",), kind_of_task="change"
)  # fmt: skip
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
BEFORE = "[web]\nport = 80\n\n[mail]\nport = 25\n"


@pytest.fixture
def ports(bench: Bench) -> Path:
    kernel = bench.workspace.system / "kernel"
    kernel.mkdir(exist_ok=True)
    (kernel / "set.md").write_bytes(PATTERN.read_bytes())
    path = bench.root / "ports.toml"
    path.write_text(BEFORE, encoding="utf-8")
    return path


def filled(*pairs: tuple[str, str]) -> Line:
    items = [{"key": key, "line": value} for key, value in pairs]
    return {"phase": "do", "level": "operation", "type": "set", "fill": {"path": "ports.toml", "values": items}}


def said(chance: float) -> Line:
    return {
        "phase": "do", "level": "operation", "type": "set",
        "fill": {"answer": "yes"}, "chances": {"answer": chance},
    }  # fmt: skip


def operate(bench: Bench, *lines: Line) -> Outcome:
    bench.script(lines)
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(TASK, host)


def test_a_key_that_is_less_surely_meant_than_one_that_stays_is_not_set(bench: Bench, ports: Path) -> None:
    wrong, right = filled(("mail.port", "90")), filled(("web.port", "90"))
    outcome = operate(bench, wrong, said(0.6), said(0.9), right, said(0.9), said(0.6))
    assert outcome.status is Status.ACCEPTED, outcome
    assert ports.read_text(encoding="utf-8") == BEFORE.replace("80", "90")
    text = bench.host().store.load("op-set-abc234-1").text
    assert "it sets mail.port to 90, and the task may mean web.port" in text
    assert "web.port is meant, before mail.port" in text


def test_of_two_keys_with_the_same_value_the_one_that_is_less_surely_meant_stays(
    bench: Bench, ports: Path
) -> None:
    both, right = filled(("web.port", "90"), ("mail.port", "90")), filled(("web.port", "90"))
    asked = [said(0.95), said(0.5), said(0.5), said(0.95)]
    outcome = operate(bench, both, *asked, right, said(0.9), said(0.6))
    assert outcome.status is Status.ACCEPTED, outcome
    assert ports.read_text(encoding="utf-8") == BEFORE.replace("80", "90")
    assert (
        "it sets mail.port to 90, too, and the task means web.port"
        in bench.host().store.load("op-set-abc234-1").text
    )


def test_after_a_failure_a_value_goes_to_the_key_of_which_the_model_is_surest(
    bench: Bench, ports: Path
) -> None:
    missing, wrong = filled(("mail.port", "91")), filled(("mail.port", "90"))
    outcome = operate(bench, missing, wrong, said(0.6), said(0.9), said(0.9), said(0.6))
    assert outcome.status is Status.ACCEPTED, outcome
    assert ports.read_text(encoding="utf-8") == BEFORE.replace("80", "90")
    text = bench.host().store.load("op-set-abc234-1").text
    assert "mail.port = 90" in text  # what the model wrote
    assert "90 for web.port (2.2), not for mail.port (0.4)" in text


def test_a_value_that_a_later_try_lacks_is_set_too(bench: Bench, ports: Path) -> None:
    ports.write_text(BEFORE + "\n[log]\nlevel = 3\n", encoding="utf-8")
    lacking = filled(("log.level", "5"))
    keys = [said(0.9), said(0.6), said(0.5)]
    outcome = operate(bench, lacking, lacking, *keys, *keys)
    assert outcome.status is Status.ACCEPTED, outcome
    assert "port = 90" in ports.read_text(encoding="utf-8").split("[mail]")[0]


def test_two_keys_that_are_to_have_one_value_both_keep_it(bench: Bench, ports: Path) -> None:
    ports.write_text(BEFORE + "\n[log]\nlevel = 3\n", encoding="utf-8")
    first = filled(("log.level", "7"))
    both = filled(("web.port", "90"), ("mail.port", "90"))
    equal, level = [said(0.9), said(0.9), said(0.6)], [said(0.5), said(0.5), said(0.9)]
    bench.script([first, both, *equal, *level, *[said(0.9)] * 9])
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    task = replace(TASK, text=BOTH, request=BOTH)
    outcome = micro_loop(task, host)
    assert outcome.status is Status.ACCEPTED, outcome
    assert ports.read_text(encoding="utf-8").count("port = 90") == 2
    assert "level = 55" in ports.read_text(encoding="utf-8")


def test_a_key_beside_the_one_that_the_request_names_gives_its_value_to_that(bench: Bench, ports: Path) -> None:
    bench.script([filled(("mail.port", "90")), said(0.9), said(0.6)])
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    asked = "The port of web should be 90 in ports.toml."
    outcome = micro_loop(replace(TASK, text=asked, request=asked), host)
    assert outcome.status is Status.ACCEPTED, outcome
    assert ports.read_text(encoding="utf-8") == BEFORE.replace("80", "90")
    assert "web.port is set and not mail.port" in bench.host().store.load("op-set-abc234-1").text


@pytest.mark.parametrize(
    ("given", "value", "same"),
    [
        ("25.5", "25,5", True),
        ('"08:30"', "8:30", True),
        ("1500", "1.500", True),
        ("8:30", "8:35", False),
        ("25.5", "255", False),
        ("on", "off", False),
    ],
)
def test_a_value_is_set_in_whatever_notation(given: str, value: str, same: bool) -> None:
    assert _is_so(Setting("a.b", given), value) == same
