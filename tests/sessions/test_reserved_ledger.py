from __future__ import annotations

import pytest

from pandora.budget import Budget, Usage
from pandora.errors import CeilingError
from pandora.sessions.reserved_ledger import reserved
from tests.sessions.sittings import Sitting


def test_a_child_draws_on_what_was_reserved_for_it(sitting: Sitting) -> None:
    """Sessions 14: one ledger for the whole tree, reserved before a child starts."""
    sitting.budget = Budget(calls=10)
    host = sitting.host([])
    with reserved(host, 4) as child:
        assert host.ledger.reserved_calls == 4
        host.ledger.check(6, 0)
        with pytest.raises(CeilingError):
            host.ledger.check(7, 0)
        for _ in range(3):
            child.ledger.reserve(1, 0)
            child.ledger.settle(1, Usage(1, 10, 10, 5))
        assert (host.ledger.usage.calls, host.ledger.reserved_calls) == (3, 1)
        child.ledger.reserve(1, 0)
        with pytest.raises(CeilingError):
            child.ledger.reserve(1, 0)
        child.ledger.settle(1, Usage())
        assert child.ledger.share(0) == 0.3  # of the tree
    assert (host.ledger.usage.calls, host.ledger.usage.prompt, host.ledger.reserved_calls) == (3, 30, 0)


def test_what_is_not_there_is_not_reserved(sitting: Sitting) -> None:
    """Sessions 14: where the calls are not there, no child starts and nothing is reserved."""
    sitting.budget = Budget(calls=3)
    host = sitting.host([])
    with pytest.raises(CeilingError), reserved(host, 4):
        pass
    assert host.ledger.reserved_calls == 0


def test_the_tokens_of_the_tree_bound_the_child(sitting: Sitting) -> None:
    """Sessions 14: tokens and seconds are those of the whole tree."""
    sitting.budget = Budget(calls=10, tokens=20)
    host = sitting.host([])
    with reserved(host, 4) as child:
        host.ledger.settle(0, Usage(0, 15, 15, 5))
        with pytest.raises(CeilingError, match="20 tokens"):
            child.ledger.reserve(1, 0)


def test_children_of_children_reserve_from_their_own_part(sitting: Sitting) -> None:
    """Sessions 14: a grandchild takes from its parent's part, and the root counts it once."""
    sitting.budget = Budget(calls=10)
    host = sitting.host([])
    with reserved(host, 6) as child:
        with reserved(child, 4) as grandchild:
            grandchild.ledger.reserve(1, 0)
            grandchild.ledger.settle(1, Usage(1, 10, 10, 5))
            with pytest.raises(CeilingError):
                child.ledger.reserve(3, 0)
        assert (host.ledger.usage.calls, child.ledger.usage.calls) == (1, 1)
        child.ledger.reserve(5, 0)
        child.ledger.settle(5, Usage())
    assert (host.ledger.usage.calls, host.ledger.reserved_calls) == (1, 0)
