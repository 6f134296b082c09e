"""Two further candidates of a vote in one request to a llama-server (`n`), beside one after the other."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.figures import Measure, Row, not_measured
from benchmarks.prefix_tree import BASE, TASK
from benchmarks.rounds import interleave
from benchmarks.served_model import llama_server
from pandora.errors import ModelError
from pandora.models.server_wire import REPLY_SECONDS, Wire

KEY, TITLE, OF, GOAL = "voted", "Voted answer through llama-server", "two in one request / one by one", 0.7
ROUNDS, TOKENS = 3, 48
_MESSAGES = [
    {"role": "system", "content": BASE},
    {"role": "user", "content": f"{TASK}\n\n# DO\nWrite a Python program that prints it."},
]


def measure_candidates(gguf: Path, threads: int) -> Measure:
    """Time a greedy candidate, and then two drawn ones in one request, or in two.

    The second request of those that come one by one is what a vote leaves away where the first agrees.
    """
    drawn: dict[str, int] = {}
    with llama_server(gguf, threads) as url, ExitStack() as stack:
        if not url:
            return not_measured(KEY, TITLE, OF, GOAL, "no llama-server starts; install xllamacpp")
        wire = Wire(url)
        stack.callback(wire.close)

        def ask(number: int, seed: int) -> list[str]:
            body = {
                "messages": _MESSAGES,
                "temperature": 0.7 if seed else 0.0,
                "seed": seed,
                "n": number,
                "max_tokens": TOKENS,
                "ignore_eos": True,
            }
            data = wire.post("/v1/chat/completions", body, REPLY_SECONDS)
            return [choice["message"]["content"] for choice in data["choices"]]

        def seconds_of(name: str, *requests: tuple[int, int]) -> float:
            start = time.perf_counter()
            replies = [reply for request in ((1, 0), *requests) for reply in ask(*request)]
            drawn[name] = len(replies)
            return time.perf_counter() - start

        contenders = {
            "first": lambda: seconds_of("first", (1, 1)),
            "one_by_one": lambda: seconds_of("one_by_one", (1, 1), (1, 2)),
            "together": lambda: seconds_of("together", (2, 1)),
        }
        try:
            seconds = interleave(contenders, ROUNDS, warm=1)
        except (ModelError, LookupError, TypeError) as error:
            return not_measured(KEY, TITLE, OF, GOAL, f"the server does not take n: {error}")
    labels = {
        "one_by_one": "greedy, then two drawn ones one by one",
        "first": "where the first of these agrees, and no other is asked",
        "together": "greedy, then two drawn ones in one request",
    }
    base = seconds["one_by_one"]
    rows = tuple(Row(name, label, seconds[name], "s", seconds[name] / base) for name, label in labels.items())
    return Measure(KEY, TITLE, OF, GOAL, rows, seconds["together"] / base, details={"replies": drawn})
