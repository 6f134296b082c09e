"""The chat frame around a prompt: a GGUF's own template, rendered once around markers, in bounds."""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass
from typing import Any

TEMPLATE_LIMIT = 128 << 10
FRAME_LIMIT = 16 << 10
_SYSTEM, _USER = "PandoraBaseMarker7c1f", "PandoraUserMarker93ad"
_OPEN, _CLOSE = "<think>", "</think>"


@dataclass(frozen=True)
class ChatFrame:
    """What stands before the base prompt, between it and the user's text, and after that."""

    head: str
    middle: str
    tail: str
    thinks: bool = False

    @property
    def text(self) -> str:
        """The frame as one string: what its digest is taken of."""
        return json.dumps([self.head, self.middle, self.tail, self.thinks])


CHATML = ChatFrame(
    head="<|im_start|>system\n",
    middle="<|im_end|>\n<|im_start|>user\n",
    tail="<|im_end|>\n<|im_start|>assistant\n",
)


def chat_frame(template: str, *, bos: str = "", eos: str = "", thinking: bool | None = None) -> ChatFrame:
    """The frame that `template` makes; ChatML where it is missing, too long or does not work.

    `thinking` says whether a scratchpad opens the reply; by default it does where the template knows one.
    """
    knows = _OPEN in template or "enable_thinking" in template
    thinks = knows if thinking is None else thinking
    frame = _rendered(template, bos, eos, thinks) if template and len(template) <= TEMPLATE_LIMIT else None
    frame = frame or CHATML
    tail = frame.tail
    opened = tail.rstrip().endswith(_OPEN)
    if thinks and not opened:
        tail += f"{_OPEN}\n"
    elif opened and not thinks:
        tail = tail.rstrip() + f"\n\n{_CLOSE}\n\n"
    return ChatFrame(frame.head, frame.middle, tail, thinks)


def _rendered(template: str, bos: str, eos: str, thinks: bool) -> ChatFrame | None:
    user = {"role": "user", "content": _USER}
    for messages in ([{"role": "system", "content": _SYSTEM}, user], [user]):
        try:
            text = _render(template, messages, bos, eos, thinks)
        except Exception:  # a template is a stranger's program: whatever it raises, ChatML stands in
            continue
        head, found, rest = text.partition(_SYSTEM)
        if found and text.count(_SYSTEM) == 1 and rest.count(_USER) == 1:
            middle, _, tail = rest.partition(_USER)
            return ChatFrame(head, middle, tail)
        if not found and len(messages) == 1 and text.count(_USER) == 1:
            head, _, tail = text.partition(_USER)
            return ChatFrame(head, "\n\n", tail)
    return None


def _render(template: str, messages: list[dict[str, str]], bos: str, eos: str, thinks: bool) -> str:
    sandbox = importlib.import_module("jinja2.sandbox")

    class Bounded(sandbox.ImmutableSandboxedEnvironment):  # type: ignore[name-defined,misc]
        intercepted_binops = frozenset(["*", "**"])

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "**" or not all(isinstance(each, int | float) for each in (left, right)):
                raise ValueError("a chat template may only multiply numbers")
            return left * right

    def refuse(message: str) -> str:
        raise ValueError(message)

    environment = Bounded(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    environment.filters["tojson"] = lambda value, **_: json.dumps(value, ensure_ascii=False)
    # No strftime_now: a date would change the prompt, and with it every digest, each day.
    compiled = environment.from_string(template)
    out = ""
    for piece in compiled.generate(
        messages=messages,
        add_generation_prompt=True,
        enable_thinking=thinks,
        bos_token=bos,
        eos_token=eos,
        raise_exception=refuse,
        tools=None,
    ):
        out += piece
        if len(out) > FRAME_LIMIT:
            raise ValueError("the chat frame is too long")
    return out
