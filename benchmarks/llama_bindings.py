"""llama-cpp-python's own model, opened as its users open it, for comparison."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any


def bindings() -> Any:
    """The module of llama-cpp-python, which is imported only where a model is opened."""
    return importlib.import_module("llama_cpp")


def open_llama(gguf: Path, context: int, threads: int) -> Any:
    """Its model of a file, with `context` tokens and as many threads for prompts as for replies.

    Where the library was built for a graphics card, all layers go there, as the engine's do.
    """
    return bindings().Llama(
        str(gguf), n_ctx=context, n_threads=threads, n_threads_batch=threads, n_gpu_layers=-1, verbose=False
    )
