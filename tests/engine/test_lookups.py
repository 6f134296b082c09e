"""The research and web tools on a small shop of this machine: seed 003's trace, with the patterns that ship."""

from __future__ import annotations

import json
import shutil

from pandora.engine.run import Ended, resume
from pandora.policy import Rule
from pandora.programs.page_files import FOLDER
from tests.engine.site_desk import CHECKED, GLOB, Desk, asked, computed, planned
from tests.operations.site import Answer, Site


def test_the_cheapest_laptop_of_a_site_is_found(desk: Desk, site: Site) -> None:
    task = f"Find the cheapest nvidia laptop at {site.url}/"
    ended = desk.run(task, asked(), planned(f"web: {task}"), *computed(desk, GLOB), CHECKED)
    assert ended.outcome.status.value == "accepted", ended.outcome.reason
    assert ended.outcome.output == f"MSI Thin 15 649\nSource: {site.url}/laptops/msi-thin-15.html"
    (visit,) = desk.documents("tool-visit")
    assert visit.count("→ ACCEPTED") == 5
    assert visit.count("→ FAILED") + visit.count("→ ESCALATED") == 1
    assert "5 of 6 steps accepted, which is enough" in visit
    (csv,) = (desk.root / FOLDER).glob("*.csv")
    assert csv.read_text().startswith("name,price,gpu,memory,page\nMSI Thin 15,649,nvidia RTX 4050,")
    assert sorted(site.asked)[0] == "/"
    assert "/robots.txt" in site.asked


def test_a_finished_run_asks_nothing_again(desk: Desk, site: Site) -> None:
    task = f"Find the cheapest nvidia laptop at {site.url}/"
    ended = desk.run(task, asked(), planned(f"web: {task}"), *computed(desk, GLOB), CHECKED)
    before = len(site.asked)
    shutil.rmtree(desk.root / FOLDER)
    again = resume(ended.root, desk.host([]))
    assert (again.outcome.output, len(site.asked)) == (ended.outcome.output, before)


def test_the_seed_s_request_is_researched(desk: Desk, site: Site) -> None:
    results = [{"title": "Laptops", "url": f"{site.url}/"}] + [
        {"title": slug, "url": f"{site.url}{slug}", "content": "a laptop"}
        for slug in site.pages
        if "laptops" in slug
    ]
    site.pages["/search"] = Answer(json.dumps({"results": results}).encode(), "application/json")
    desk.searxng = site.url
    task = "Find the cheapest nvidia laptop"
    ended = desk.run(task, asked(), planned(f"research: {task}"), *computed(desk, GLOB), CHECKED)
    assert ended.outcome.status.value == "accepted", ended.outcome.reason
    assert ended.outcome.output.startswith("MSI Thin 15 649\nSource: ")


def test_documents_are_researched_offline(desk: Desk) -> None:
    (desk.root / "documents").mkdir()
    (desk.root / "documents/heating.md").write_text("The boiler was serviced in May.\n")
    (desk.root / "documents/garden.md").write_text("The hedge was cut in June.\n")
    task = "When was the boiler serviced?"
    told = {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": "In May."}}
    ended = desk.run(
        task, asked(these_files_are_needed="yes"), planned(f"research: {task}"), told, told, CHECKED
    )
    assert (ended.outcome.status.value, ended.outcome.output) == ("accepted", "In May.")


def test_a_host_that_policy_does_not_name_is_asked_for(desk: Desk, site: Site) -> None:
    desk.rules[0] = Rule("network", "other.example", "allow", "pandora.toml:1")
    task = f"What is the title of {site.url}/ ?"
    ended = desk.run(task, asked(), planned(f"web: {task}"))
    assert ended.outcome.status.value == "waiting"
    assert site.host in str(ended.outcome.question)
    assert site.asked == []


def test_a_person_s_yes_opens_the_host_for_that_step(desk: Desk, site: Site) -> None:
    desk.rules[0] = Rule("network", "other.example", "allow", "pandora.toml:1")
    site.pages["/story"] = "<h1>The bridge</h1><p>It was built in 1887.</p>"
    task = f"When was the bridge of {site.url}/story built?"
    told = {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": "In 1887."}}
    lines = [asked(), planned(f"web: {task}"), told, told, CHECKED]
    ended = desk.run(task, *lines)
    assert ended.outcome.status.value == "waiting"
    (document,) = (desk.root / "state").glob("op-fetch-*.md")
    text = document.read_text(encoding="utf-8")
    document.write_text(text.replace("\nAnswer:\n", "\nAnswer: yes\n"), encoding="utf-8")
    again = resume(ended.root, desk.host(lines[2:])).outcome
    assert again.output == f"In 1887.\nSource: {site.url}/story", again
    assert site.asked == ["/robots.txt", "/story"]


def test_web_and_research_stand_on_the_menu_only_where_they_fit(desk: Desk, site: Site) -> None:
    (desk.root / "data").mkdir()
    (desk.root / "data/fruit.csv").write_text("name,price\nplum,2\npear,3\n")
    host = desk.host([])
    top = host.library.load("system")
    files = ("data/fruit.csv",)
    assert not {"web", "research", "visit", "fetch"} & set(host.library.menu(top, files, 3, "answer"))
    assert not {"web", "research"} & set(host.library.menu(top, (), 3, "answer"))
    menu = host.library.menu(top, (f"{site.url}/",), 3, "answer")
    assert "web" in menu
    assert not {"research", "visit", "table", "calculate"} & set(menu)
    assert "research" in host.library.menu(top, ("search:web",), 3, "answer")


def story(desk: Desk, site: Site) -> Ended:
    """A run that is asked for what a long page says at its end."""
    words = "".join(f"<p>Year {year} brought no bridge to the town at all.</p>" for year in range(1500, 1887))
    site.pages["/story"] = f"<h1>The bridge</h1>{words}<p>The bridge was built in 1887 by Ada Stone.</p>"
    task = f"Who built the bridge of {site.url}/story?"
    told = {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": "Ada Stone."}}
    return desk.run(task, asked(), planned(f"web: {task}"), told, told, CHECKED)


def test_what_a_document_does_not_show_of_a_page_is_handed_on(desk: Desk, site: Site) -> None:
    ended = story(desk, site)
    assert ended.outcome.status.value == "accepted", ended.outcome.reason
    (fetched,) = desk.documents("op-fetch")
    assert "characters left out" in fetched
    assert "Ada Stone" not in fetched
    (words,) = (desk.root / FOLDER).glob("*.txt")
    assert "Ada Stone" in words.read_text(encoding="utf-8")


def test_a_page_that_a_person_rewrote_is_what_later_steps_get(desk: Desk, site: Site) -> None:
    ended = story(desk, site)
    (path,) = (desk.root / "state").glob("op-fetch-*.md")
    head, mark, output = path.read_text(encoding="utf-8").partition("## §5 OUTPUT\n")
    edited = output.replace("Year 1500 brought no bridge", "Year 1500 brought the bridge of Eve Hill")
    path.write_text(head + mark + edited, encoding="utf-8")
    shutil.rmtree(desk.root / FOLDER)
    resume(ended.root, desk.host([]))
    (words,) = (desk.root / FOLDER).glob("*.txt")
    assert "Eve Hill" in words.read_text(encoding="utf-8")


def test_a_page_whose_value_is_gone_is_read_from_its_text(desk: Desk, site: Site) -> None:
    ended = story(desk, site)
    shutil.rmtree(desk.root / FOLDER)
    (fetched,) = desk.documents("op-fetch")
    blob = fetched.partition("finds: {blob: ")[2].partition(",")[0].strip('"')
    (desk.root / "state" / blob).unlink()
    assert resume(ended.root, desk.host([])).outcome.output == ended.outcome.output
