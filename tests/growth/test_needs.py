"""What runs lacked: growth, point 15."""

from __future__ import annotations

from pandora.growth.needs import needs
from pandora.outcome import Status
from tests.engine.runs import Bench, understood


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
    assert [need.what.rpartition(" ")[2] for need in listed] == [".csv", ".txt"]
