"""A session as one HTML file that opens without a network: its tree, its heads, and the current variables."""

from __future__ import annotations

from collections.abc import Callable

from pandora.document.offline_page import harmless, offline_page, page_part, with_texts
from pandora.sessions.session_document import Session
from pandora.sessions.session_views import head_entries, head_entry, tree

PARTS = "pandora.sessions"
"""The package whose `page_parts/` the page is made from."""


def session_page(session: Session, redact: Callable[[str], str]) -> str:
    """The page of a session; `redact` puts the names of secrets in the place of their values."""
    variables = head_entry(session, None)["state"] if session.current() else []
    values = {"top": tree(session), "heads": head_entries(session), "variables": variables}
    shown = with_texts(values, lambda text: harmless(redact(text)))
    template, style = page_part("session.html", PARTS), page_part("session.css", PARTS)
    return offline_page(shown["top"]["task"], template, style, **shown)
