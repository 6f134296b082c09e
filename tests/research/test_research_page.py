"""The page of a piece of research: what stands in it, and what it does in a real Chromium."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.research.report_reading import read_report
from pandora.research.research_page import plan_tasks, research_page
from tests.browsing import Browser, browser
from tests.questions.pictures import NASTY
from tests.research.desk import POPULATION, Desk, Reader

COMPARE = "How do Laos and China compare?"
CHINAS = "What is the population of China?"
CAPITAL = "What is the capital of Laos?"
QUOTE = "Laos has a population of 7900000 people"


def run_of(desk: Desk) -> Run:
    return Run.open(Store(desk.workspace), desk.short)


def page_of(desk: Desk) -> str:
    return research_page(run_of(desk), lambda text: text)


def compared(desk: Desk) -> None:
    """A piece of research with an executor below the first, and words that would like to be markup."""
    desk.model = Reader(parts={"compare": f"{POPULATION}\nWhich people has China?\n  {CHINAS}\n  {CAPITAL}"})
    china = desk.root / "docs" / "china.md"
    china.write_text(f"{china.read_text('utf-8')}\n{NASTY}\n", encoding="utf-8")
    desk.model.knows["population of China"] = (
        "The population of China is 1410000000 people",
        f"China has a population of 1410000000 people. {NASTY}",
    )
    desk.research(COMPARE)


def test_a_report_reads_back_as_claims_with_their_quotes(desk: Desk) -> None:
    desk.research()
    lines = read_report(desk.document().body(5))
    assert lines[0].text == "Laos has a population of 7900000 people [1]."
    (reference,) = lines[0].cited
    assert (reference.quote, reference.place) == (QUOTE, "docs/laos.md:3")
    assert [line.text for line in lines if line.level] == ["How sure this is"]
    assert not any(QUOTE in line.text and "“" in line.text for line in lines), "the list of sources is left out"


def test_two_claims_in_a_line_have_their_own_quotes() -> None:
    text = "A is 1 [1]. B is 2 [2][3]. No source says more.\n\n### Sources\n\n"
    text += "".join(f"{n}. “quote {n}” – a.md:{n} (sha256 abc{n})\n" for n in (1, 2, 3))
    claims = read_report(text)
    assert [line.text for line in claims] == ["A is 1 [1].", "B is 2 [2][3].", "No source says more."]
    assert [[reference.quote for reference in line.cited] for line in claims] == [
        ["quote 1"],
        ["quote 2", "quote 3"],
        [],
    ]


def test_the_plan_is_a_tree_with_what_each_source_gave(desk: Desk) -> None:
    """Issue 16.3: executors, leaves, the sources that were read, and their facts with quotes."""
    compared(desk)
    (top,) = plan_tasks(run_of(desk))
    assert (top.kind, top.objective, top.status) == ("executor", COMPARE, "accepted")
    assert [(task.kind, task.objective) for task in top.below] == [
        ("leaf", POPULATION),
        ("executor", "Which people has China?"),
    ]
    assert [task.objective for task in top.below[1].below] == [CHINAS, CAPITAL]
    found = [fact.text for source in top.below[0].sources for fact in source.facts]
    assert found == ["Laos has a population of 7900000 people."]
    assert any("its criteria are met" in line for line in top.log)


def test_a_page_is_no_source_of_the_next_report(desk: Desk) -> None:
    """Research 12: it was quoted where the documents are the whole workspace, as if a source had said it."""
    desk.research()
    (desk.root / "docs" / "page.html").write_text(page_of(desk), encoding="utf-8")
    desk.research()
    assert "page.html:" not in desk.report.partition("## Sources")[2]
    assert "- docs/page.html: it is a page that Pandora made" in desk.report


def test_research_without_a_report_has_a_page(desk: Desk) -> None:
    desk.ask()
    page = html.unescape(page_of(desk))
    assert "The research has no report yet." in page
    assert "There is no plan yet." in page


def test_the_page_shows_each_claim_with_its_quote_and_runs_nothing(desk: Desk) -> None:
    desk.research()
    page = page_of(desk)
    claim = page[page.index('class="claim"') :]
    assert claim.index("7900000 people [1].") < claim.index(f"[1] “{QUOTE}”") < claim.index("docs/laos.md:3")
    assert "<script" not in page
    assert "default-src 'none'" in html.unescape(page)
    assert not re.search(r"\b(?:src|href|url)\b\s*[=(]", page)
    hidden = research_page(run_of(desk), lambda text: text.replace("7900000", "[SECRET]"))
    assert "7900000" not in hidden


@pytest.fixture
def opened(desk: Desk, tmp_path: Path) -> Iterator[Browser]:
    """The page of hostile words; nothing is fetched, run or complained about."""
    compared(desk)
    path = tmp_path / "research.html"
    path.write_text(page_of(desk), encoding="utf-8")
    with browser(tmp_path) as chromium:
        chromium.requests()
        chromium.go(path)
        assert chromium.requests() == [path.as_uri()]
        yield chromium
        assert [line for line in chromium.complaints() if "favicon" not in line] == []
        assert chromium.requests() == []


def test_words_stay_words_in_a_browser(opened: Browser) -> None:
    """Issue 16.3: one file, no network; the quote stands at its claim, and the plan is a tree."""
    assert opened.count("img") == opened.count("b b") == opened.count("main script") == 0
    assert opened.count("#report p.claim") >= 3
    assert opened.ask(
        "[...document.querySelectorAll('p.claim')].every(p => p.nextElementSibling.matches('blockquote'))"
    )
    assert opened.count("#plan li.executor li.executor > ul > li.leaf") == 2
    assert opened.text("h1") == COMPARE
    assert opened.ask("document.querySelector('p.claim').getBoundingClientRect().height") > 0
