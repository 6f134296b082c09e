"""A run is held to what its files held: what rested on one that changed is done again, but no change twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.disk.layout import Workspace
from pandora.engine.files_read import GONE, changed_since, held_by
from pandora.policy import Policy
from tests.engine.runs import CHEAPEST, DEAREST, Bench, checked, coded, planned, saving, settled, understood

RUN = (understood(), planned("python: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST), checked())
FRUIT = "data/fruit.csv"


def test_what_files_hold(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one", encoding="utf-8")
    held = held_by(("a", "b"), tmp_path)
    assert held[1] == GONE
    workspace = Workspace(tmp_path)
    assert changed_since(workspace, "abc234", ("a", "b"), held) == []
    (tmp_path / "b").write_text("two", encoding="utf-8")
    assert changed_since(workspace, "abc234", ("a", "b"), held) == ["b"]
    (tmp_path / "a").unlink()
    assert changed_since(workspace, "abc234", ("a", "b"), held) == ["a", "b"]
    assert changed_since(workspace, "abc234", ("a", "b"), ()) == []


AGAIN = (understood(), planned("python: print the cheapest fruit"), coded(DEAREST), coded(DEAREST), checked())


@pytest.mark.parametrize("text", ["name,price\npear,1\nplum,2\n", "name,price\r\npear,3\r\nplum,2\r\n", None])
def test_what_rested_on_a_file_that_changed_is_done_again(bench: Bench, text: str | None) -> None:
    assert bench.start(*RUN).outcome.output == "plum"
    settled(bench)
    if text is None:
        (bench.root / FRUIT).unlink()
    else:
        (bench.root / FRUIT).write_bytes(text.encode())
    assert bench.resume(*AGAIN).outcome.output == "pear"
    assert ("do", f"op-python-{bench.short}-1") in bench.model.asked
    assert any(event.detail.startswith(f"{FRUIT} changed since the run read it") for event in bench.events)
    settled(bench)


def test_a_file_that_the_run_made_counts_as_not_there_when_it_is_done_again(bench: Bench) -> None:
    text = "Write the cheapest fruit of data/fruit.csv to out.txt"
    plan = planned("python: write the cheapest fruit")
    plum, pear = coded(saving("out.txt", "plum\n")), coded(saving("out.txt", "pear\n"))
    bench.start(understood(), plan, plum, plum, checked(), text=text, policy=Policy(yes=True))
    (bench.root / FRUIT).write_text("name,price\npear,1\nplum,2\n", encoding="utf-8")
    bench.resume(understood(), plan, pear, pear, checked(), policy=Policy(yes=True))
    assert (bench.root / "out.txt").read_text("utf-8") == "pear\n"
    assert "out.txt: there is no such file" in bench.document().body(1)


def test_what_the_run_itself_wrote_is_no_change(bench: Bench) -> None:
    code = saving(FRUIT, "name,price\nfig,1\n")
    bench.start(RUN[0], RUN[1], coded(code), coded(code), checked(), policy=Policy(yes=True))
    assert "fig" in (bench.root / FRUIT).read_text("utf-8")
    settled(bench)
    (bench.root / FRUIT).write_text("name,price\nfig,7\n", encoding="utf-8")  # what it made is the user's again
    settled(bench)


def test_a_run_that_changed_a_file_is_not_done_again_for_another(bench: Bench) -> None:
    (bench.root / "notes.md").write_text("# Fruit\n", encoding="utf-8")
    code = saving("notes.md", "# Fruit\nplum\n")
    text = "Add the cheapest fruit of data/fruit.csv to notes.md"
    steps = (understood(), planned("python: add the cheapest fruit"), coded(code), coded(code), checked())
    bench.start(*steps, text=text, policy=Policy(yes=True))
    assert "plum" in (bench.root / "notes.md").read_text("utf-8")
    (bench.root / FRUIT).write_text("name,price\npear,1\nplum,2\n", encoding="utf-8")
    before = bench.states()
    bench.events.clear()
    bench.resume()
    assert (bench.states(), bench.model.asked) == (before, [])
    assert any("notes.md itself, so nothing is done again" in event.detail for event in bench.events)
