"""What a session may do: inherited by its children, narrowed by them, and never widened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from pandora.document.meta_values import listed, whole_number
from pandora.errors import UsageError
from pandora.sessions.inside.verbs import VERBS

DEPTH = 2
"""How many sessions deep a new session may delegate."""


class CapabilityError(UsageError):
    """A session asks for more than the one that it comes from may do."""


@dataclass(frozen=True)
class Capabilities:
    """The verbs that a session's code may call, the paths that it may read, and how deep it may delegate.

    Paths are relative to the workspace, with `/` between their parts; "." admits all of it. A path admits
    itself and what lies below it: `work` does not admit `work-secret`.
    """

    verbs: tuple[str, ...] = VERBS
    read: tuple[str, ...] = ()
    depth: int = DEPTH

    def admits(self, path: str) -> bool:
        """True where the session may read `path`."""
        wanted = PurePosixPath(path)
        if ".." in wanted.parts:
            return False
        return any(wanted == PurePosixPath(allowed) or _below(wanted, allowed) for allowed in self.read)

    def within(self, other: Capabilities) -> bool:
        """True where `other` may do all that this one may."""
        return not self._beyond(other)

    def _beyond(self, other: Capabilities) -> list[str]:
        """What this one may do and `other` may not, in words."""
        verbs = [f"call {verb}" for verb in self.verbs if verb not in other.verbs]
        paths = [f"read {path}" for path in self.read if not other.admits(path)]
        depth = [f"delegate {self.depth} deep"] if self.depth > other.depth else []
        return [*verbs, *paths, *depth]

    def child(self, asked: Capabilities | None = None) -> Capabilities:
        """The capabilities of a child: the same ones and one level less, or the narrower ones that are `asked`.

        Raises CapabilityError where more is asked than there is.
        """
        own = replace(self, depth=self.depth - 1)
        if asked is None:
            return own
        if beyond := asked._beyond(own):
            problem = f"a child cannot {', '.join(beyond)}, which its session may not"
            raise CapabilityError(f"{problem}; ask for less")
        return asked

    def refuse_source(self, source: Capabilities, name: str) -> None:
        """Raise CapabilityError where `source`, a session called `name`, may do more than this one."""
        if beyond := source._beyond(self):
            problem = f"cannot attach from {name}: it may {', '.join(beyond)}, which this session may not"
            raise CapabilityError(f"{problem}; attach from a session of the same or of less")

    @property
    def entry(self) -> dict[str, Any]:
        """The capabilities as the front matter stores them."""
        return {"verbs": list(self.verbs), "read": list(self.read), "depth": self.depth}


def capabilities_of(entry: Mapping[str, Any]) -> Capabilities:
    """The capabilities that a session's front matter records; what is missing there is not allowed."""
    verbs = tuple(verb for verb in listed(entry, "verbs") if verb in VERBS)
    return Capabilities(verbs, tuple(listed(entry, "read")), whole_number(entry.get("depth")))


def _below(path: PurePosixPath, folder: str) -> bool:
    return (folder == "." and not path.is_absolute()) or PurePosixPath(folder) in path.parents
