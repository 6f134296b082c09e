"""`reground`: what a source says word for word."""

from __future__ import annotations

from pandora.sessions.inside.given_text import Text
from pandora.sessions.inside.regrounding import grounds


def test_a_number_is_found_beside_one_that_no_float_can_be() -> None:
    source = Text(f"The key is {'9' * 400}.\nIt has 5 parts and costs 0.10.", "key.txt")
    assert grounds(5, source, "") == {"source": "key.txt", "line": 2, "quote": "5"}
    assert grounds(0.1, source, "") is not None
    assert grounds(10**400, source, "") is None
