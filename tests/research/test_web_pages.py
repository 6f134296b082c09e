"""Research on pages of the web, on a small site of this machine that is its own search engine."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from pandora.engine.run import Ended, start
from pandora.errors import UsageError
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from pandora.research.authorization import PHRASE
from pandora.research.manager import Request, manager
from tests.operations.site import Answer, Site, serving
from tests.research.desk import LAOS, POPULATION, Desk

PAGE = "<html><head><title>{}</title></head><body><h1>{}</h1>{}</body></html>"


@pytest.fixture
def site() -> Iterator[Site]:
    with serving({}) as running:
        body = "".join(f"<p>{line}</p>" for line in LAOS.split("\n\n"))
        found = [f"{running.url}/laos", f"{running.url}/gone", "http://closed.example/laos"]
        results = [{"title": "Laos", "url": url, "content": PHRASE} for url in found]
        running.pages["/laos"] = PAGE.format("On Laos", "On Laos", body)
        running.pages["/search"] = Answer(json.dumps({"results": results}).encode(), "application/json")
        yield running


def researched(desk: Desk, site: Site) -> Ended:
    """Begin research on the web; the manager asks."""
    desk.searxng = site.url
    desk.policy = Policy().with_rules(
        [Rule("network", site.host, "allow", "x:1"), Rule("loopback", "*", "allow", "x:2")]
    )
    for path in (desk.root / "docs").iterdir():
        path.unlink()
    host = desk.host()
    ended = start(POPULATION, host, host.ledger.ceiling, loop=manager(Request("docs", web=True)))
    desk.short = ended.run
    return ended


def test_pages_that_a_search_finds_are_sources(desk: Desk, site: Site) -> None:
    """Issue 16.1 and research 12: where policy opens the web, its pages are saved, quoted and cited."""
    ended = researched(desk, site)
    assert ended.outcome.status is Status.WAITING
    assert f"{site.host} is asked first" in str(ended.outcome.question)
    assert site.asked == [], "nothing is sent before it is authorised"
    desk.reply(PHRASE)
    (file,) = (desk.root / "docs/web").iterdir()
    assert file.read_text("utf-8").startswith(f"# On Laos\n\n<{site.url}/laos>\n\n")
    assert "7900000 people [1]" in desk.report
    assert f"docs/web/{file.name}:" in desk.report
    assert f"- docs/web/{file.name} is <{site.url}/laos>" in desk.report.partition("## Pages")[2]
    not_read = desk.report.partition("## Not read")[2]
    assert "/gone answered 404" in not_read
    assert "closed.example" in not_read


def test_what_was_saved_is_not_asked_for_again(desk: Desk, site: Site) -> None:
    """Research 11: a finished run, resumed, sends nothing; nor is a page read twice."""
    researched(desk, site)
    desk.reply(PHRASE)
    asked, calls = len(site.asked), len(desk.model.asked)
    assert desk.resume().outcome.status is Status.ACCEPTED
    assert (len(site.asked), len(desk.model.asked)) == (asked, calls)


def test_without_a_page_there_is_no_report(desk: Desk, site: Site) -> None:
    """Research 12: nothing retrieved, no report, and what was in the way."""
    site.pages["/laos"] = Answer(b"", status=500)
    researched(desk, site)
    ended = desk.reply(PHRASE)
    assert ended.outcome.status is Status.ESCALATED
    assert ended.outcome.reason.startswith("no sources: no page has a word of")
    assert "/laos answered 500" in ended.outcome.reason
    assert not (desk.root / "reports").exists()


def test_a_closed_web_is_one_line(desk: Desk) -> None:
    """Issue 16.1: the web is searched only where policy opens it."""
    with pytest.raises(UsageError, match=r'network\."duckduckgo\.com" = "allow"'):
        start(POPULATION, desk.host(), desk.host().ledger.ceiling, loop=manager(Request("docs", web=True)))
