from __future__ import annotations

from pandora.budget import Budget
from pandora.engine.run import resume
from pandora.outcome import Status
from pandora.research.manager import manager
from tests.research.desk import POPULATION, Desk

CHINAS = "What is the population of China?"
PLAN = f"""executor: How do Laos and China compare?
  scout: Which documents tell populations?
  leaf: {POPULATION}
  leaf: {CHINAS}"""


def scouted(desk: Desk, plan: str = PLAN) -> None:
    """Research whose executor has a plan with a scout."""
    desk.research()
    body = desk.document("executor", "1").body(2).split("\n", 1)[1]
    desk.edit(body, "\n".join(f"  {line}" for line in plan.split("\n")), "executor", "1")
    assert desk.resume().outcome.status is Status.ACCEPTED


def test_a_scout_finds_the_sources_of_the_leaves_after_it(desk: Desk) -> None:
    """Research 8 and R8: it starts extractors and no executor; the leaves read from its list."""
    scouted(desk)
    listed = desk.document("scout", "1.1").body(5).split("\n")
    assert listed[0].startswith("1. docs/")
    assert {line.split()[1] for line in listed[:2]} == {"docs/laos.md", "docs/china.md"}
    tags = [part.partition(": ")[0] for part in listed[0].partition(" – ")[2].split("; ")]
    assert tags == ["rationale", "authority", "recency", "diversity", "coverage"]
    assert "rationale: relevance 0.90 for" in listed[0]
    assert "authority: named by 0 other sources" in listed[0]
    assert "diversity: number 1 for this" in listed[0]
    assert listed[2] == "Left out:"
    assert "- docs/cheese.md: relevance 0.10 is under 0.5" in listed
    scanned = [name.rpartition("-")[2] for name in desk.documents("extractor") if "-1.1." in name]
    assert scanned == ["1.1.1", "1.1.2", "1.1.3"]
    assert desk.documents("executor") == [f"tool-research_executor-{desk.short}-1"]
    assert "7900000" in desk.report
    assert "1410000000" in desk.report
    assert "scout 1.1 found 2 sources" in desk.document("executor", "1").body(4)


def test_near_copies_are_one_and_the_themes_are_balanced(desk: Desk) -> None:
    """Research R13: duplicates are put together, each theme is counted, what is left out has its reason."""
    china = (desk.root / "docs" / "china.md").read_text(encoding="utf-8")
    for name in ("china-2.md", "china-3.md"):
        (desk.root / "docs" / name).write_text(f"{china}Seen {name}.\n", encoding="utf-8")
    (desk.root / "docs" / "atlas.md").write_text(
        "An atlas of 2019.\\n\\nThe population of China is 1410000000 people, next to other words on rivers.\n",
        encoding="utf-8",
    )
    scouted(desk)
    scout = desk.document("scout", "1.1")
    assert scout.body(5).count("nearly the same as docs/china") == 2
    ranked = [line.split()[1] for line in scout.body(5).split("\n") if line[:1].isdigit()]
    assert "docs/laos.md" in ranked[:2], "one source of each theme comes before the second of one"
    assert "recency: it names 2019" in scout.body(5)
    assert f"for {POPULATION}" in scout.body(4)
    assert f"for {CHINAS}" in scout.body(4)


def test_a_scout_at_its_limit_returns_what_it_has(desk: Desk) -> None:
    """Research 8: its budget is the most sources that it looks at; the others are named."""
    scouted(desk, PLAN.replace("\n  leaf", "\n    budget: 2 calls\n  leaf", 1))
    listed = desk.document("scout", "1.1").body(5)
    assert "not looked at, since the limit of 2 calls is reached" in listed
    assert len(desk.model.calls_of("extractor")) > 0
    assert "1. docs/" in listed


def test_a_scout_at_the_ceiling_of_the_run_returns_what_it_has(desk: Desk) -> None:
    """Research 8: it lists what it has looked at; with a higher ceiling, the run goes on."""
    for number in range(8):  # as many calls as the least ceiling of a run
        text = f"In count {number}, Laos has a population of 7900000 people.\n\nLaos has {number} rivers.\n"
        (desk.root / "docs" / f"count{number}.md").write_text(text, encoding="utf-8")
    desk.research()
    body = desk.document("executor", "1").body(2).split("\n", 1)[1]
    desk.edit(body, "\n".join(f"  {line}" for line in PLAN.split("\n")), "executor", "1")
    few = Budget(calls=len(desk.model.asked) + 2, tokens=1_000_000)
    ended = resume(f"system-{desk.short}", desk.host(few), few, loop=manager(None))
    assert ended.outcome.status is Status.ESCALATED
    listed = desk.document("scout", "1.1").body(5)
    assert "1. docs/" in listed
    assert f": not looked at, since the run's ceiling of {few.calls} model calls is reached" in listed
    assert desk.resume().outcome.status is Status.ACCEPTED
    assert "7900000" in desk.report
    assert "1410000000" in desk.report


def test_a_person_may_change_the_list_of_a_scout(desk: Desk) -> None:
    """Research R8: the leaves read what the list has then, and only they are done again."""
    scouted(desk, PLAN.replace("\n  scout", "\n  phase: iterations 1\n  scout"))
    scout = desk.document("scout", "1.1")
    line = next(line for line in scout.body(5).split("\n") if "docs/china.md" in line and line[:1].isdigit())
    calls = len(desk.model.asked)
    desk.edit(line, "- docs/china.md: I do not want it", "scout", "1.1")
    desk.resume()
    assert "1410000000" not in desk.report
    again = {call.document for call, _ in desk.model.asked[calls:]}
    assert not any("-1.1." in name for name in again), (again, "the scout looks at nothing again")
