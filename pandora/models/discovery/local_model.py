"""A model that another program has on this machine, and how its row in a list looks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pandora.models.gguf_head import GgufHead

State = Literal["on disk", "served"]


@dataclass(frozen=True)
class LocalModel:
    """A model on this machine that Pandora did not pull.

    `name` is what `--model` takes, and `short` is what people call the model. `owner` is the program that has
    it. `path` is its GGUF where that can be read, and `size` is 0 where nobody tells it. A model that is
    `served` answers now at `url`.
    """

    name: str
    short: str
    owner: str
    state: State
    size: int = 0
    path: Path | None = None
    context: int = 0
    architecture: str = ""
    url: str = ""

    @property
    def about(self) -> str:
        """Words for a list: who has it, architecture, context, and its file where `name` is no path."""
        parts = [self.owner, self.architecture, f"context {self.context}" if self.context else ""]
        if self.path is not None and self.name != spelled(self.path):
            parts.append(spelled(self.path))
        return ", ".join(filter(None, parts))


def spelled(path: Path) -> str:
    """The path as `--model` and settings take it: from `~` on where it is in the user's home."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def of_file(path: Path, owner: str, size: int, head: GgufHead) -> LocalModel:
    """A model that is a file of its own."""
    return LocalModel(spelled(path), path.stem, owner, "on disk", size, path, head.context, head.architecture)
