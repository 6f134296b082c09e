"""The machines that an operation would reach, read from its arguments before it is run."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


def hosts_of(name: str, arguments: Mapping[str, str]) -> tuple[str, ...] | None:
    """The hosts of the URLs among the arguments, with a port where one is named; none: the operation's name.

    What is no URL that can be read stands for itself, so that it is asked about and not skipped.
    """
    found: dict[str, None] = {}
    for value in arguments.values():
        for word in value.split():
            if "://" in word:
                found[_host(word)] = None
    return tuple(found) or (name,)


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return url
    host = (parts.hostname or "").rstrip(".")
    if not host:
        return url
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port is not None else shown
