"""The SVG is XML with every question and relation, and nothing that runs."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pandora.questions.drawing import Picture
from pandora.questions.drawing_svg import svg
from tests.questions.pictures import many, nasty

NAME = "{http://www.w3.org/2000/svg}"


def classed(tree: ElementTree.Element, word: str) -> list[ElementTree.Element]:
    return [each for each in tree.iter() if word in each.get("class", "").split()]


def test_svg_has_every_question_and_relation_and_nothing_that_runs() -> None:
    picture = nasty()
    tree = ElementTree.fromstring(svg(picture))
    assert len(classed(tree, "card")) == len(picture.items)
    assert len(classed(tree, "edge")) == len(picture.items) - 1
    assert len(classed(tree, "link")) == len(classed(tree, "sign")) == len(picture.links)
    assert {each.tag.removeprefix(NAME) for each in tree.iter()} <= {
        *("svg", "title", "style", "g", "rect", "path", "text", "circle")
    }
    names = {name for each in tree.iter() for name in each.attrib}
    assert not {name for name in names if name.startswith("on") or name.endswith("href") or name == "style"}


def test_relations_differ_without_colour() -> None:
    tree = ElementTree.fromstring(svg(nasty()))
    signs = [(each.get("class", "").split()[1], each.findtext(f"{NAME}text")) for each in classed(tree, "sign")]
    assert set(signs) == {("convergence", "≈"), ("contradiction", "≠")}
    dashes = dict(re.findall(r"\.link\.(\w+) \{[^}]*stroke-dasharray: ([\d ]+)", svg(nasty())))
    assert len(set(dashes.values())) == 2


@pytest.mark.parametrize("count", [1, 1000])
def test_everything_stands_inside_the_picture(count: int) -> None:
    tree = ElementTree.fromstring(svg(many(count)))
    left, top, wide, high = map(float, tree.attrib["viewBox"].split())
    cards = classed(tree, "card")
    assert len(cards) == count
    for card in cards:
        found = re.fullmatch(r"translate\((\S+) (\S+)\)", card.attrib["transform"])
        assert found
        x, y = map(float, found.groups())
        assert left <= x <= left + wide - 264
        assert top <= y <= top + high - float(card.attrib["data-height"])


def test_a_graph_without_questions_is_a_picture() -> None:
    nothing = Picture("abc234", "", "active", "", "pulse", "autonomous", (), ())
    assert ElementTree.fromstring(svg(nothing)).tag == f"{NAME}svg"


def test_colours_stand_also_for_viewers_that_know_no_variables() -> None:
    style = re.search(r"<style>(.*?)</style>", svg(many(1)), re.S)
    assert style
    assert ".paper { fill: #ffffff; fill: var(--paper); stroke: #c3cad5; stroke: var(--line);" in style[1]
    assert not re.search(r"[{;] (?:fill|stroke): var\(", re.sub(r"(fill|stroke): #\w+; \1: var", "", style[1]))
