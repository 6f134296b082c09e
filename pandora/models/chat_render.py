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

SECONDS = 1.0
"""Processor seconds for rendering, without loading jinja2; a real template takes a few milliseconds."""
MEMORY = 512 << 20
LONGEST = 200
"""The most characters of a template's own message."""


def main() -> None:
    """Render each request on stdin; write for each, as JSON, its `text`, or the `error` that says why not."""
    asked = json.load(sys.stdin)
    sys.path[:] = asked["path"]
    import jinja2.sandbox  # noqa: F401 – what it takes to load is not the template's

    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process
    for which, value in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(which, (value, value))
        except (OSError, ValueError):
            continue  # not everywhere; the caller's clock holds in any case
    json.dump(rendered(asked), sys.stdout)


def rendered(asked: Mapping[str, Any]) -> list[dict[str, str]]:
    """Render every request of `asked`; a template that cannot be compiled fails for each of them."""
    try:
        compiled = compiled_template(asked["template"], asked["day"])
    except Exception as error:  # a template is a stranger's program: whatever it raises, it does not work
        return [{"error": reason_of(error)}] * len(asked["requests"])
    answers = []
    for request in asked["requests"]:
        try:
            answers.append({"text": render(compiled, asked, request)})
        except Exception as error:
            answers.append({"error": reason_of(error)})
    return answers


def compiled_template(template: str, day: str) -> Any:
    """Compile a template with what `transformers` gives to one; `day` (ISO 8601) is the day that it is told.

    Raises what jinja2 raises where the text is no template.
    """
    from datetime import datetime

    import jinja2
    from jinja2.ext import Extension
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Bounded(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset(["*", "**"])

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "**" or not all(isinstance(operand, int | float) for operand in (left, right)):
                raise ValueError("a chat template may only multiply numbers")
            return left * right

    class Generation(Extension):
        """The tags around what the assistant writes: they mark it for training, and change no text."""

        tags = {"generation"}  # noqa: RUF012 – jinja2 declares it so

        def parse(self, parser: Any) -> Any:
            line = next(parser.stream).lineno
            body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
            return jinja2.nodes.Scope(body).set_lineno(line)

    def refuse(message: str) -> str:
        raise jinja2.TemplateError(message)

    def to_json(
        value: Any,
        ensure_ascii: bool = False,
        indent: int | None = None,
        separators: tuple[str, str] | None = None,
        sort_keys: bool = False,
    ) -> str:
        return json.dumps(
            value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
        )

    environment = Bounded(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, "jinja2.ext.loopcontrols"]
    )
    environment.filters["tojson"] = to_json
    environment.globals["raise_exception"] = refuse
    # Today's date would change the prompt, and with it every digest, each day.
    environment.globals["strftime_now"] = datetime.fromisoformat(day).strftime
    return environment.from_string(template)


def render(compiled: Any, asked: Mapping[str, Any], request: Mapping[str, Any]) -> str:
    """Render one request's messages.

    A template that refuses a request's `optional` values, or that there are no tools, is tried without them.
    Raises whatever the template raises, and ValueError where the text gets longer than the limit.
    """
    least = {
        "messages": request["messages"],
        "add_generation_prompt": request["generate"],
        "bos_token": asked["bos"],
        "eos_token": asked["eos"],
        **request["values"],
    }
    usual = {**least, "tools": None, "documents": None}
    for values in ({**usual, **request["optional"]}, usual):
        try:
            return bounded(compiled, values, asked["limit"])
        except Exception:
            continue
    return bounded(compiled, least, asked["limit"])


def bounded(compiled: Any, values: Mapping[str, Any], limit: int) -> str:
    """The text of a template; raises ValueError where it gets longer than `limit` characters."""
    out = ""
    for piece in compiled.generate(**values):
        out += piece
        if len(out) > limit:
            raise ValueError(f"its text is longer than {limit} characters")
    return out


def reason_of(error: Exception) -> str:
    """Why a template does not work, on one line, with the line of the template where it is known."""
    line, step = getattr(error, "lineno", None), error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == "<template>":
            line = step.tb_lineno
        step = step.tb_next
    if isinstance(error, MemoryError):
        message = f"it takes more than {MEMORY >> 20} MiB of memory"
    else:
        message = " ".join(str(error).split())[:LONGEST] or type(error).__name__
    return f"line {line}: {message}" if line else message


if __name__ == "__main__":
    main()
