"""Whether a model writes the same with a smaller type of cache: checked at its first load with that type."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from pandora.errors import ModelError
from pandora.models.fit.load_options import LoadOptions
from pandora.models.llama_context import LlamaContext
from pandora.models.llama_library import gguf_digest
from pandora.models.tokenizer import Tokenizer
from pandora.regular_file import read_regular
from pandora.user_folders import cache_folder

TOKENS = 64
PROMPT = (
    "def mean(numbers):\n    return sum(numbers) / len(numbers)\n\n"
    "name,price,count\napple,0.50,12\npear,0.80,7\nplum,0.25,40\n\n"
    "The table has three rows. The apple costs 0.50 and there are 12; the pear costs 0.80 and there are 7; the "
    "plum costs 0.25 and there are 40. The dearest of the three is the pear, and the cheapest is the plum. "
)
"""What the model goes on with: code, a table and words, which it quotes from."""
_CELLS = 512
_LONGEST = 1 << 20


def check_cache_type(handle: Any, path: Path, tokenizer: Tokenizer, threads: int, options: LoadOptions) -> None:
    """Raise ModelError unless the model writes the same TOKENS tokens with `options.cache_type` as with f16.

    The most likely token is taken each time. What was found is kept, by the model and the library's version.
    """
    plain = replace(options, cache_type="f16")
    version = metadata.version("llama-cpp-python")
    key = f"{gguf_digest(path)} {version} {options.cache_type} {options.flash_attention} {options.gpu_layers}"
    known = _read_findings()
    same = known.get(key)
    if not isinstance(same, int):
        texts = [_greedy(handle, tokenizer, threads, kind) for kind in (plain, options)]
        pairs = zip(*texts, strict=True)
        same = next((number for number, (one, other) in enumerate(pairs) if one != other), TOKENS)
        _keep({**known, key: same})
    if same < TOKENS:
        raise ModelError(
            f"{path}: with cache_type = {options.cache_type} the model writes something else than with f16, "
            f"from token {same + 1} of {TOKENS} on; set cache_type to f16"
        )


def _greedy(handle: Any, tokenizer: Tokenizer, threads: int, options: LoadOptions) -> list[int]:
    """The tokens that the model writes after the prompt, the most likely each time."""
    context = LlamaContext(handle, tokenizer.size, _CELLS, threads, slots=1, options=options)
    try:
        first = [] if tokenizer.first is None else [tokenizer.first]
        prompt = (first + tokenizer.encode(PROMPT))[: _CELLS - TOKENS]
        slot, _ = context.start(prompt, "", TOKENS)
        logits = context.extend(slot, prompt)
        tokens: list[int] = []
        for _ in range(TOKENS):
            tokens.append(int(logits.argmax()))
            logits = context.extend(slot, tokens[-1:])
        return tokens
    finally:
        context.close()


def _path() -> Path:
    return cache_folder() / "cache_types.json"


def _read_findings() -> dict[str, Any]:
    try:
        known = json.loads(read_regular(_path(), _LONGEST)[0])
    except (OSError, ValueError, RecursionError):
        return {}
    return known if isinstance(known, dict) else {}


def _keep(known: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):
        _path().parent.mkdir(parents=True, exist_ok=True)
        beside = _path().with_name(f"{_path().name}.{os.getpid()}")
        beside.write_text(json.dumps(known), encoding="utf-8")
        os.replace(beside, _path())
