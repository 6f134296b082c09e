"""The script that renders a stranger's chat template in a separate process, with limited time and memory.

jinja2's sandbox only keeps a template from running code: nested loops can still run almost forever, and a
text doubled forty times fills any memory. So the kernel limits the process. `chat_frame` starts this file
by its path, so it imports nothing of Pandora.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from collections.abc import Mapping
from typing import Any

SECONDS = 0.5
"""Processor seconds for rendering, without loading jinja2; a real template takes a few milliseconds."""
MEMORY = 512 << 20


def main() -> None:
    """Render the template for each list of messages on stdin; write the texts as JSON, null for a failure."""
    asked = json.load(sys.stdin)
    sys.path[:] = asked["path"]
    import jinja2.sandbox  # noqa: F401 – what it takes to load is not the template's

    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process
    for which, value in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(which, (value, value))
        except (OSError, ValueError):
            continue  # not everywhere; the caller's clock holds in any case
    rendered: list[str | None] = []
    for messages in asked["messages"]:
        try:
            rendered.append(render(asked, messages))
        except Exception:  # a template is a stranger's program: whatever it raises, it does not work
            rendered.append(None)
    json.dump(rendered, sys.stdout)


def render(asked: Mapping[str, Any], messages: list[dict[str, str]]) -> str:
    """Render the template for `messages`.

    Raises whatever the template raises, and ValueError where the text gets longer than the limit.
    """
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Bounded(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset(["*", "**"])

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "**" or not all(isinstance(operand, int | float) for operand in (left, right)):
                raise ValueError("a chat template may only multiply numbers")
            return left * right

    def refuse(message: str) -> str:
        raise ValueError(message)

    environment = Bounded(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    environment.filters["tojson"] = lambda value, **_: json.dumps(value, ensure_ascii=False)
    # No strftime_now: a date would change the prompt, and with it every digest, each day.
    compiled = environment.from_string(asked["template"])
    out = ""
    for piece in compiled.generate(
        messages=messages,
        add_generation_prompt=True,
        enable_thinking=asked["thinks"],
        bos_token=asked["bos"],
        eos_token=asked["eos"],
        raise_exception=refuse,
        tools=None,
    ):
        out += piece
        if len(out) > asked["limit"]:
            raise ValueError("the chat frame is too long")
    return out


if __name__ == "__main__":
    main()
