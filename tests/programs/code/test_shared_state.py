from __future__ import annotations

import pytest

from pandora.programs.code.shared_state import parted

CLASS = '''"""Boxes."""


class Box:
    """A box."""

    things = []

    def __init__(self, name):
        """Name it."""
        self.name = name

    def put(self, thing):
        self.things.append(thing)
'''


def test_each_object_is_given_a_container_of_its_own() -> None:
    [(line, before, after, text)] = parted(CLASS)
    assert (line, before, after) == (7, "things = []", "self.things = []")
    space: dict[str, type] = {}
    exec(text, space)
    one, other = space["Box"]("a"), space["Box"]("b")
    one.put(1)
    assert (one.things, other.things) == ([1], [])


def test_each_call_is_given_a_container_of_its_own() -> None:
    source = (
        "def put(thing, *, into=[], seen={}):\n    into.append(thing); seen[thing] = 1\n    return into, seen\n"
    )
    *_, (_, before, _, text) = parted(source)
    assert before == "into=[]; seen={}"
    space: dict[str, type] = {}
    exec(text, space)
    assert [space["put"](1), space["put"](2)] == [([1], {1: 1}), ([2], {2: 1})]


def test_objects_without_a_beginning_are_given_one() -> None:
    source = (
        "class Box:\n    things = {}\n    sizes = set()\n\n"
        "    def put(self, a):\n        self.things[a] = self.sizes.add(a)\n"
    )
    *_, (_, _, _, text) = parted(source)
    assert text.count("def __init__") == 1
    space: dict[str, type] = {}
    exec(text, space)
    one, other = space["Box"](), space["Box"]()
    one.put(1)
    assert (one.things, one.sizes, other.things, other.sizes) == ({1: None}, {1}, {}, set())


@pytest.mark.parametrize(
    "source",
    [
        "class A:\n    names = ['x']\n\n    def first(self):\n        return self.names[0]\n",
        "class A:\n    names = []\n\n    def __init__(self):\n        self.names = []\n\n    def put(self):\n"
        "        self.names.append(1)\n",
        "def first(names=[]):\n    return len(names)\n",
        "def broken(names=[]:\n",
        "",
    ],
)
def test_what_shares_nothing_stays(source: str) -> None:
    assert not list(parted(source))
