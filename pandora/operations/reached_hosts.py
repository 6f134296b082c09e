"""The machines that an operation would reach, read from its arguments before it is run."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.errors import RefusedError
from pandora.web.address import target


def hosts_of(name: str, arguments: Mapping[str, str]) -> tuple[str, ...] | None:
    """The hosts of the URLs among the arguments, with an unusual port; none: the operation's name.

    What is no URL that can be read stands for itself, so that it is asked about and not skipped.
    """
    found: dict[str, None] = {}
    for value in arguments.values():
        for word in value.split():
            if "://" in word:
                found[_host(word)] = None
    return tuple(found) or (name,)


def _host(url: str) -> str:
    """The host as `fetch` names it, so that what a person allows is what is reached."""
    try:
        return target(url).site
    except RefusedError:
        return url
