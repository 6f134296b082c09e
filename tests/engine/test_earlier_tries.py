"""What a later attempt gives again, by another program, is believed: it need not be given twice once more."""

from __future__ import annotations

from pandora.outcome import Status
from tests.engine.runs import CHEAPEST, DEAREST, Bench, checked, coded, planned, understood

OTHERWISE = "print(sorted(['plum'])[0])"
FIRST = [coded(program) for program in (DEAREST, CHEAPEST, "print('fig')", "print('lime')", "print('nut')")]
"""Five programs of which no two give the same."""


def test_a_program_agrees_with_another_one_of_an_earlier_attempt(bench: Bench) -> None:
    again = [planned("python: print it"), coded(OTHERWISE), coded(f"{OTHERWISE}  # once more")]
    ended = bench.start(understood(), planned("python: print it"), *FIRST, *again, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "plum")
    assert "3 of 4 tries gave this result, of several attempts" in bench.document("op-python-2").body(4)
    assert not bench.model.unused


def test_the_same_program_once_more_proves_nothing(bench: Bench) -> None:
    again = [planned("python: print it"), *FIRST]
    ended = bench.start(understood(), planned("python: print it"), *FIRST, *again, *again)
    assert ended.outcome.status is Status.ESCALATED


def test_tries_of_another_task_do_not_count(bench: Bench) -> None:
    lines = [planned("python: print another"), coded(OTHERWISE), *FIRST[:1], *FIRST[2:]]
    ended = bench.start(understood(), planned("python: print it"), *FIRST, *lines, *lines)
    assert ended.outcome.status is Status.ESCALATED


TEXT_TOOL = """---
pattern: notes
level: tool
when: any question about notes
needs: ["*.txt"]
menu: [python, other]
direct: true
phases: {understand: code, plan: model, do: steps, check: code}
---
# notes

## PLAN

Choose how.

### Form
Steps: {1..1 of}
  {menu}: {line}
"""


def test_a_tool_takes_another_way_where_one_has_failed(bench: Bench) -> None:
    (bench.root / "notes.txt").write_text("The pool is closed.\n", encoding="utf-8")
    system = bench.workspace.system
    (system / "tools" / "notes").mkdir()
    (system / "tools" / "notes" / "pattern.md").write_text(TEXT_TOOL, encoding="utf-8")
    other = (system / "operations" / "python.md").read_text(encoding="utf-8").replace("python", "other", 1)
    (system / "operations" / "other.md").write_text(other, encoding="utf-8")
    way = {"phase": "plan", "level": "tool", "fill": {"steps": ["python: look it up"]}}
    step = planned("notes: look it up")
    text = "What does notes.txt say of the pool?"
    bench.start(understood(), step, way, *FIRST, step, way, text=text)
    asked = [prompt.text for prompt in bench.model.prompts if "Choose how." in prompt.text]
    assert ["- python: " in prompt for prompt in asked] == [True, False]
    assert ["- other: " in prompt for prompt in asked] == [True, True]
