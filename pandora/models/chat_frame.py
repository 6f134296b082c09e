"""The chat frame around a prompt: the text that a GGUF's own template puts around the messages.

The template is rendered once with markers as messages, within limits of time, memory and size.
"""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

TEMPLATE_LIMIT = 128 << 10
FRAME_LIMIT = 16 << 10
_PATIENCE = 20.0
"""Wall-clock seconds to wait for the renderer, where the kernel does not enforce its limits."""
_SYSTEM, _USER = "PandoraBaseMarker7c1f", "PandoraUserMarker93ad"
_OPEN, _CLOSE = "<think>", "</think>"


@dataclass(frozen=True)
class ChatFrame:
    """The text before the base prompt, between it and the user's text, and after the user's text.

    `thinks` is true when the reply begins with a scratchpad.
    """

    head: str
    middle: str
    tail: str
    thinks: bool = False

    @property
    def text(self) -> str:
        """The frame as one string, from which its digest is computed."""
        return json.dumps([self.head, self.middle, self.tail, self.thinks])


CHATML = ChatFrame(
    head="<|im_start|>system\n",
    middle="<|im_end|>\n<|im_start|>user\n",
    tail="<|im_end|>\n<|im_start|>assistant\n",
)


def chat_frame(template: str, *, bos: str = "", eos: str = "", thinking: bool | None = None) -> ChatFrame:
    """Return the frame that `template` makes, or ChatML where it is missing, too long or does not work.

    `thinking` says whether the reply begins with a scratchpad; None means that it does if the template
    supports one. `bos` and `eos` are the spellings of the model's BOS and EOS tokens.
    """
    knows = _OPEN in template or "enable_thinking" in template
    thinks = knows if thinking is None else thinking
    frame = _frame_of(template, bos, eos, thinks) if template and len(template) <= TEMPLATE_LIMIT else None
    frame = frame or CHATML
    tail = frame.tail
    opened = tail.rstrip().endswith(_OPEN)
    if thinks and not opened:
        tail += f"{_OPEN}\n"
    elif opened and not thinks:
        tail = tail.rstrip() + f"\n\n{_CLOSE}\n\n"
    return ChatFrame(frame.head, frame.middle, tail, thinks)


def _frame_of(template: str, bos: str, eos: str, thinks: bool) -> ChatFrame | None:
    user = {"role": "user", "content": _USER}
    tries = [[{"role": "system", "content": _SYSTEM}, user], [user]]
    for messages, text in zip(tries, _render_messages(template, tries, bos, eos, thinks), strict=True):
        if text is None:
            continue
        head, marker, rest = text.partition(_SYSTEM)
        if marker and text.count(_SYSTEM) == 1 and rest.count(_USER) == 1:
            middle, _, tail = rest.partition(_USER)
            return ChatFrame(head, middle, tail)
        if not marker and len(messages) == 1 and text.count(_USER) == 1:
            head, _, tail = text.partition(_USER)
            return ChatFrame(head, "\n\n", tail)
    return None


@functools.lru_cache(maxsize=8)
def _run_renderer(asked: str) -> tuple[str | None, ...] | None:
    """Run chat_render.py on the JSON `asked` and return its texts, None for each that failed.

    Returns None altogether where the process was killed, ran too long or wrote no JSON.
    """
    script = Path(__file__).with_name("chat_render.py")
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(script)],
            input=asked.encode("ascii"),
            capture_output=True,
            check=False,
            timeout=_PATIENCE,
            env={"LANG": "C.UTF-8"},
        )
        texts = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return tuple(text if isinstance(text, str) else None for text in texts)


def _render_messages(
    template: str, tries: list[list[dict[str, str]]], bos: str, eos: str, thinks: bool
) -> tuple[str | None, ...]:
    """Render the template for each of `tries` in a separate process, chat_render.py; None for a failure."""
    asked = {
        "path": sys.path,
        "template": template,
        "messages": tries,
        "bos": bos,
        "eos": eos,
        "thinks": thinks,
        "limit": FRAME_LIMIT,
    }
    texts = _run_renderer(json.dumps(asked))
    return texts if texts is not None and len(texts) == len(tries) else (None,) * len(tries)
