"""The page of a run: what stands in it, and what it does in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora.inspect.rehearsal import MakeHost
from pandora.inspect.run_page import PageDocument, read_page, run_page
from tests.browsing import Browser, browser
from tests.engine.runs import CHEAPEST, DEAREST, TASK, Bench, checked, coded, planned, replaced, understood
from tests.inspect.silent import MAKE, silent
from tests.questions.pictures import NASTY

ENTER, ESCAPE, DOWN, TAB = "\ue007", "\ue00c", "\ue015", "\ue004"
HOSTILE = f"plum {NASTY}"


def hostile(bench: Bench) -> None:
    """A run of two attempts, three levels and words that would like to be markup, edited by a person."""
    program = f"words = {HOSTILE!r}\nprint(words)"
    bench.start(
        understood(resolved=HOSTILE),
        *(planned("table: print the cheapest fruit"), coded(DEAREST), coded(DEAREST)),
        checked("retry", NASTY),
        *(planned("table: print it"), coded(program), coded(program)),
        checked(),
    )
    before = "Approach: compute it\nConfidence: high\nSteps:\n1. table: print it"
    bench.edit(replaced(before, before.replace("compute it", "look")))


def page_of(bench: Bench, make: MakeHost = MAKE, missing: str = "") -> str:
    return run_page(bench.workspace, bench.short, silent(bench), make, missing)


def read(bench: Bench) -> PageDocument:
    return read_page(bench.workspace, bench.short, silent(bench), MAKE)


def test_every_document_stands_below_its_parent_with_its_prompts_tokens_and_differences(bench: Bench) -> None:
    once = (planned("table: print the cheapest fruit"), coded(CHEAPEST), coded(CHEAPEST))
    bench.start(understood(), *once, checked("retry", "not sure"), *once, checked())
    asked = [prompt.text for prompt in bench.model.prompts]
    before = bench.states()
    top = read(bench)
    assert [document.kind for document in top.all()] == [
        *("system", "tool table 1", "operation python 1.1", "tool table 2", "operation python 2.1"),
    ]
    assert [child.kind for child in top.below] == ["tool table 1", "tool table 2"]
    assert (top.task, top.output, top.attempt) == (TASK, "plum", 2)
    prompts = [prompt for document in top.all() for section in document.sections for prompt in section.prompts]
    assert {prompt.same for prompt in prompts} == {"the same as was asked"}
    assert sorted(prompt.text for prompt in prompts) == sorted(asked)
    assert all(prompt.tokens[-1] == ("together", bench.model.count(prompt.text)) for prompt in prompts)
    changed = {section.number: section.differences for section in top.sections if section.differences}
    assert [(change.before, change.after) for change in changed[3]] == [("attempt 1", "attempt 2")]
    assert any(kind == "more" and "table-" in line for kind, line in changed[3][0].lines)
    assert bench.states() == before


def test_each_try_is_compared_with_the_one_before_also_across_attempts(bench: Bench) -> None:
    failing = "print(table('data/fruit.csv')[0]['kind'])"
    once = (planned("table: print the cheapest fruit"), coded(DEAREST), coded(DEAREST))
    other = (planned("table: print it"), coded(failing), coded(CHEAPEST), coded(CHEAPEST))
    bench.start(understood(), *once, checked("retry", "not sure"), *other, checked())
    top = read(bench)
    first, second = (document for document in top.all() if document.kind.startswith("operation"))
    changes = {
        document.id: [
            (change.before, change.after) for section in document.sections for change in section.differences
        ]
        for document in (first, second)
    }
    assert changes[first.id] == []  # its second try is the first one again
    assert changes[second.id] == [(f"{first.id}, try 2", "try 1"), ("try 1", "try 2")]
    (last,) = (section.differences[-1] for section in second.sections if section.number == 3)
    assert any(kind == "less" and "['kind']" in line for kind, line in last.lines)
    assert f"<summary>Changed: {first.id}, try 2 → try 1</summary>" in page_of(bench)


def test_hostile_words_are_words_and_nothing_is_asked_for(bench: Bench) -> None:
    hostile(bench)
    page = page_of(bench)
    assert re.findall(r"<script[^>]*>", page) == ["<script>"]
    assert page.count("</script>") == 1
    assert page.count("<img") == page.count("<b>bold") == 0
    assert "&lt;script&gt;document.title" in page
    assert "default-src &#39;none&#39;;" in page
    assert not re.search(r"<[^>]+\s(?:style|src|on\w+)=", page)
    assert {href[:1] for href in re.findall(r'href="([^"]*)"', page)} == {"#"}


def test_a_secret_that_a_person_typed_is_not_shown(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    bench.edit(replaced("Approach: compute it", "Approach: ask with correct-horse-battery"))
    monkeypatch.setenv("SHOP_PASSWORD", "correct-horse-battery")
    page = page_of(bench)
    assert "correct-horse-battery" not in page
    assert page.count("ask with [the value of SHOP_PASSWORD]") >= 2


def test_a_model_that_is_not_here_leaves_words_in_place_of_tokens(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    page = page_of(bench, missing="give --model <it>")
    assert "words are counted, not tokens: give --model &lt;it&gt;" in page
    assert "words, not compared" in page


def test_a_broken_document_is_shown_as_it_is(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    bench.edit(lambda text: text.split("## §3")[0], "op-python-1")
    top = read(bench)
    (child,) = top.below
    assert (child.status, child.sections) == ("broken", ())
    assert "ends before §3" in child.problem
    assert "## §2 PLAN" in child.text
    assert "the prompts cannot be made again" in page_of(bench)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@pytest.fixture
def opened(chromium: Browser, bench: Bench, tmp_path: Path) -> Iterator[Browser]:
    """The page of hostile words; whatever a test does, nothing is fetched, run or complained about."""
    hostile(bench)
    path = tmp_path / "run.html"
    path.write_text(page_of(bench), encoding="utf-8")
    chromium.requests()
    chromium.go(path)
    assert chromium.requests() == [path.as_uri()]
    yield chromium
    assert chromium.complaints() == []
    assert chromium.requests() == []
    assert chromium.ask("document.title") == TASK


def focused(page: Browser) -> str:
    return str(page.ask("document.activeElement.id || document.activeElement.hash"))


def test_words_stay_words_in_a_browser(opened: Browser, bench: Bench) -> None:
    assert opened.count("article") == opened.count("#tree a") == 5
    assert opened.count("img") == opened.count("b b") == opened.count("article script") == 0
    assert opened.text(".answer pre") == HOSTILE
    assert opened.count("details.prompt") == 9
    assert not opened.ask("document.querySelector('details.prompt').open")
    opened.click("details.prompt > summary")
    assert opened.text("details.prompt pre") == bench.model.prompts[0].text
    assert opened.count("details.difference .more") > 0


def test_the_keyboard_is_enough_in_a_browser(opened: Browser, bench: Bench) -> None:
    opened.press("n", "n")
    assert focused(opened) == f"tool-table-{bench.short}-1"
    opened.press("p")
    assert focused(opened) == bench.run
    opened.ask("document.querySelector('#tree a').focus()")
    opened.press(DOWN, ENTER)
    assert focused(opened) == f"tool-table-{bench.short}-1"
    assert opened.text('#tree a[aria-current="true"] b') == "tool table 1"
    opened.press(TAB)
    assert opened.ask("document.activeElement.tagName") == "SUMMARY"
    closed = opened.count("details[open]")
    opened.press(ENTER)
    assert opened.count("details[open]") == closed + 1


def test_what_is_found_is_seen_in_a_browser(opened: Browser) -> None:
    opened.press("/")
    opened.press(*"write a program")
    assert opened.text("#found") == "2"
    assert opened.count("article[hidden]") == 3
    assert opened.ask(
        "[...document.querySelectorAll('article:not([hidden]) details.prompt')].every(e => e.open)"
    )
    opened.press(ESCAPE)
    assert opened.count("article[hidden]") == 0
    opened.click("#open")
    assert opened.count("details:not([open])") == 0


def test_light_and_dark_as_the_system_prefers(opened: Browser) -> None:
    colours = []
    for scheme in ("light", "dark"):
        opened.prefer(scheme)
        style = "getComputedStyle(document.querySelector('article'))"
        colours.append((opened.ask(f"{style}.backgroundColor"), opened.ask(f"{style}.color")))
    assert colours[0][0] == "rgb(255, 255, 255)"
    assert colours[0] != colours[1]


def test_without_its_script_everything_can_be_read(opened: Browser, tmp_path: Path) -> None:
    opened.scripts(False)
    try:
        opened.go(tmp_path / "run.html")
        assert opened.ask("document.getElementById('tools').hidden") is True
        opened.click("details.prompt > summary")
        assert opened.ask("document.querySelector('details.prompt').open") is True
        opened.click("#tree li li a")
        assert opened.ask("document.querySelector(':target').getBoundingClientRect().top") < 400
    finally:
        opened.scripts(True)
    opened.requests()
