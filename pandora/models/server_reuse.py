"""A trial of whether the replies of a llama-server stay the same where it reuses what it has read before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pandora.document.meta_values import whole_number
from pandora.errors import ModelError
from pandora.models.server_wire import REPLY_SECONDS, Wire

TURNS = 20
_TOKENS = 8
_TOPICS = ("a harbour, its cranes and the ships that wait there", "a kitchen, its bread oven and seven spices")


@dataclass(frozen=True)
class ReuseTrial:
    """How many of the replies were the same as without reuse, and how many were those to the other prompt.

    `reused` and `prompt` are tokens: those that the server took from its caches, and all that were asked.
    """

    turns: int
    same: int
    mixed_up: int
    reused: int
    prompt: int


def try_reuse(wire: Wire, name: str, turns: int = TURNS) -> ReuseTrial:
    """Ask two prompts by turns and compare each reply with that of a request without reuse; raises ModelError.

    A reply that differs may do so by the last digits of its logits. One that answers the other prompt was
    made from another conversation's state.
    """
    texts = [f"Write one sentence about {topic}. " * 6 for topic in _TOPICS]
    alone = [_ask(wire, name, text, reuse=False)[0] for text in texts]
    same = mixed = reused = prompt = 0
    for turn in range(turns):
        reply, used = _ask(wire, name, texts[turn % 2], reuse=True)
        same += reply == alone[turn % 2]
        mixed += reply == alone[1 - turn % 2] != alone[turn % 2]
        details = used.get("prompt_tokens_details")
        reused += whole_number(details.get("cached_tokens")) if isinstance(details, dict) else 0
        prompt += whole_number(used.get("prompt_tokens"))
    return ReuseTrial(turns, same, mixed, reused, prompt)


def _ask(wire: Wire, name: str, text: str, *, reuse: bool) -> tuple[str, dict[str, Any]]:
    body = {
        "model": name,
        "messages": [{"role": "user", "content": text}],
        "temperature": 0,
        "max_tokens": _TOKENS,
        "cache_prompt": reuse,
    }
    data = wire.post("/v1/chat/completions", body, REPLY_SECONDS)
    try:
        message, used = data["choices"][0]["message"], data.get("usage")
        reply = f"{message.get('reasoning_content') or ''}{message.get('content') or ''}"
    except (LookupError, TypeError, AttributeError):
        raise ModelError(f"{wire.url} gave no choices; check the server's log") from None
    return reply, used if isinstance(used, dict) else {}
