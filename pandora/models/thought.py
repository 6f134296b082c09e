"""What a model thought before its reply, parted from the reply that a server sent in one text.

Servers that know a model's marks send the thought apart. Others leave it in the text, as `<think>…</think>` or
as channels. Its opening may be missing, since it stood in the prompt, and its end, where the reply was cut off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pandora.document.body import Parsed
from pandora.document.form import Form

UNENDED = "it thought without an end, and wrote no reply"
_OPENS = re.compile(r"<(?P<tag>[\w.:-]*think(?:ing)?)>|\[THINK\]")
_CLOSES = re.compile(r"</[\w.:-]*think(?:ing)?>|\[/THINK\]")
_MESSAGE = re.compile(
    r"(?:<\|start\|>assistant)?<\|channel\|>(?P<channel>\w+)[^<]*<\|message\|>(?P<text>.*?)"
    r"(?=<\|end\|>|<\|return\|>|<\|start\|>|<\|channel\|>|\Z)(?:<\|end\|>|<\|return\|>)?",
    re.S,
)


def read_thoughtful(
    form: Form, text: str, read: Callable[[Form, str], Parsed], apart: str = ""
) -> tuple[str, str, Parsed]:
    """Part `text` and read its reply with `read`; return the thought, the reply and its values.

    Of the ways to part it, the first counts whose reply fits the form. Marks within the values of a reply are
    data: a thought stands before the form's first label, or before a whole form. `apart` is what the server
    sent apart as the thought. Where nothing else came and it is a whole form, it is the reply: servers take
    for a thought all that a model writes behind a mark that its template has opened.
    """
    if apart and not text.strip():
        parsed = read(form, apart)
        if not parsed.problems:
            return "", apart.strip(), parsed
    thought, reply, parsed = _read_parted(form, text, read)
    return "\n\n".join(part for part in (apart.strip(), thought) if part), reply, parsed


def _read_parted(form: Form, text: str, read: Callable[[Form, str], Parsed]) -> tuple[str, str, Parsed]:
    first: tuple[str, str, Parsed] | None = None
    for thought, reply in _readings(form, text):
        parsed = read(form, reply)
        if not parsed.problems:
            return thought.strip(), reply.strip(), parsed
        first = first or (thought.strip(), reply.strip(), parsed)
    if first is None:
        return text.strip(), "", Parsed(problems=[(1, UNENDED)])
    return first


def _readings(form: Form, text: str) -> Iterator[tuple[str, str]]:
    """Every way to part a text into a thought and a reply, the likeliest first.

    There is none where the thought has no end.
    """
    if text.lstrip().startswith(("<|channel|>", "<|start|>assistant<|channel|>")):
        messages = list(_MESSAGE.finditer(text))
        final = next((message for message in messages if message["channel"] == "final"), None)
        if final is not None:
            thoughts = [message["text"] for message in messages if message is not final]
            yield "\n".join(thoughts), final["text"]
        return
    opened = _OPENS.search(text)
    before_reply = opened is not None and not _has_label(form, text[: opened.start()])
    # A thought may speak of its own mark, so the one before a reply's first label comes first.
    closings = sorted(_CLOSES.finditer(text), key=lambda closed: not _begins_reply(form, text[closed.end() :]))
    for closed in closings:
        thought = _OPENS.sub("", text[: closed.start()], count=1) if before_reply else text[: closed.start()]
        yield thought, text[closed.end() :]
    if not before_reply or (opened and text[: opened.start()].strip()):
        yield "", text


def _reply_begins(form: Form) -> re.Pattern[str]:
    """What a reply of the form begins with: one of its labels, or a JSON object."""
    labels = "|".join(re.escape(entry.label) for entry in form.asked)
    return re.compile(rf"^\s*(?:```\w*\s*)?(?:(?:{labels}):|\{{)", re.M)


def _has_label(form: Form, text: str) -> bool:
    return _reply_begins(form).search(text) is not None


def _begins_reply(form: Form, text: str) -> bool:
    return _reply_begins(form).match(text) is not None
