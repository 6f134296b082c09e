from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pandora.commands.recorded_suite import Limits
from pandora.errors import RefusedError
from pandora.outcome import Status
from tests.growth.small_suites import PATTERN, SAY, Rounds


def test_an_edit_that_mends_is_kept_and_waits_for_a_yes(tmp_path: Path) -> None:
    """Growth 17 to 22: an edit, its prediction, pairs of affected tasks, H, and the bound; then a yes."""
    rounds = Rounds.made(tmp_path)
    ended = rounds.start()
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert "3 of 5 solved; unsolved: loud-leaf, loud-sky" in rounds.document().body(2)
    candidate = rounds.document(1)
    assert "Part: instruction of DO" in candidate.body(2)
    assert "Change: Write it in capitals." in candidate.body(2)
    assert "Expects: loud-leaf, loud-sky" in candidate.body(2)
    assert "Affected: 4 of 5 tasks: loud-leaf, loud-sky, rose, snow" in candidate.body(3)
    assert candidate.body(3).count("seed ") == 12
    assert candidate.body(5).startswith("kept: mends loud-leaf, loud-sky; not worse by more than ")
    assert (rounds.root / PATTERN).read_text("utf-8") == SAY, "nothing counts before the yes"
    rounds.answer("yes")
    calls = rounds.model.calls
    ended = rounds.resume()
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert "Say the answer. Write it in capitals." in (rounds.root / PATTERN).read_text("utf-8")
    before = rounds.document().text
    assert rounds.resume().outcome.status is Status.ACCEPTED
    assert (rounds.model.calls, rounds.document().text) == (calls, before), "a finished round runs nothing"


def test_a_candidate_that_can_mend_nothing_ends_before_all_its_pairs(tmp_path: Path) -> None:
    """Growth 21: no task can be mended in 3 of 3 seeds any more, so that no pair could keep the edit."""
    rounds = Rounds.made(tmp_path, change="Say nothing at all.")
    ended = rounds.start()
    assert ended.outcome.status is Status.ACCEPTED
    assert ended.outcome.output == "none of 1 candidate was kept"
    candidate = rounds.document(1)
    # The pairs run in a random order: the evidence of harm may be enough before.
    ends = ("it mends no task that it was to mend in 3 of 3 seeds", "the evidence of harm reached")
    assert any(end in candidate.body(5) for end in ends)
    assert candidate.body(3).count("seed ") < 12
    assert (rounds.root / PATTERN).read_text("utf-8") == SAY


def test_a_round_goes_on_at_the_pair_where_it_stopped(tmp_path: Path) -> None:
    """Growth, measures: resumable at each pair; no run is done twice, and no reply asked for twice."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    whole = Rounds.made(tmp_path / "a")
    whole.start()
    rounds = Rounds.made(tmp_path / "b")
    rounds.limits = Limits(calls=16, given_calls=16)
    ended = rounds.start()
    sittings = 1
    while ended.outcome.status is Status.ESCALATED and sittings < 30:
        assert ended.outcome.ceiling is not None
        rounds.limits = Limits(calls=16, given_calls=16)
        ended = rounds.resume()
        sittings += 1
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert sittings > 2
    assert rounds.model.calls == whole.model.calls
    keys = [row["of"] for row in rounds.results()]
    assert len(keys) == len(set(keys)) == len(whole.results())
    assert rounds.document(1).body(5) == whole.document(1).body(5)


@pytest.mark.parametrize(
    ("change", "said"),
    [("Answer AZURE to it.", "it holds a value that a check expects"), ("x " * 120, "tokens")],
)
def test_what_leaks_or_is_too_long_never_runs(tmp_path: Path, change: str, said: str) -> None:
    """Growth 17 and 25: dropped before it runs, and the suite's use is counted all the same."""
    rounds = Rounds.made(tmp_path, change=change.strip())
    rounds.start()
    assert said in rounds.document(1).body(5)
    assert "Dropped before it ran" in rounds.document(1).body(3)
    assert len(rounds.results()) == 5, "the baseline alone"
    (uses,) = (rounds.root / ".pandora" / "evolution").glob("*/uses.jsonl")
    assert len(uses.read_text("utf-8").splitlines()) == 1


def test_the_hidden_suite_is_opened_once_for_what_the_first_would_keep(tmp_path: Path) -> None:
    """Growth 21 and 26: the same way, its count shown, its tasks in no document."""
    rounds = Rounds.made(tmp_path, hidden=True)
    ended = rounds.start()
    assert ended.outcome.status is Status.WAITING, ended.outcome
    body = rounds.document(1).body(3)
    assert "Hidden suite: opened 1 time\n" in body
    assert "Affected: 1 of 1 hidden tasks\n" in body
    assert "loud-sand" not in rounds.document(1).text
    assert "hidden task, seed 3" in body


def test_a_suite_that_changes_while_it_judges_ends_the_round(tmp_path: Path) -> None:
    """Growth 23: digests before and after; what judges is not touched by what is judged."""
    rounds = Rounds.made(tmp_path)
    suite = rounds.suite("suite")
    (tmp_path / "suite" / "rose" / "check.py").write_text("", encoding="utf-8")
    with pytest.raises(RefusedError, match="changed while it was judging"):
        suite.run("rose", 1, rounds.workspace.system)


def test_a_check_sees_what_came_out_and_no_run_sees_a_check(tmp_path: Path) -> None:
    """Growth 23 and 24: suite, checks and RESULT.json are outside of the workspace that a run works in."""
    rounds = Rounds.made(tmp_path)
    suite = rounds.suite("suite")
    done = suite.run("rose", 1, rounds.workspace.system)
    kept = suite.documents("rose", rounds.workspace.system)
    assert done.score.solved
    assert kept is not None
    names = {path.name for path in kept.root.rglob("*")}
    assert not {"check.py", "task.md", "RESULT.json"} & names
    assert suite.run("rose", 1, rounds.workspace.system).recorded


def test_each_seed_draws_otherwise_and_is_one_run(tmp_path: Path) -> None:
    """Growth 20: pairs are (task, seed); only tasks that the edit makes stale are reached."""
    rounds = Rounds.made(tmp_path)
    suite, system = rounds.suite("suite"), rounds.workspace.system
    for name in suite.names:
        suite.run(name, 1, system)
    suite.run("rose", 2, system)
    assert {row["seed"] for row in rounds.results()} == {1, 2}
    new = tmp_path / "new"
    shutil.copytree(system, new)
    assert not any(suite.reached(name, system, new) for name in suite.names)
    (new / "operations" / "say.md").write_text(SAY.replace("Say the", "Tell the"), encoding="utf-8")
    assert [name for name in suite.names if suite.reached(name, system, new)] == [
        "loud-leaf",
        "loud-sky",
        "rose",
        "snow",
    ]


def test_an_edit_reaches_what_was_asked_with_a_hint_or_in_an_earlier_attempt(tmp_path: Path) -> None:
    """Growth 20: what a run asked in an attempt that failed is not asked anew when it is resumed."""
    rounds = Rounds.made(tmp_path)
    suite, system = rounds.suite("suite"), rounds.workspace.system
    suite.run("rose", 1, system)
    new = tmp_path / "new"
    shutil.copytree(system, new)
    say = new / "operations" / "say.md"
    say.write_text(SAY.replace("{text}", "{text: in few words}"), encoding="utf-8")
    assert suite.reached("rose", system, new)
    say.write_text(SAY.replace("repeat: true", "repeat: true\ntries: 2"), encoding="utf-8")
    assert not suite.reached("rose", system, new), "the first try was taken"
    kept = suite.documents("rose", system)
    assert kept is not None
    (root,) = kept.runs()
    document = kept.state / f"{root}.md"
    document.write_text(document.read_text("utf-8").replace("attempt: 1", "attempt: 2"), encoding="utf-8")
    assert suite.reached("rose", system, new)
