"""The time to the first token after a restart, with a prefix that an earlier process kept, and without."""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmarks.figures import Measure, Row
from benchmarks.prefix_tree import BASE, TASK
from benchmarks.rounds import interleave
from pandora.document.form import parse_form
from pandora.errors import ReplyError
from pandora.models.fit.load_options import LoadOptions
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Call, Prompt

KEY, TITLE, OF, GOAL = "restart", "First token after a restart", "with a kept prefix / without", 0.3
CONTEXT, ROUNDS = 4096, 3
_CHOICE = parse_form("Sure: {yes | no}\n")


def measure_restart(gguf: Path, threads: int) -> Measure:
    """Open the model anew for each round and time a call that only chooses; the time to load does not count."""
    sections = (TASK, *(f"## RESULT {number}\nThe step left five rows of the table." for number in range(24)))
    before, after = Prompt(BASE, sections, "# PLAN\nGo on."), Prompt(BASE, sections, "# CHECK\nIs it right?")
    with tempfile.TemporaryDirectory(prefix="pandora-bench-") as folder:
        evaluated: dict[bool, int] = {}

        def first_token(prompt: Prompt, prefixes: Path | None) -> tuple[float, int]:
            options = LoadOptions(prefixes=prefixes)
            model = LlamaModel.open(gguf, context=CONTEXT, threads=threads, options=options)
            start = time.perf_counter()
            with suppress(ReplyError):
                reply = model.fill(prompt, _CHOICE, call=Call("check", "system", "", "root"))
                evaluated[prefixes is not None] = reply.usage.evaluated
            seconds = time.perf_counter() - start
            tokens = len(model.prompt_tokens(prompt))
            model.close()
            return seconds, tokens

        _, tokens = first_token(before, Path(folder))  # the process before the restart
        seconds = interleave(
            {
                "cold": lambda: first_token(after, None)[0],
                "kept": lambda: first_token(after, Path(folder))[0],
            },
            ROUNDS,
        )
    ratio = seconds["kept"] / seconds["cold"]
    rows = (
        Row("kept", f"with a kept prefix, of a prompt of {tokens} tokens", seconds["kept"], "s", ratio),
        Row("cold", "evaluated whole", seconds["cold"], "s", 1.0),
    )
    details = {"tokens": tokens, "evaluated": evaluated.get(True), "evaluated_cold": evaluated.get(False)}
    return Measure(KEY, TITLE, OF, GOAL, rows, ratio, details=details)
