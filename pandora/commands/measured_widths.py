"""How many replies a model writes together, as it was measured on this machine, for the list of models."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pandora.models.fit.row_gains import KEPT, newest_width


class Widths:
    """The widths that were measured with the llama.cpp that is here; no file is read where none was."""

    def __init__(self) -> None:
        try:
            self._version = version("llama-cpp-python") if KEPT.keys() else ""
        except PackageNotFoundError:
            self._version = ""

    def of(self, path: Path | None) -> int | None:
        """The width of the model in the file at `path`, or None where it was not measured."""
        if path is None or not self._version:
            return None
        from pandora.models.llama_library import gguf_digest

        try:
            return newest_width(f"{gguf_digest(path)} {self._version}")
        except OSError:
            return None


def with_width(about: str, width: int | None) -> str:
    """The words about a model, with its width where that is known."""
    return about if width is None else f"{about}; width {width}" if about else f"width {width}"
