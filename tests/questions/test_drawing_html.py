"""The HTML page: what stands in it, and what it does in a real Chromium."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.questions.drawing import Link, Picture
from pandora.questions.drawing_html import html
from tests.browsing import Browser, browser
from tests.questions.pictures import NASTY, item, many, nasty

ENTER, ESCAPE, LEFT, RIGHT, DOWN, END = "\ue007", "\ue00c", "\ue012", "\ue014", "\ue015", "\ue010"


def test_the_page_asks_for_nothing_and_holds_words_as_words() -> None:
    page = html(nasty())
    assert page.startswith("<!doctype html>\n")
    assert re.findall(r"<script[^>]*>", page) == ['<script type="application/json" id="data">', "<script>"]
    assert page.count("</script>") == 2
    assert page.count("<img") == page.count("<b>b") == 0
    outside = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.S)
    assert not re.search(
        r"\b(?:src|href|url|@import|fetch|XMLHttpRequest)\b\s*[=(\"']", outside.replace("img src=", "img ")
    )
    data = re.search(r'id="data">(.*?)</script>', page, re.S)
    assert data
    assert json.loads(data[1])["nodes"][0]["text"] == NASTY


def test_the_policy_lets_only_its_own_script_and_style_run() -> None:
    page = html(nasty())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    rules = policy[1].replace("&#39;", "'")
    assert rules.startswith("default-src 'none'; ")
    assert "unsafe" not in rules
    for name in ("style", "script"):
        text = re.search(rf"<{name}>(.*?)</{name}>", page, re.S)
        assert text
        digest = base64.b64encode(hashlib.sha256(text[1].encode("utf-8")).digest()).decode("ascii")
        assert f"{name}-src 'sha256-{digest}';" in rules
    assert not re.search(r"<[^>]+\sstyle=", page)


def test_a_graph_without_questions_is_a_page() -> None:
    assert "0 questions" in html(Picture("abc234", "", "active", "", "pulse", "autonomous", (), ()))


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The page of hostile words; whatever a test does, nothing is fetched, run or complained about."""
    show(chromium, nasty(), tmp_path)
    yield chromium
    assert chromium.complaints() == []
    assert chromium.requests() == []
    assert chromium.ask("document.title") != "owned"


def show(chromium: Browser, picture: Picture, folder: Path) -> None:
    path = folder / "graph.html"
    path.write_text(html(picture), encoding="utf-8")
    chromium.requests()
    chromium.go(path)
    asked = chromium.requests()
    assert asked == [path.as_uri()]


def card(number: int) -> str:
    return f'.card[data-id="tool-question-abc234-{number}"]'


def transform(page: Browser) -> str:
    return str(page.ask("document.getElementById('stage').getAttribute('transform')"))


def test_hostile_words_stay_words(opened: Browser) -> None:
    assert opened.count(".card") == 6
    assert opened.count("img") == opened.count("b b") == opened.count("svg script") == 0
    assert opened.text("h1") == NASTY
    # The harmless title says so: the script of the page ran, and no other.
    assert opened.text("#panel h2") == NASTY


def test_a_click_shows_the_whole_question(opened: Browser) -> None:
    opened.click(f"{card(4)} .words")
    assert opened.text("#panel h2") == f"4 {NASTY}"
    assert opened.text("#panel .pill") == "✓ synthesized"
    told = opened.text("#panel")
    assert "Synthesis" in told
    assert f"Answer by {NASTY}" in told
    assert "settled by tool-question-abc234-1" in told
    opened.click("#panel .close")
    assert not opened.ask("document.getElementById('panel').offsetWidth > 0")


def test_the_keyboard_is_enough(opened: Browser) -> None:
    opened.ask("document.querySelector('.card[tabindex=\"0\"]').focus()")
    opened.press(RIGHT, DOWN)
    assert opened.text("#panel .top span:nth-child(2)") == "2"
    assert opened.ask("document.activeElement.dataset.id") == "tool-question-abc234-2"
    opened.press(LEFT, ENTER)
    assert opened.text(".card .fold text") == "+5"
    assert opened.count(".card") == 1
    opened.press(ENTER)
    assert opened.count(".card") == 6
    before = transform(opened)
    opened.press("+")
    assert transform(opened) != before
    opened.press("0")
    assert transform(opened) == before
    opened.press(ESCAPE)
    assert opened.count("#panel.shut") == 1


def test_statuses_and_relations_are_filtered(opened: Browser) -> None:
    assert [opened.text(f".chip.{name} b") for name in ("open", "answered", "contradiction")] == ["2", "1", "2"]
    opened.click('[data-state="answered"]')
    assert opened.count(card(3)) == 0
    assert opened.count(".link") == opened.count(".sign") == opened.count(".link.convergence") == 1
    opened.click('[data-state="open"]')
    assert opened.count(".card") == 4
    assert opened.count(".card.ghost") == 1, "the seed stays as the way to what is below it"
    opened.click('[data-state="answered"]')
    opened.click('[data-kind="contradiction"]')
    assert opened.count(".link.contradiction") == opened.count(".sign.contradiction") == 0


def test_wheel_buttons_and_dragging_move_the_view(opened: Browser) -> None:
    seen = {transform(opened)}
    opened.wheel(400, 500, -300)
    seen.add(transform(opened))
    opened.click("#out")
    seen.add(transform(opened))
    move = {"type": "pointerMove", "duration": 0}
    opened.mouse(
        *({**move, "x": 100, "y": 300}, {"type": "pointerDown", "button": 0}),
        *({**move, "x": 160, "y": 340}, {**move, "x": 200, "y": 360}, {"type": "pointerUp", "button": 0}),
    )
    seen.add(transform(opened))
    assert len(seen) == 4
    assert re.fullmatch(r"\d+%", opened.text("#scale"))


def test_no_word_reaches_out_of_its_card(opened: Browser) -> None:
    out = """[...document.querySelectorAll('.card')].flatMap(card => {
        const paper = card.querySelector('.paper').getBBox();
        return [...card.querySelectorAll('.words, .state')].filter(text => {
            const box = text.getBBox();
            return box.x + box.width > paper.width || box.y + box.height > paper.height;
        }).map(text => text.textContent); })"""
    assert opened.ask(out) == []


def test_ten_thousand_questions_are_folded_found_and_filtered(chromium: Browser, tmp_path: Path) -> None:
    picture = many(10_000)
    last = replace(picture.items[-1], text="Where is the needle?")
    show(chromium, replace(picture, items=(*picture.items[:-1], last)), tmp_path)
    assert chromium.count(".card") == 8
    assert chromium.text("#shown") == " (8 unfolded)"
    assert float(chromium.text("#scale").rstrip("%")) >= 70
    chromium.press("/")
    chromium.press(*"needle")
    assert chromium.text("#found") == "1"
    assert chromium.count(f"{card(9999)}.hit") == 1
    chromium.press(ENTER)
    assert chromium.text("#panel h2") == "Where is the needle?"
    chromium.click("#unfold")
    assert chromium.text("#shown") == ""
    drawn = chromium.count(".card")
    assert 8 < drawn < 3000, "only what is in sight is in the page"
    assert chromium.count(f"{card(9999)}.chosen") == 1, "what the keyboard would reach stays"
    chromium.click('[data-state="open"]')
    assert int(re.sub(r"\D", "", chromium.text("#shown"))) < 10_000
    chromium.click("#fold")
    assert chromium.text('.card[data-id="system-abc234"] .fold text') == "−"
    assert chromium.count(".card") == 8
    assert chromium.complaints() == []


def test_what_comes_into_sight_is_drawn(chromium: Browser, tmp_path: Path) -> None:
    show(chromium, many(1000), tmp_path)
    chromium.click("#unfold")
    for _ in range(20):
        chromium.click("#in")
    few = chromium.ask("""new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
        done(document.querySelectorAll('.card').length))))""")
    assert 0 < few < 100
    chromium.ask("document.querySelector('.card[tabindex=\"0\"]').focus()")
    chromium.press(END)
    assert chromium.count(f"{card(399)}.chosen") == 1
    assert chromium.ask("document.activeElement.dataset.id") == "tool-question-abc234-399"
    assert chromium.complaints() == []


def test_without_its_script_the_page_shows_the_nearest_questions() -> None:
    page = html(many(1000))
    assert page.count('<g class="card ') == 300
    assert "without the 700 questions farthest from the seed" in page
    assert "farthest" not in html(many(300))


def test_one_question_is_a_page(chromium: Browser, tmp_path: Path) -> None:
    show(chromium, many(1), tmp_path)
    assert chromium.text("#panel h2") == "Question number 0?"
    assert float(chromium.text("#scale").rstrip("%")) >= 100
    assert chromium.complaints() == []


def test_relations_between_two_folded_branches_are_one_line_with_their_number(
    chromium: Browser, tmp_path: Path
) -> None:
    """A fault that was mended: sixty relations between folded branches were a knot of sixty lines."""
    drawn = many(1 + 2 + 2 * 8, 2)
    below = {branch: [item(10 * branch + n, branch, 2) for n in range(8)] for branch in (1, 2)}
    links = [Link(one.id, other.id, "contradiction", "why") for one in below[1] for other in below[2]][:60]
    items = (*drawn.items[:3], *below[1], *below[2])
    show(chromium, replace(drawn, items=items, links=tuple(links)), tmp_path)
    assert chromium.text("#shown") == " (3 unfolded)"
    assert chromium.count("path.link") == 1
    assert chromium.text("g.sign text") == "≠ 60"
    chromium.click("#unfold")
    assert chromium.count("path.link") > 1
    assert {chromium.ask("document.querySelector('g.sign text').textContent")} == {"≠"}
