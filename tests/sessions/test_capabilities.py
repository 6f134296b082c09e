from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.sessions.capabilities import Capabilities, CapabilityError, capabilities_of
from pandora.sessions.inside.verbs import VERBS

SOME = st.builds(
    Capabilities,
    st.sets(st.sampled_from(VERBS)).map(tuple),
    st.lists(st.sampled_from((".", "work", "work/a", "notes.txt")), max_size=3, unique=True).map(tuple),
    st.integers(0, 3),
)


@given(SOME, SOME)
def test_a_child_never_gets_more_than_its_parent(parent: Capabilities, asked: Capabilities) -> None:
    """Sessions 12: capabilities are inherited and clamped; loosening is rejected."""
    try:
        child = parent.child(asked)
    except CapabilityError:
        return
    assert set(child.verbs) <= set(parent.verbs)
    assert child.depth < parent.depth
    assert all(parent.admits(path) for path in child.read)


def test_loosening_is_rejected() -> None:
    """Sessions 12: asking for a verb, a path or a depth that the parent lacks is a typed error."""
    parent = Capabilities(("lm",), ("work",), 2)
    assert parent.child() == Capabilities(("lm",), ("work",), 1)
    for asked in (Capabilities(("rlm",), (), 0), Capabilities((), ("other",), 0), Capabilities((), (), 2)):
        with pytest.raises(CapabilityError, match="a child cannot"):
            parent.child(asked)


def test_a_path_admits_what_lies_below_it_and_nothing_beside_it() -> None:
    """Sessions 12: path `work` does not admit `work-secret`."""
    reader = Capabilities(read=("work",))
    assert reader.admits("work")
    assert reader.admits("work/notes.txt")
    assert not reader.admits("work-secret")
    assert not reader.admits("work/../secret")
    assert Capabilities(read=(".",)).admits("anything/below")
    assert not Capabilities(read=(".",)).admits("/etc/passwd")


def test_attaching_from_a_more_privileged_source_is_rejected() -> None:
    """Sessions 12: state of a session that may do more does not come into one that may do less."""
    with pytest.raises(CapabilityError, match="it may read secret"):
        Capabilities(read=("work",)).refuse_source(Capabilities(read=("secret",)), "abc234")
    Capabilities(read=("work",)).refuse_source(Capabilities(read=("work/a",)), "abc234")


@given(SOME)
def test_they_read_back_from_the_front_matter(capabilities: Capabilities) -> None:
    assert capabilities_of(capabilities.entry) == capabilities


def test_what_the_front_matter_lacks_is_not_allowed() -> None:
    assert capabilities_of({}) == Capabilities((), (), 0)
