from __future__ import annotations

from collections.abc import Callable

import pytest

from pandora.disk.run_documents import Run
from pandora.engine.resume_reasons import ResumeReason, resume_reason
from pandora.errors import PandoraError
from tests.engine.runs import (
    CHEAPEST,
    THROUGH_TABLE,
    Bench,
    checked,
    clarified,
    coded,
    planned,
    replaced,
    saving,
    understood,
)


def need(bench: Bench) -> ResumeReason | None:
    return resume_reason(Run(bench.host().store, bench.short))


def emptied(bench: Bench, number: int) -> Callable[[str], str]:
    section = bench.document().sections[number]
    return lambda text: text[: section.start] + "\n" + text[section.end :]


def test_a_finished_run_needs_nothing(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    assert need(bench) is None


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        ("Resolved: the row", "Resolved: the one row", 1),
        ("Approach: compute it", "Approach: my way", 2),
        ("→ plum [", "→ pear [", 3),
        ("Issues: none", "Issues: some", 4),
        ("## §5 OUTPUT\nplum", "## §5 OUTPUT\na plum", 5),
    ],
)
def test_an_edit_is_told_by_its_section_and_taken_once(bench: Bench, old: str, new: str, number: int) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced(old, new))
    found = need(bench)
    assert found is not None
    assert found.why == "edited"
    assert [(each.document, each.section, each.what) for each in found.edits] == [
        (bench.run, number, "changed")
    ]
    assert f"you changed §{number} of {bench.run}" in str(found.edits[0])
    bench.resume(planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST), checked())
    assert need(bench) is None


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_an_emptied_section_is_an_edit(bench: Bench, number: int) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(emptied(bench, number))
    found = need(bench)
    assert found is not None
    assert f"you emptied §{number} of {bench.run}; looking again at what was made from it" in str(
        found.edits[0]
    )
    bench.resume(planned("table: print the cheapest fruit"), checked())
    assert need(bench) is None


def test_an_edit_in_a_child_is_told(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(lambda text: text.replace("name = 'plum'", "name = 'fig'"), "op-python-1.1")
    found = need(bench)
    assert found is not None
    assert [each.document for each in found.edits] == [f"op-python-{bench.short}-1.1"]


def test_notes_outside_of_sections_are_no_edits(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("## §0 META\n", "A note of mine.\n\n## §0 META\n"))
    bench.edit(replaced("\n## §2 PLAN", "\n\n\n## §2 PLAN"))
    assert need(bench) is None


def test_waiting_it_needs_an_answer_first(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it", confidence="low"), clarified("By what?"))
    assert need(bench) is None
    bench.edit(replaced("\nAnswer:\n", "\nAnswer: by price\n"))
    found = need(bench)
    assert found is not None
    assert found.why == "answered"
    assert str(found.edits[0]) == f"you answered 'By what?' in {bench.run}"


def test_a_second_answer_is_an_answer_too(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it", confidence="low"), clarified("By what?"))
    bench.edit(replaced("\nAnswer:\n", "\nAnswer: by price\n"))
    bench.resume(planned("python: print it", confidence="low"), clarified("Of which year?"))
    assert need(bench) is None
    bench.edit(replaced("\nAnswer:\n", "\nAnswer: of this one\n"))
    found = need(bench)
    assert found is not None
    assert (found.why, str(found.edits[0])) == ("answered", f"you answered 'Of which year?' in {bench.run}")
    bench.edit(replaced("by price", "by weight"))
    found = need(bench)
    assert found is not None
    assert found.why == "edited"


def test_interrupted(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("status: accepted", "status: running"))
    found = need(bench)
    assert found is not None
    assert (found.why, found.edits) == ("interrupted", ())


def test_a_broken_child_is_an_edit_and_a_broken_root_an_error(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    bench.edit(replaced("## §3 DO", "## §3 Do it"), "op-python-1.1")
    found = need(bench)
    assert found is not None
    assert found.edits[0].document == f"op-python-{bench.short}-1.1"
    path = bench.workspace.document(bench.run)
    path.write_text("---\n", encoding="utf-8")
    with pytest.raises(PandoraError, match=f"{bench.run}.md:1: "):
        need(bench)


def test_an_answer_about_an_effect_is_told_in_the_words_that_were_asked(bench: Bench) -> None:
    program = coded(saving("data/fruit.csv", "name,price\nfig,1\n"))
    bench.start(understood(), planned("python: change it"), program, program)
    bench.edit(lambda text: text.replace("Answer:", "Answer: yes"), "op-python-1")
    found = need(bench)
    assert found is not None
    assert str(found.edits[0]).startswith("you answered 'May it change data/fruit.csv?' in op-python-")
