from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.models.sequences import Placement, Sequences, common_prefix


def call(sequences: Sequences, tokens: list[int], owner: str = "") -> Placement:
    placed = sequences.place(tokens, owner)
    sequences.append(placed.slot, tokens[placed.shared :])
    return placed


def test_the_first_call_shares_nothing() -> None:
    placed = call(Sequences(4, 100), [1, 2, 3])
    assert (placed.source, placed.shared) == (None, 0)


def test_a_longer_call_goes_on_in_the_same_sequence() -> None:
    sequences = Sequences(4, 100)
    first = call(sequences, [1, 2, 3])
    second = call(sequences, [1, 2, 3, 4, 5])
    assert second == Placement(first.slot, first.slot, 3, (), 3)
    assert sequences.used == 5


def test_a_call_that_parts_ways_copies_what_it_shares() -> None:
    sequences = Sequences(4, 100)
    first = call(sequences, [1, 2, 3, 4])
    second = call(sequences, [1, 2, 9])
    assert second.slot != first.slot
    assert (second.source, second.shared) == (first.slot, 2)
    assert sequences.tokens(first.slot) == (1, 2, 3, 4)
    assert sequences.used == 5  # the two shared cells count once


def test_the_last_token_is_always_decoded_anew() -> None:
    sequences = Sequences(4, 100)
    call(sequences, [1, 2, 3])
    assert call(sequences, [1, 2, 3]).shared == 2


def test_a_child_never_costs_its_parent_the_prefix() -> None:
    sequences = Sequences(8, 100)
    call(sequences, [1, 2, 10, 11, 12], "parent")
    for n in range(3):
        call(sequences, [1, 2, 20 + n, 30], f"child-{n}")
    assert call(sequences, [1, 2, 10, 11, 12, 13], "parent").shared == 5


def test_the_longest_prefix_of_all_is_found() -> None:
    sequences = Sequences(8, 100)
    call(sequences, [1, 2, 3])
    longer = call(sequences, [1, 2, 4, 5])
    assert call(sequences, [1, 2, 4, 6]).source == longer.slot


def test_an_owners_own_old_calls_go_first() -> None:
    sequences = Sequences(3, 100)
    call(sequences, [1, 50], "parent")
    old = call(sequences, [1, 60], "other")
    call(sequences, [1, 61], "other")
    placed = call(sequences, [1, 70], "third")
    assert placed.evicted == (old.slot,)


def test_children_go_once_their_parent_asks_again() -> None:
    sequences = Sequences(3, 100)
    call(sequences, [1, 50], "parent")
    child = call(sequences, [1, 60], "child")
    call(sequences, [1, 50, 51], "parent")
    call(sequences, [2, 70], "next child")
    assert call(sequences, [2, 80], "grandchild").evicted == (child.slot,)


def test_otherwise_the_least_recently_used_goes() -> None:
    sequences = Sequences(2, 100)
    first = call(sequences, [1, 2], "a")
    call(sequences, [3, 4], "b")
    placed = call(sequences, [5, 6], "c")
    assert placed.evicted == (first.slot,)
    assert placed.slot == first.slot


def test_cells_that_run_out_cost_whole_sequences_not_the_one_in_use() -> None:
    sequences = Sequences(8, 10)
    first = call(sequences, [1, 2, 3, 4], "a")
    second = call(sequences, [5, 6, 7, 8], "b")
    assert sequences.append(second.slot, [9, 10, 11]) == (first.slot,)
    assert sequences.tokens(second.slot) == (5, 6, 7, 8, 9, 10, 11)


def test_the_source_may_go_after_it_was_copied() -> None:
    sequences = Sequences(4, 8)
    first = call(sequences, [1, 2, 3, 4, 5], "a")
    placed = sequences.place([1, 2, 6, 7, 8, 9], "b")
    assert (placed.source, placed.shared, placed.evicted) == (first.slot, 2, (first.slot,))
    assert sequences.used == 2


def test_room_for_the_reply_is_made_before_it_is_written() -> None:
    sequences = Sequences(4, 10)
    first = call(sequences, [1, 2, 3, 4], "a")
    assert sequences.place([5, 6, 7], "b", room=5).evicted == (first.slot,)


def test_a_cut_gives_cells_back() -> None:
    sequences = Sequences(4, 10)
    placed = call(sequences, [1, 2, 3, 4])
    sequences.trim(placed.slot, 1)
    assert sequences.used == 1
    assert sequences.tokens(placed.slot) == (1,)


def test_what_cannot_fit_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="cannot fit"):
        Sequences(4, 3).place([1, 2, 3, 4])


tokens = st.lists(st.integers(0, 2), min_size=1, max_size=12)


@given(st.lists(st.tuples(tokens, st.sampled_from("abc"), st.integers(0, 4)), max_size=30))
def test_the_books_are_true_to_a_cache(calls: list[tuple[list[int], str, int]]) -> None:
    """A cache of real cells, driven by what the bookkeeping says, always holds what it claims."""
    sequences = Sequences(3, 20)
    cache: dict[int, list[object]] = {slot: [] for slot in range(3)}
    for wanted, owner, more in calls:
        placed = sequences.place(wanted, owner)
        if placed.slot in placed.evicted:
            cache[placed.slot] = []
        if placed.source not in (None, placed.slot):
            assert placed.source is not None
            assert cache[placed.slot] == []
            cache[placed.slot] = cache[placed.source][: placed.shared]
        for slot in placed.evicted:
            if slot != placed.slot:
                cache[slot] = []
        assert len(cache[placed.slot]) == placed.shared < len(wanted)
        fresh = wanted[placed.shared :] + [7] * more
        for slot in sequences.append(placed.slot, fresh):
            cache[slot] = []
        cache[placed.slot] += [[token] for token in fresh]
        for slot, cells in cache.items():
            assert [cell[0] for cell in cells] == list(sequences.tokens(slot))  # type: ignore[index]
        assert sequences.used == len({id(cell) for cells in cache.values() for cell in cells}) <= 20


def test_common_prefix() -> None:
    assert common_prefix([1, 2, 3], [1, 2, 4]) == 2
    assert common_prefix([], [1]) == 0
