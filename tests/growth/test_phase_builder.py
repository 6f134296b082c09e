"""A kernel builds its phases: growth, points 3 to 7."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from pandora import cli
from pandora.budget import Budget
from pandora.check.lint import lint
from pandora.check.token_costs import Meter, library_costs
from pandora.document.links import children
from pandora.engine.pattern import Library
from pandora.engine.run import start
from pandora.outcome import Status
from pandora.policy import ANY, Policy, Rule
from pandora.workspace.applied_changes import applications
from pandora.workspace.apply import apply
from pandora.workspace.change import Change
from pandora.workspace.undo import plan_undo, undo
from tests.growth.kernels import ASKED, BUILD, FILES, TRIAL, WHOLE, Kernel, find_wrongly

PATHS = [f"system/phases/{name}.md" for name in ("understand", "plan", "do", "check")]
LONG: dict[str, object] = {
    "phase": "do",
    "level": "operation",
    "type": "write",
    "fill": {"instruction": " ".join(["plan every little step"] * 60), "order": "Issues, Evidence"},
}
"""A reply whose file has more than 100 tokens of text; a file without an order leaves it out."""


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    return Kernel(tmp_path / "seed")


def test_a_kernel_builds_its_phases_and_undo_takes_them_back(kernel: Kernel) -> None:
    """Growth 3 and 5: a step and a loop for each file, a trial in staging, one change, one undo."""
    before = kernel.system()
    ended = kernel.start(*WHOLE)
    assert (ended.outcome.status, len(kernel.model.asked)) == (Status.ACCEPTED, 9)
    assert ended.outcome.output.endswith("; the model wrote 4 of 4")
    root = kernel.document()
    named = [child for child, status, _ in children(root) if status == "ACCEPTED"]
    assert named == [f"op-write-{ended.run}-{n}" for n in (1, 2, 3, 4)]
    assert set(kernel.system()) - set(before) == set(PATHS)
    written = kernel.system()[PATHS[0]].decode()
    assert "Say what is to be delivered, and do not solve it.\n- words:" in written
    assert written.endswith(
        "Task: {given}\nDeliver: {words | files | build yourself}\nResolved: {given}\nContext: {given}\n"
    )
    (applied,) = applications(kernel.workspace, ended.run)
    assert sorted(write.path for write in applied.writes) == sorted(PATHS)
    undo(kernel.workspace, plan_undo(kernel.workspace, ended.run), "2026-11-21T11:00:00Z")
    assert kernel.system() == before


def test_what_was_built_holds_and_a_resume_asks_nothing(kernel: Kernel) -> None:
    """Growth 7: `check` finds nothing, and every call keeps its ceilings."""
    kernel.start(*WHOLE)
    assert lint(kernel.workspace) == []
    library = Library(kernel.workspace)
    assert [phase for phase in ("understand", "plan", "do", "check") if library.on_pattern(phase)] == []
    model = kernel.model
    counted = library_costs(library, Meter(model.count))
    assert [cost for cost in counted.costs if cost.over()] == []
    assert counted.largest < 400
    before = kernel.states()
    assert kernel.resume().outcome.status is Status.ACCEPTED
    assert (kernel.model.asked, kernel.states()) == ([], before)


def test_the_model_fills_blanks_and_no_more(kernel: Kernel) -> None:
    """Growth 4: what the section fixes stands in the file, whatever the reply says."""
    odd = {
        **FILES[0],
        "fill": {
            "instruction": "Kind: {line}: say what is delivered, do not solve it.",
            "order": "Deliver, Resolved, Context",
        },
    }
    kernel.start(BUILD, odd, *FILES[1:], *TRIAL)
    written = kernel.system()[PATHS[0]].decode()
    assert written.count("### Form") + written.count("## Form") == 1
    assert written.startswith(
        "---\nphase: understand\nreads: [1]\nwrites: 1\n---\n# UNDERSTAND\n\n"
        "Kind: {line}: say what is delivered, do not solve it.\n- words:"
    )


@pytest.mark.parametrize(
    ("instruction", "told"),
    [
        ("One sentence with all that the line demands and forbids.", "copies the request"),
        ("Do the task yourself, now, from what is given.", "is the line itself"),
        ("Do the task with all that is given and say which fact is", "breaks off"),
        ("Review what was resolved and say which phase comes next.", "demands: task, yourself, now"),
    ],
)
def test_an_instruction_that_is_a_copy_breaks_off_or_says_something_else_is_written_again(
    kernel: Kernel, instruction: str, told: str
) -> None:
    """Growth 4: what a small model did here; the next try is told why, and drawn."""
    poor = {**FILES[2], "fill": {"instruction": instruction}}
    ended = kernel.start(BUILD, *FILES[:2], poor, *FILES[2:], *TRIAL)
    assert ended.outcome.output.endswith("; the model wrote 4 of 4")
    asked, sampled = kernel.model.asked, kernel.model.drawn
    step = kernel.document("3")
    assert step.meta["attempt"] == 2
    assert told in step.text.split("## History")[1]
    assert any(told in prompt for _, prompt in asked)
    drawn = [draw.temperature > 0 for (phase, _), draw in zip(asked, sampled, strict=True) if phase == "do"]
    assert drawn == [False, False, False, True, False, False]


def test_a_file_that_fails_three_times_is_the_template(kernel: Kernel) -> None:
    """Growth 4: two retries, then the section as it is; the document and §5 say so."""
    ended = kernel.start(BUILD, *FILES[:3], LONG, LONG, LONG, *TRIAL)
    assert ended.outcome.status is Status.ACCEPTED
    assert ended.outcome.output.endswith("; the model wrote 3 of 4")
    step = kernel.document("4")
    assert "\nBy: template (" in step.body(3)
    assert "by: template" in step.body(4)
    assert "100 are the most" in step.body(3)
    assert step.text.count("### Attempt") == 2
    section = (kernel.root / "system" / "pattern.md").read_text(encoding="utf-8").split("## CHECK\n\n")[1]
    assert kernel.system()[PATHS[3]].decode().split("# CHECK\n\n")[1].split("\n")[0] == section.split("\n")[0]
    before = kernel.states()
    kernel.resume()
    assert (kernel.model.asked, kernel.states()) == ([], before)


def test_a_wrong_trial_is_tried_again_and_leaves_nothing_half_built(kernel: Kernel) -> None:
    """Growth 5: RETRY, then ESCALATE; the new files stay in staging."""
    before = kernel.system()
    attempts = [line for _ in range(3) for line in (*FILES, *TRIAL)]
    ended = kernel.start(BUILD, *attempts, bash=find_wrongly)
    assert ended.outcome.status is Status.ESCALATED
    assert "4711" in ended.outcome.reason
    assert kernel.system() == before
    assert kernel.document().meta["attempt"] == 3
    assert applications(kernel.workspace, ended.run) == []


def test_a_task_about_files_is_not_to_build(kernel: Kernel) -> None:
    """Growth 3: what names a file is about it, even where a small model says otherwise."""
    step = {"phase": "do", "level": "operation", "fill": {"path": "poem.txt", "content": "ships"}}
    plan = {"confidence": "high", "steps": ["write: Write a poem into poem.txt"]}
    lines = (BUILD, {"phase": "plan", "level": "system", "fill": plan}, step, TRIAL[-1])
    ended = start("Write a poem into poem.txt", kernel.host(lines), Budget())
    assert ended.outcome.status is Status.ACCEPTED
    assert (kernel.root / "poem.txt").is_file()
    assert not (kernel.root / "system" / "phases").exists()


def test_policy_can_deny_it(kernel: Kernel) -> None:
    before = kernel.system()
    denied = Policy().with_rules((Rule("grow", ANY, "deny", "test"),))
    assert kernel.start(*WHOLE, policy=denied).outcome.status is Status.FAILED
    assert kernel.system() == before


@pytest.mark.parametrize("call", [3, 5, 6, 8])
def test_killed_before_a_call_it_goes_on_and_asks_nothing_twice(kernel: Kernel, call: int) -> None:
    """Growth 6: killed after a file, or in the trial; each prompt is asked once."""
    with pytest.raises(KeyboardInterrupt):
        kernel.start(*WHOLE, before=call)
    asked = kernel.model.asked
    assert len(asked) == call - 1
    before = {number: kernel.document(str(number)).body(3) for number in range(1, min(call - 1, 5))}
    ended = kernel.resume(*WHOLE[call - 1 :])
    assert ended.outcome.status is Status.ACCEPTED
    assert len({*asked, *kernel.model.asked}) == len(WHOLE)
    for number, body in before.items():
        assert kernel.document(str(number)).body(3) == body


def test_killed_while_the_files_are_put_there_it_is_still_one_change(kernel: Kernel) -> None:
    """Growth 6: no file is written twice, and one undo takes all back."""
    before = kernel.system()

    def half(changes: Sequence[Change], root: Path, protected: Sequence[str]) -> list[str]:
        apply(changes[:2], root, protected)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kernel.start(*WHOLE, apply=half)
    stamps = {path: (kernel.root / path).stat().st_mtime_ns for path in kernel.system()}
    assert len(stamps) == len(before) + 2
    ended = kernel.resume()
    assert ended.outcome.status is Status.ACCEPTED
    assert {path: (kernel.root / path).stat().st_mtime_ns for path in stamps} == stamps
    assert len(applications(kernel.workspace, ended.run)) == 1
    undo(kernel.workspace, plan_undo(kernel.workspace, ended.run), "2026-11-21T11:00:00Z")
    assert kernel.system() == before


def test_an_edited_file_in_a_step_counts(kernel: Kernel) -> None:
    """A person's file stands, is tried with the others, and is named as theirs."""
    with pytest.raises(KeyboardInterrupt):
        kernel.start(*WHOLE, before=6)
    path = kernel.root / kernel.document("4").path
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("  Compare the results in §3 with the task in §1.", "  Look twice."), encoding="utf-8"
    )
    ended = kernel.resume(*TRIAL)
    assert ended.outcome.status is Status.ACCEPTED
    assert ended.outcome.output.endswith("; the model wrote 3 of 4")
    assert "Look twice." in kernel.system()[PATHS[3]].decode()


def test_a_commit_with_trailers(
    kernel: Kernel, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Growth 3: no special command; the files are one commit that names run, gate and figures."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=kernel.root, capture_output=True, text=True, check=True)
        return done.stdout

    git("init", "-q")
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(json.dumps(line) for line in WHOLE), encoding="utf-8")
    monkeypatch.setenv("PANDORA_COMMIT", "run")
    assert cli.run(["-C", str(kernel.root), "run", "-q", "--model", f"scripted:{script}", ASKED]) == 0
    assert "the model wrote 4 of 4" in capsys.readouterr().out
    message = git("log", "--format=%B", "-1", "--", "system")
    assert "Pandora-Grew: phases" in message
    assert "Pandora-Gate: Find the cheapest red fruit in fruit.csv gave" in message
    assert sorted(git("show", "--format=", "--name-only", "HEAD~1").split()) == sorted(PATHS)
