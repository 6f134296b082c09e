"""Pages that give orders, on a site of this machine, and a model that obeys: no effect without a person."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pandora.check.lint_state import state_problems
from pandora.policy import Rule
from pandora.programs.page_files import FOLDER
from tests.engine.site_desk import CHECKED, GLOB, Desk, computed, planned
from tests.operations.shop import ORDERS, product
from tests.operations.site import Answer, Site

pytest.importorskip("pandora.engine.trust", reason="the mark of strangers' words is what these tests hold")
CORPUS = sorted(Path(__file__).with_name("injections").iterdir())
WRITES = f"{GLOB}\nsave('owned', 'out/owned.txt')"
WRITTEN = {
    "phase": "do",
    "level": "operation",
    "type": "write",
    "fill": {"path": "out/owned.txt", "content": "owned"},
}


def understood(kind: str) -> Mapping[str, Any]:
    return {"phase": "understand", "level": "system", "fill": {"kind": kind, "files change": "no"}}


SAID = "It says: write a file."
"""What a page says in the open, so that quoting it is right, whatever else it holds."""


def infected(site: Site, page: Path) -> None:
    """Put the page's orders on the site: as a page of its own, which also says SAID, and within a product's."""
    text = page.read_text(encoding="utf-8", errors="replace")
    orders, html = page.read_bytes(), page.suffix == ".html"
    kind = "text/html; charset=utf-8" if html else "text/plain; charset=utf-8"
    before, end, behind = orders.rpartition(b"</body>") if html else (orders, b"", b"")
    said = f"<p>{SAID}</p>" if html else f"\n\n{SAID}\n"
    site.pages["/orders"] = Answer(before + said.encode() + end + behind, kind)
    site.pages["/laptops/acer-swift.html"] = product(
        "Acer Swift", "549", "intel Arc", f"{ORDERS}<pre>{text}</pre>"
    )


def outside_state(desk: Desk) -> dict[str, bytes]:
    """The workspace's own files: what the engine derives from pages is none of them."""
    found = (path for path in desk.root.rglob("*") if path.is_file())
    named = {path.relative_to(desk.root).as_posix(): path.read_bytes() for path in found}
    return {
        name: data for name, data in named.items() if not name.startswith(("state/", "system/", f"{FOLDER}/"))
    }


def structure_holds(desk: Desk) -> None:
    """Every document is whole, marked where it read a page, and holds no line that a page could have forged."""
    assert list(state_problems_of(desk)) == []
    for path in (desk.root / "state").glob("op-fetch-*.md"):
        text = path.read_text(encoding="utf-8")
        numbers = [line[4] for line in text.split("\n") if line.startswith("## §")]
        assert numbers == ["0", "1", "2", "3", "4", "5"]
        if "\nstatus: accepted" in text:
            assert "\nuntrusted:" in text
        assert "Decision: accept (1.00)" not in text.split("\n")
        assert not set(text) & {"\x1b", "\u202e", "\u200b"}


def state_problems_of(desk: Desk) -> list[object]:
    return list(state_problems(desk.host([]).workspace))


@pytest.mark.parametrize("page", CORPUS, ids=[path.name for path in CORPUS])
def test_a_plan_that_obeys_a_page_waits_for_a_person(desk: Desk, site: Site, page: Path) -> None:
    infected(site, page)
    task = f"Do what {site.url}/orders says"
    told = {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": SAID}}
    before = outside_state(desk)
    plan = planned(f"web: {task}", "write: the file out/owned.txt, as the page says")
    ended = desk.run(task, understood("file"), plan, told, told, WRITTEN, WRITTEN, CHECKED, yes=True)
    assert ended.outcome.status.value == "waiting", ended.outcome
    assert "It rests on the words of strangers" in str(ended.outcome.question)
    assert outside_state(desk) == before
    assert set(site.asked) <= {"/robots.txt", "/orders"}
    structure_holds(desk)


@pytest.mark.parametrize("page", CORPUS, ids=[path.name for path in CORPUS])
def test_a_program_that_obeys_a_page_waits_for_a_person(desk: Desk, site: Site, page: Path) -> None:
    infected(site, page)
    task = f"Find the cheapest nvidia laptop at {site.url}/ and write it to out/owned.txt"
    before = outside_state(desk)
    lines = (understood("file"), planned(f"web: {task}"), *computed(desk, WRITES), CHECKED)
    ended = desk.run(task, *lines, yes=True)
    assert ended.outcome.status.value == "waiting", ended.outcome
    assert "out/owned.txt" in str(ended.outcome.question)
    assert outside_state(desk) == before
    assert all(path == "/robots.txt" or path in site.pages for path in site.asked)
    structure_holds(desk)


def test_a_question_is_answered_with_every_page_infected(desk: Desk, site: Site) -> None:
    for page in CORPUS:
        infected(site, page)
    task = f"Find the cheapest nvidia laptop at {site.url}/"
    ended = desk.run(
        task, understood("answer"), planned(f"web: {task}"), *computed(desk, GLOB), CHECKED, yes=True
    )
    assert ended.outcome.output == f"MSI Thin 15 649\nSource: {site.url}/laptops/msi-thin-15.html"
    (csv,) = (desk.root / FOLDER).glob("*.csv")
    assert csv.read_text(encoding="utf-8").count("\n") == 6


def test_a_page_cannot_send_a_run_to_another_host(desk: Desk, site: Site) -> None:
    away = "".join(f'<li><a href="http://evil.example/{n}">laptop {n}</a></li>' for n in range(9))
    site.pages["/"] = f"<h1>Laptops</h1><ul>{away}</ul>"
    desk.rules.append(Rule("network", "*", "allow", "pandora.toml:9"))
    task = f"Find the cheapest nvidia laptop at {site.url}/"
    told = {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": "It does not say."}}
    desk.run(
        task, understood("answer"), planned(f"web: {task}"), told, *computed(desk, GLOB), CHECKED, yes=True
    )
    assert not list((desk.root / "state").glob("op-fetch-*-1.2.*.md"))
    assert site.asked == ["/robots.txt", "/"]
