from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from pandora.questions.drawing import HEIGHT, WIDTH, dot, layout, mermaid, svg
from pandora.questions.page import html
from tests.questions.graphs import Bench

NASTY = (
    "</script><script>document.title='owned'</script> \"quoted\" 'it' & <b>bold</b> ]]> "
    "\u202e\x1b[31m -- [x](y)"
)


@pytest.fixture
def snapshot(bench: Bench) -> dict[str, Any]:
    """Every status, every kind of edge, and words that would like to be markup."""
    bench.start("deep")
    bench.answer(bench.top, f"The first answer. {NASTY}")
    one, two = bench.ask(f"One: {NASTY}", f"{bench.top}.answer"), bench.ask("Two?")
    a, b = bench.answer(one, "An answer."), bench.answer(two, "Another.")
    bench.update(a, convergence_with=[b], contradiction_with=[f"{bench.top}.answer"])
    bench.synthesize(one, f"A synthesis. {NASTY}")
    bench.fractal.fractal_mark_saturated(bench.graph_id, two, "actionable")
    bench.ask("Three?")
    return bench.fractal.fractal_get_snapshot(bench.graph_id)


def test_boxes_do_not_overlap_and_children_are_below(snapshot: dict[str, Any]) -> None:
    places = layout(snapshot["nodes"])
    boxes = list(places.values())
    assert len(boxes) == len(snapshot["nodes"])
    for number, box in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert abs(box.x - other.x) >= WIDTH or abs(box.y - other.y) >= HEIGHT
    for node in snapshot["nodes"]:
        if node["parent_id"]:
            assert places[node["node_id"]].y > places[node["parent_id"]].y


def test_a_chain_of_thousands_is_laid_out() -> None:
    nodes = [{"node_id": str(n), "parent_id": str(n - 1) if n else None} for n in range(5000)]
    assert len(layout(nodes)) == 5000


def test_svg_is_xml_with_every_node_and_edge(snapshot: dict[str, Any]) -> None:
    tree = ElementTree.fromstring(svg(snapshot))
    name = "{http://www.w3.org/2000/svg}"
    assert len(tree.findall(f"{name}g")) == len(snapshot["nodes"])
    assert len(tree.findall(f"{name}line")) == len(snapshot["edges"])
    assert not tree.findall(f".//{name}script")


def test_mermaid_and_dot_hold_words_and_nothing_more(snapshot: dict[str, Any]) -> None:
    drawn = mermaid(snapshot)
    assert drawn.startswith("flowchart TD\n")
    assert "<" not in re.sub(r" --> ", "", drawn)
    assert drawn.count(":::") == len(snapshot["nodes"])
    for line in dot(snapshot).splitlines()[2:-1]:
        assert re.fullmatch(r'  n\d+ (?:-> n\d+ )?\[(?:\w+=(?:"(?:[^"\\]|\\.)*"|\w+)(?:, )?)+\];', line), line


def test_the_page_asks_for_nothing_and_holds_words_as_words(snapshot: dict[str, Any]) -> None:
    page = html(snapshot)
    assert page.count("<script") == 2
    assert not re.search(r"(?:src|href|url)\s*[=(]\s*[\"']?\s*(?:http|//|data:)", page)
    assert "default-src 'none'" in page
    data = re.search(r'id="graph">(.*?)</script>', page, re.S)
    assert data
    nodes = json.loads(data[1])["nodes"]
    assert "</script>" in nodes[0]["text"] or "</script>" in nodes[1]["text"]


class Browser:
    """A real Chromium by the WebDriver protocol."""

    def __init__(self, client: httpx.Client, session: str) -> None:
        self._client, self._session = client, session

    def run(self, script: str, *values: Any) -> Any:
        given = {"script": script, "args": list(values)}
        answer = self._client.post(f"/session/{self._session}/execute/sync", json=given)
        return answer.raise_for_status().json()["value"]

    def go(self, url: str) -> None:
        self._client.post(f"/session/{self._session}/url", json={"url": url}).raise_for_status()

    def click(self, css: str) -> None:
        found = {"using": "css selector", "value": css}
        element = self._client.post(f"/session/{self._session}/element", json=found).raise_for_status().json()
        place = next(iter(element["value"].values()))
        self._client.post(f"/session/{self._session}/element/{place}/click", json={}).raise_for_status()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    driver, chromium = shutil.which("chromedriver"), shutil.which("chromium") or shutil.which("google-chrome")
    if not driver or not chromium:
        pytest.skip("no chromedriver and chromium on this machine")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    flags += ["--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={tmp_path / 'profile'}"]
    flags += ["--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1200,800"]
    options = {"binary": chromium, "args": flags}
    wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}}
    transport = httpx.HTTPTransport(retries=12)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=120) as client:
            made = client.post("/session", json=wanted)
            if made.status_code != 200:
                pytest.skip(f"chromium does not start here: {made.text[:200]}")
            session = made.json()["value"]["sessionId"]
            yield Browser(client, session)
            client.delete(f"/session/{session}")
    finally:
        process.terminate()
        process.wait()


def test_the_page_works_in_a_real_browser(browser: Browser, snapshot: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "graph.html"
    path.write_text(html(snapshot), encoding="utf-8")
    browser.go(path.as_uri())
    assert browser.run("return document.querySelectorAll('.node').length") == len(snapshot["nodes"])
    assert browser.run("return document.title") != "owned"
    assert browser.run("return document.querySelectorAll('aside b, svg b').length") == 0
    assert browser.run("return performance.getEntriesByType('resource').length") == 0
    before = browser.run("return document.querySelector('#view svg').getAttribute('viewBox')")
    browser.click("#in")
    assert browser.run("return document.querySelector('#view svg').getAttribute('viewBox')") != before
    browser.click("#all")
    assert browser.run("return document.querySelector('#view svg').getAttribute('viewBox')") == before
    one = next(node for node in snapshot["nodes"] if node["text"].startswith("One:"))
    browser.click(f'.node[data-id="{one["node_id"]}"]')
    assert browser.run("return document.getElementById('text').textContent").startswith("One: </script>")
    assert browser.run("return document.getElementById('synthesis').textContent").startswith("A synthesis.")
    browser.click('[data-filter="synthesized"]')
    hidden = "return [...document.querySelectorAll('.node.hidden')].map(each => each.dataset.status)"
    assert set(browser.run(hidden)) == {"synthesized"}
