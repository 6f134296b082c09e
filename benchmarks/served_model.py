"""The same calls to a model in this process and behind a llama-server, with the same weights and threads."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.figures import Measure, Row, not_measured
from benchmarks.prefix_tree import grow_tree
from benchmarks.rounds import interleave
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Model
from pandora.models.server import ServerModel

KEY, TITLE, OF, GOAL = "server", "A tree of calls through llama-server", "server / in process", 1.3
CONTEXT, ROUNDS = 4096, 2
_SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.cpuparams.n_threads = sys.argv[1], int(sys.argv[2])
params.n_ctx, params.n_parallel, params.cache_ram_mib = int(sys.argv[3]), 4, 0
params.kv_unified, params.endpoint_metrics = True, True
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@contextmanager
def llama_server(gguf: Path, threads: int, context: int = CONTEXT) -> Iterator[str]:
    """The URL of a llama.cpp server with four slots, on loopback and a free port; "" where none starts."""
    command = [sys.executable, "-c", _SERVE, str(gguf), str(threads), str(context)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
    ) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            yield url if url.startswith("http://127.0.0.1:") else ""
        finally:
            server.kill()


def measure_served(gguf: Path, threads: int) -> Measure:
    """Let both do the calls of the tree by turns, each with an empty cache at first; loading does not count."""
    counts: dict[str, tuple[int, int]] = {}
    whole: dict[str, int] = {}

    def seconds_of(name: str, model: Model) -> float:
        with closing(model):
            start = time.perf_counter()
            replies = grow_tree(model)
            seconds = time.perf_counter() - start
        whole[name] = len(replies)
        counts[name] = (
            sum(reply.usage.evaluated for reply in replies),
            sum(reply.usage.written for reply in replies),
        )
        return seconds

    def served() -> float:
        with llama_server(gguf, threads) as url:
            return seconds_of("served", ServerModel.open(url))

    with llama_server(gguf, threads) as url:
        if not url:
            return not_measured(KEY, TITLE, OF, GOAL, "no llama-server starts; install xllamacpp")
    seconds = interleave(
        {
            "process": lambda: seconds_of("process", LlamaModel.open(gguf, context=CONTEXT, threads=threads)),
            "served": served,
        },
        ROUNDS,
    )
    # A model that samples writes other replies to a server: what counts is the time of a token.
    each = {name: seconds[name] / max(1, sum(counts[name])) for name in seconds}
    ratio = each["served"] / each["process"]
    labels = {"process": "in this process", "served": "through llama-server, with a grammar"}
    rows = tuple(
        Row(
            name,
            f"{label}: a token, of {counts[name][0]} evaluated and {counts[name][1]} written",
            each[name],
            "s",
            each[name] / each["process"],
        )
        for name, label in labels.items()
    )
    return Measure(KEY, TITLE, OF, GOAL, rows, ratio, details={"seconds": seconds, "replies": whole})
