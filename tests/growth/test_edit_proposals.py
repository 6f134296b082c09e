from __future__ import annotations

import json

from pandora.disk.store import Store
from pandora.engine.pattern import Library
from pandora.growth.edit_proposals import Proposal, decode, encode, proposals_for, seen_run
from tests.engine.runs import Bench, coded, planned, understood


def test_one_more_try_where_all_were_used_up(bench: Bench) -> None:
    """Growth 18: by rule from the documents of failed tasks; each names the tasks that it should mend."""
    attempt = [planned("python: print it"), *[coded("1 / 0")] * 5]
    bench.start(understood(), *attempt, *attempt, *attempt)
    library = Library(bench.workspace)
    pattern = library.load("operation", "python")
    seen = seen_run("cheapest", False, Store(bench.workspace), bench.short)
    assert seen is not None
    text = (bench.workspace.root / pattern.path).read_text("utf-8")
    (proposal,) = proposals_for(pattern, text, library, [seen])
    assert (proposal.part, proposal.new, proposal.expects) == ("tries", "6", ("cheapest",))
    assert decode(encode([proposal])) == [proposal]


def test_another_ending_where_files_of_failed_tasks_do_not_fit(bench: Bench) -> None:
    """Growth 18: another `needs`."""
    (bench.root / "data" / "fruit.tsv").write_text("name\tprice\nplum\t2\n", encoding="utf-8")
    attempt = [planned("python: print it"), *[coded("1 / 0")] * 5]
    bench.start(understood(), *attempt, *attempt, *attempt, text="Which is cheapest in data/fruit.tsv?")
    library = Library(bench.workspace)
    pattern = library.load("tool", "table")
    seen = seen_run("tabs", False, Store(bench.workspace), bench.short)
    assert seen is not None
    text = (bench.workspace.root / pattern.path).read_text("utf-8")
    (proposal,) = proposals_for(pattern, text, library, [seen])
    assert proposal.part == "needs"
    assert json.loads(proposal.new) == ["*.csv", "*.json", "*.tsv"]
    assert proposal.title.startswith("needs of system/tools/table/pattern.md: ")


def test_the_title_of_an_edit_names_the_part() -> None:
    proposal = Proposal("system/pattern.md", "instruction of PLAN", "", "", ())
    assert proposal.title == "system/pattern.md, instruction of PLAN: a sentence by the model"
