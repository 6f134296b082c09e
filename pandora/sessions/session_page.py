"""A session as one HTML file that opens without a network: its tree, its heads, and the current variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pandora.document.offline_page import harmless, offline_page, page_part
from pandora.sessions.session_document import Session
from pandora.sessions.session_views import head_entries, head_entry, tree

PARTS = "pandora.sessions"
"""The package whose `page_parts/` the page is made from."""


def session_page(session: Session, redact: Callable[[str], str]) -> str:
    """The page of a session; `redact` puts the names of secrets in the place of their values."""
    variables = head_entry(session, None)["state"] if session.current() else []
    shown = {"top": tree(session), "heads": head_entries(session), "variables": variables}
    return offline_page(
        page_part("session.html", PARTS), page_part("session.css", PARTS), "", **_harmless(shown, redact)
    )


def _harmless(value: Any, redact: Callable[[str], str]) -> Any:
    """A plain value without secrets, and without characters that could control a page, in all its texts."""
    if isinstance(value, str):
        return harmless(redact(value))
    if isinstance(value, Mapping):
        return {key: _harmless(inner, redact) for key, inner in value.items()}
    return [_harmless(inner, redact) for inner in value] if isinstance(value, list) else value
