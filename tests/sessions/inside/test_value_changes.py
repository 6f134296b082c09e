from __future__ import annotations

import collections
from types import SimpleNamespace

from pandora.sessions.inside.value_changes import Contents


def test_a_change_shows_in_every_value_that_holds_what_changed() -> None:
    inner: list[object] = ["a" * 3]
    kept = collections.deque([1, 2])
    values = {"outer": {"of": (inner,)}, "inner": inner, "own": SimpleNamespace(it=inner), "kept": kept, "n": 1}
    contents = Contents(values)
    assert contents.changed(values) == []
    inner[0] = "b" * 3
    assert contents.changed(values) == ["outer", "inner", "own"]
    kept.rotate()
    assert contents.changed({"kept": kept, "n": 2}) == ["kept", "n"]


def test_a_value_that_contains_itself_and_a_list_without_an_end_are_looked_through() -> None:
    class Endless(list[int]):
        def __iter__(self):  # type: ignore[no-untyped-def]
            return iter(int, 1)

    loop: list[object] = [Endless([1])]
    loop.append(loop)
    contents = Contents({"loop": loop})
    assert contents.changed({"loop": loop}) == []
    loop.append(2)
    assert contents.changed({"loop": loop}) == ["loop"]
