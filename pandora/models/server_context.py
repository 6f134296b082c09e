"""What to say where a server gave a large model so little context that it can do no more than a small one."""

from __future__ import annotations

from pandora.models.catalogue import STRONG_ABOVE
from pandora.models.server_kind import ServerKind
from pandora.models.server_listing import Program

ENOUGH, BETTER = 8192, 16384
"""The context from which on nothing is said, and the one that is recommended."""
_REMEDIES: dict[Program, str] = {
    "Ollama": f"start Ollama with OLLAMA_CONTEXT_LENGTH={BETTER}",
    "LM Studio": f"load it in LM Studio with a context length of {BETTER}",
    "llama-server": f"start llama-server with --ctx-size {BETTER} for each slot, or with --kv-unified",
    "vLLM": f"start vLLM with --max-model-len {BETTER}",
}


def context_note(kind: ServerKind) -> str:
    """One line about a large model's small context, with what to do; "" where it is large enough or unknown."""
    large = kind.parameters is not None and kind.parameters > STRONG_ABOVE
    if not large or not kind.context_told or kind.context >= ENOUGH:
        return ""
    remedy = _REMEDIES.get(kind.program, f"have it served with {BETTER}")
    return f"{kind.name} was given a context of {kind.context} tokens, little for its size: {remedy}"
