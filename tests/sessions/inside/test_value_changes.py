from __future__ import annotations

import collections
from types import SimpleNamespace

import pytest

from pandora.sessions.inside import value_changes
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


def test_what_many_values_hold_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read, parts = list[object](), value_changes._parts

    def reading(holder: object) -> list[object]:
        read.append(holder)
        return parts(holder)

    monkeypatch.setattr(value_changes, "_parts", reading)
    rows = [[n] for n in range(3)]
    values = {f"name{n}": [rows, n] for n in range(20)}
    contents = Contents(values)
    assert len(read) == 20 + 1 + 3
    rows[2].append(0)
    assert contents.changed(values) == list(values)


def test_what_a_class_says_that_it_is_does_not_count() -> None:
    class Posing:
        __module__ = "__block__"

        @property  # type: ignore[misc]
        def __class__(self):  # type: ignore[no-untyped-def]
            return dict

    class Bare:
        __module__ = "__block__"
        __dict__ = 5  # type: ignore[assignment]

    values = {"posing": Posing(), "bare": Bare()}
    assert Contents(values).changed(values) == []
