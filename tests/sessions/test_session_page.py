from __future__ import annotations

import html

from pandora.sessions.session_page import session_page
from tests.sessions.sittings import Sitting, block, designed, simple


def test_the_page_shows_tree_heads_and_variables_and_runs_nothing(sitting: Sitting) -> None:
    """Sessions 15: turns, children, heads, costs and values on one page; what was written is text in it."""
    child = (
        "child = rlm('Add.', boundary='b', shape='integer', missing='m', numbers=[1, 2])\nFINAL(child.value)"
    )
    sitting.start([*simple(child), *designed(), block("total = sum(numbers)\nFINAL(total)")])
    sitting.turn(simple("word = '<script>alert(1)</script> token'\nFINAL(word)"), "Say <b>it</b>.")
    page = session_page(sitting.session(), lambda text: text.replace("token", "[TOKEN]"))
    for head in sitting.session().heads():
        assert head.id in page
    assert "tool-session-abc234-1.1.1.1" in page
    assert "Say &lt;b&gt;it&lt;/b&gt;." in page
    assert "<script>" not in page
    assert "<script>alert(1)</script> [TOKEN]" in html.unescape(page)
    assert "token" not in page
    assert "default-src 'none'" in html.unescape(page)


def test_a_session_without_a_head_has_a_page(sitting: Sitting) -> None:
    sitting.start([*designed(), block(""), block("")])
    assert "no code" in session_page(sitting.session(), str)
