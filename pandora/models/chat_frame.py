"""The chat frame around a prompt: the text that a GGUF's own template puts around the messages.

The template is rendered with markers as messages, within limits of time, memory and size. What stands between
the markers is the frame. How the model thinks before it replies is read off the same way: from how the template
writes an assistant's message that has a thought.
"""

from __future__ import annotations

import functools
import json
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.errors import ModelError

TEMPLATE_LIMIT = 128 << 10
FRAME_LIMIT = 16 << 10
DAY = "2026-01-01"
"""The day that a template is told where it asks for today's: always the same, so that no prompt ages."""
_PATIENCE = 20.0
"""Wall-clock seconds to wait for the renderer, where the kernel does not enforce its limits."""
_SYSTEM, _USER = "PandoraBaseMarker7c1f", "PandoraUserMarker93ad"
_REPLY, _THOUGHT = "PandoraReplyMarker58e2", "PandoraThoughtMarkerb40d"
_MARK = re.compile(r"<[^<>\s/][^<>\n]{0,38}>|</[^<>\n]{1,38}>|\[/?[A-Z_]{2,20}\]")
"""A mark of a chat template, such as `<|im_end|>`, `</think>` or `[/INST]`."""
_EFFORT = {"reasoning_effort": "low"}
"""A thought is bounded here, so a model that knows efforts is asked for a short one."""
_PROMPTS = 2


class TemplateError(ModelError):
    """A chat template cannot be rendered, for the reason that the message gives on one line."""


@dataclass(frozen=True)
class ChatFrame:
    """The text before the base prompt, between it and the user's text, and after the user's text.

    `thinks` is true when a thought comes before the reply. It ends at `ends`, the first mark of `closing`,
    which stands between the thought and the reply. `unthought` is then the frame of calls without a thought.
    """

    head: str
    middle: str
    tail: str
    thinks: bool = False
    closing: str = ""
    unthought: ChatFrame | None = field(default=None, compare=False)

    @property
    def ends(self) -> str:
        """The mark at which a thought ends."""
        mark = _MARK.search(self.closing)
        return mark[0] if mark else self.closing.strip()

    @property
    def text(self) -> str:
        """The frame as one string, from which its digest is computed."""
        return json.dumps([self.head, self.middle, self.tail, self.closing or self.thinks])


CHATML = ChatFrame(
    head="<|im_start|>system\n",
    middle="<|im_end|>\n<|im_start|>user\n",
    tail="<|im_end|>\n<|im_start|>assistant\n",
)


def chat_frame(template: str, *, bos: str = "", eos: str = "", thinking: bool | None = None) -> ChatFrame:
    """Return the frame that `template` makes, or ChatML where a model has no template at all.

    `thinking` says whether a thought comes before the reply. None means that it does where the template always
    opens one, and that it does not where the template can switch it off. Where the template does not say how a
    thought is written, there is none. `bos` and `eos` are the spellings of the model's BOS and EOS tokens.

    Raises TemplateError for a template that cannot be rendered: another one would give wrong replies.
    """
    if not template.strip():
        return CHATML
    if len(template) > TEMPLATE_LIMIT:
        raise TemplateError(f"it is longer than {TEMPLATE_LIMIT} characters")
    shapes = _rendered_shapes(template, bos, eos)
    for shape in shapes:
        frames = [frame for answer in shape[:_PROMPTS] if (frame := _frame_of(answer.get("text")))]
        if frames:
            texts = [answer.get("text", "") for answer in shape[_PROMPTS:]]
            return _with_thought(frames[0], frames[-1], texts, template, thinking)
    raise TemplateError(_reason(shapes))


def _with_thought(
    on: ChatFrame, off: ChatFrame, replies: list[str], template: str, thinking: bool | None
) -> ChatFrame:
    """Choose between the frames with thinking switched on and off, and add how a thought begins and ends.

    `replies` are what the template makes of a conversation with a reply, and of one whose reply has a thought.
    """
    lead = replies[0].partition(_USER)[2].partition(_REPLY)[0]
    opening, closing = _thought_marks(on, off, lead, replies[1:], template)
    forced = lead.startswith(off.tail) and bool(_MARK.search(lead.removeprefix(off.tail)))
    if forced:  # it gives each reply a channel, or an empty thought
        tail = lead
    elif closing and not opening and on.tail == off.tail:  # its prompt opens a thought, whatever was asked for
        tail = off.tail.rstrip() + "\n" * closing.startswith("\n") + closing
    else:
        tail = off.tail
    plain = ChatFrame(off.head, off.middle, tail)
    always = closing and (opening == "" or forced) and on.tail == off.tail
    if not closing or not (always if thinking is None else thinking):
        return plain
    return ChatFrame(on.head, on.middle, on.tail + opening, True, closing, plain)


def _thought_marks(
    on: ChatFrame, off: ChatFrame, lead: str, replies: list[str], template: str
) -> tuple[str, str]:
    """What opens a thought after the frame `on`, and what stands between a thought and a reply; "" is nothing.

    It is seen in a reply with a thought, else in an empty thought, with which the frame `off` or `lead`, what
    stands before a reply, goes on, else in the mark at the frame's end.
    """
    for text in replies:
        before, thought, rest = text.partition(_USER)[2].partition(_THOUGHT)
        closing, reply, _ = rest.partition(_REPLY)
        if not (thought and reply and _MARK.search(closing)) or _THOUGHT in rest:
            continue
        if before.startswith(on.tail):
            return before.removeprefix(on.tail), closing
        if before.rstrip() == on.tail.rstrip():
            return "", closing
    for tail in (off.tail, lead):
        empty = tail.removeprefix(on.tail) if tail.startswith(on.tail) else ""
        marks = list(_MARK.finditer(empty))
        if len(marks) == 2 and not empty[: marks[0].start()].strip() and _is_pair(marks[0][0], marks[1][0]):
            opening, closing = empty[: marks[1].start()], empty[marks[1].start() :]
            return (f"{opening.rstrip()}\n", f"\n{closing}") if opening.endswith("\n") else (opening, closing)
    if closing := _closing_mark(on.tail, template):
        return "", f"\n{closing}\n\n"
    return "", ""


def _is_pair(opening: str, closing: str) -> bool:
    """Whether one mark closes another: `<think>` and `</think>`, or `<|channel>` and `<channel|>`."""
    return closing in (f"{opening[0]}/{opening[1:]}", f"{opening[0]}{opening.strip('<|>')}|{opening[-1]}")


def _closing_mark(tail: str, template: str) -> str:
    """The mark that closes the one at the end of `tail`, if the template knows such a mark; else ""."""
    opened = re.search(r"([<\[])([^<>\[\]/\s|]{2,30})([>\]])\s*$", tail)
    closing = f"{opened[1]}/{opened[2]}{opened[3]}" if opened else ""
    known = closing and (closing in template or (opened and opened[2] == "think"))
    return closing if known else ""


def _frame_of(text: str | None) -> ChatFrame | None:
    """The frame in a rendered prompt; None where the text has not each marker once."""
    if text is None or text.count(_USER) != 1 or text.count(_SYSTEM) > 1:
        return None
    before, _, tail = text.partition(_USER)
    head, system, middle = before.partition(_SYSTEM)
    if system or _SYSTEM not in tail:
        return ChatFrame(head, middle if system else "\n\n", tail)
    return None


def _reason(shapes: list[list[Mapping[str, str]]]) -> str:
    """Why no shape of messages gave a frame: the template's own words of the simplest one that it refused."""
    for shape in reversed(shapes[:2]):
        text = shape[0].get("text")
        if text is None:
            return shape[0].get("error", "it was not rendered")
        if text.count(_USER) != 1:
            return f"the user's message stands in its text {text.count(_USER)} times"
    return "the system's message stands in its text at a wrong place"


def _rendered_shapes(template: str, bos: str, eos: str) -> list[list[Mapping[str, str]]]:
    """Render the template for each shape of messages: with a system message or without, as text or as parts.

    Each shape has the two prompts, with thinking on and off, a reply, and replies that have a thought.
    """
    groups = [_requests(system, parts) for parts in (False, True) for system in (True, False)]
    asked = {
        "path": sys.path,
        "template": template,
        "requests": [request for group in groups for request in group],
        "bos": bos,
        "eos": eos,
        "day": DAY,
        "limit": FRAME_LIMIT,
    }
    answers = _run_renderer(json.dumps(asked))
    if isinstance(answers, str):
        raise TemplateError(answers)
    size = len(groups[0])
    if len(answers) != size * len(groups):
        raise TemplateError("its renderer gave no sense")
    return [list(answers[start : start + size]) for start in range(0, len(answers), size)]


def _requests(system: bool, parts: bool) -> list[dict[str, Any]]:
    """The requests of one shape of messages."""

    def content_of(text: str) -> str | list[dict[str, str]]:
        return [{"type": "text", "text": text}] if parts else text

    messages = [{"role": "user", "content": content_of(_USER)}]
    if system:
        messages.insert(0, {"role": "system", "content": content_of(_SYSTEM)})
    switches = [{"enable_thinking": on, "thinking": on} for on in (True, False)]
    reply = {"role": "assistant", "content": content_of(_REPLY)}
    thought = {**reply, **dict.fromkeys(("reasoning_content", "reasoning", "thinking"), _THOUGHT)}
    in_parts = {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": _THOUGHT}, {"type": "text", "text": _REPLY}],
    }
    requests = [
        *((messages, True, values) for values in switches),
        ([*messages, reply], False, switches[1]),
        *(([*messages, written], False, switches[0]) for written in (thought, in_parts)),
    ]
    return [
        {"messages": chat, "generate": generate, "values": values, "optional": _EFFORT}
        for chat, generate, values in requests
    ]


@functools.lru_cache(maxsize=8)
def _run_renderer(asked: str) -> tuple[Mapping[str, str], ...] | str:
    """Run chat_render.py on the JSON `asked` and return its answers, or why the process gave none."""
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
    except subprocess.TimeoutExpired:
        return f"it takes longer than {_PATIENCE:.0f} seconds"
    except OSError as error:
        return f"its renderer cannot be started ({error.strerror})"
    if done.returncode == -signal.SIGPROF:
        return "it does not end, or takes too much processor time"
    try:
        answers = json.loads(done.stdout)
    except ValueError:
        return f"its renderer ended with code {done.returncode}"
    if not isinstance(answers, list) or not all(isinstance(answer, dict) for answer in answers):
        return "its renderer gave no sense"
    return tuple(answers)
