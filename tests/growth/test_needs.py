"""What runs lacked: growth, point 15."""

from __future__ import annotations

from pandora.growth.needs import needs
from pandora.outcome import Status
from tests.engine.runs import CHEAPEST, DEAREST, Bench, checked, coded, planned, understood


def test_a_run_that_nothing_fits_leaves_a_need_which_is_counted(bench: Bench) -> None:
    """Growth 15: a line `Need:` in §5, listed by how often it came, with the runs as examples."""
    for path in (bench.root / "system").rglob("*.md"):
        if path.parent.name not in ("system", "phases"):
            path.unlink()
    (bench.root / "notes.txt").write_text("plum\n", encoding="utf-8")
    tasks = (
        "Which fruit in data/fruit.csv is the cheapest?",
        "And the dearest in data/fruit.csv?",
        "Read notes.txt",
    )
    for task in tasks:
        ended = bench.start(understood(), text=task)
        assert ended.outcome.status is Status.ESCALATED
        assert "\nNeed: a tool or an operation " in bench.host().store.load(ended.root).body(5)
    listed = needs(bench.workspace)
    assert [sorted(task for _, task in need.runs) for need in listed] == [sorted(tasks[:2]), [tasks[2]]]
    assert [need.what.rpartition(" about ")[2] for need in listed] == [".csv files", ".txt files"]


def test_a_run_that_nothing_solved_leaves_a_need_with_what_was_tried(bench: Bench) -> None:
    """Growth 15: where every attempt failed, `system/` lacks what would do it; §5 names the way to grow it."""
    attempt = (planned("python: print it"), coded(DEAREST), coded(DEAREST), checked("retry", "no"))
    ended = bench.start(understood(), *attempt, *attempt, *attempt)
    assert ended.outcome.status is Status.ESCALATED
    (need,) = needs(bench.workspace)
    assert need.what == "a tool or an operation for any task about .csv files; python did not do it"
    assert [run for run, _ in need.runs] == [ended.run]
    assert 'pandora grow "WHAT IT DOES" --examples FILE' in bench.document().body(5)


def test_a_run_that_was_handed_back_for_a_person_leaves_no_need(bench: Bench) -> None:
    """Growth 15: what only a person can know, no tool would do."""
    tried = (planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST))
    bench.start(understood(), *tried, checked("escalate", "nobody can know"))
    assert needs(bench.workspace) == []
