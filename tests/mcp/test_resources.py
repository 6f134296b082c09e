"""The resources of the protocol's server: the report of a piece of research."""

from __future__ import annotations

import pytest

from pandora.engine.answers import settle, waiting_document
from pandora.mcp.mcp_server import NotFoundError
from pandora.mcp.resources import REPORT, STATE, WorkspaceContent
from pandora.research.authorization import PHRASE
from tests.research.conftest import desk as desk
from tests.research.desk import QUERY, Desk


def test_a_report_is_a_resource(desk: Desk) -> None:
    """Issue 16.6: its text has the claims with their quotes; it can be watched and completed."""
    desk.research()
    content = WorkspaceContent(desk.workspace, {})
    assert any(template.uriTemplate == f"{REPORT}{{research}}" for template in content.templates())
    for name in (desk.short, f"system-{desk.short}"):
        text, kind = content.read(f"{REPORT}{name}")
        assert kind == "text/markdown"
        assert str(text).startswith(f"# {QUERY}\n\nLaos has a population of 7900000 people [1].")
        assert "1. “Laos has a population of 7900000 people” – docs/laos.md:3" in str(text)
    assert content.stamp(f"{REPORT}{desk.short}") == content.stamp(f"{STATE}{desk.short}")
    assert content.completions(f"{REPORT}{{research}}", "research", desk.short[:3]) == [desk.short]


def test_a_report_that_is_not_there_is_said(desk: Desk) -> None:
    desk.ask()
    content = WorkspaceContent(desk.workspace, {})
    with pytest.raises(NotFoundError, match="is waiting: it has no report yet"):
        content.read(f"{REPORT}{desk.short}")
    with pytest.raises(NotFoundError):
        content.read(f"{REPORT}gone22")
    store = desk.host().store
    document, question = waiting_document(store, desk.short)
    settle(store, document, question, PHRASE, "client", "a test")
    desk.resume()
    assert str(content.read(f"{REPORT}{desk.short}")[0]).startswith("# ")
