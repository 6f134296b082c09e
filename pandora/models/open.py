"""From what a person calls a model to the model: a name, a GGUF's path, a server's URL or a script."""

from __future__ import annotations

import os
from pathlib import Path

from pandora.errors import NoModelError, UsageError
from pandora.models.catalogue import CATALOGUE, Source, find_source
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Model
from pandora.models.scripted import ScriptedModel
from pandora.models.server import ServerModel


def open_model(
    spec: str, *, context: int | None = None, threads: int | None = None, thinking: bool | None = None
) -> Model:
    """The model that `spec` names: `NAME`, `PATH.gguf`, `hf:…`, `server:URL[#MODEL]` or `scripted:FILE`.

    `context` bounds a model in this process, and is assumed of a server that does not say its own.
    """
    kind, _, rest = spec.partition(":")
    if kind == "scripted":
        return ScriptedModel(Path(rest).expanduser(), context)
    if kind == "server":
        return ServerModel.open(rest, context=context)
    path = gguf_path(spec)
    if path is not None:
        named = spec if is_name(spec) else ""
        return LlamaModel.open(path, name=named, context=context, threads=threads, thinking=thinking)
    names = ", ".join(source.name for source in CATALOGUE)
    raise UsageError(
        f"no model is named {spec!r}; give one of {names}, or PATH.gguf, server:URL, scripted:FILE or hf:…"
    )


def gguf_path(spec: str) -> Path | None:
    """The GGUF that `spec` names; None for a server, a script, or a name that nobody knows.

    Raises NoModelError where it is not on this machine yet.
    """
    if spec.startswith(("scripted:", "server:")):
        return None
    if is_name(spec):
        source = find_source(spec)
        if not source.pulled:
            raise not_pulled(source)
        return source.path
    path = Path(spec).expanduser()
    return path if spec.endswith(".gguf") or os.sep in spec or path.is_file() else None


def is_name(spec: str) -> bool:
    """True for a model of the catalogue and for `hf:…`: a name that says where the model is."""
    return spec.startswith("hf:") or any(source.name == spec for source in CATALOGUE)


def not_pulled(source: Source) -> NoModelError:
    """The error that a model is not on this machine, with the three commands that help."""
    size = f"   # {source.size / 1e9:.1f} GB" if source.size else ""
    return NoModelError(
        f"the model {source.name} is not on this machine; one of these helps:\n"
        f"  pandora models pull {source.name}{size}\n"
        "  pandora run --model PATH.gguf …   # a GGUF that you have\n"
        "  pandora run --model server:URL …   # an OpenAI-compatible server"
    )
