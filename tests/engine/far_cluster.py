"""A Dask cluster of processes on this machine, and a model server that counts who asks what."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from tests.models.local_server import serving

_TASK = re.compile(r"^Task: (.*)$", re.M)


@dataclass
class CountedReplies:
    """A model that answers each form with what its task says; `asked` counts each prompt."""

    url: str = ""
    asked: Counter[str] = field(default_factory=Counter)
    on_call: Callable[[int], None] = lambda number: None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, body: Any) -> dict[str, Any]:
        prompt = str(body["messages"][-1]["content"])
        with self._lock:
            self.asked[prompt] += 1
            number = sum(self.asked.values())
        self.on_call(number)
        text = json.dumps(_least(body["response_format"]["json_schema"]["schema"], prompt))
        choice = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        return {"choices": [choice], "usage": {"prompt_tokens": 50, "completion_tokens": 10}, "model": "one"}


def _least(schema: dict[str, Any], prompt: str) -> Any:
    """The first thing that a schema allows; a text is the task's, so that each task gets its own."""
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if schema["type"] == "object":
        return {name: _least(entry, prompt) for name, entry in schema["properties"].items()}
    if schema["type"] == "array":
        return [_least(schema["items"], prompt)] * max(1, schema.get("minItems", 1))
    task = _TASK.search(prompt)
    return f"of {task[1]}" if task else "nothing"


@contextmanager
def counted_replies() -> Iterator[CountedReplies]:
    replies = CountedReplies()
    pages = {"/v1/models": {"data": [{"id": "one"}]}, "/v1/chat/completions": replies.answer}
    with serving(pages) as server:
        replies.url = server.url
        yield replies


@contextmanager
def dask_cluster(workers: int) -> Iterator[Any]:
    """So many worker processes, one task at a time in each; one that dies is replaced.

    Workers are forked from a process that has loaded what they need, so that one is back within moments. Dask's
    local cluster drops a worker for good that is not back after `lost-worker-timeout`, 15 s by itself; that is
    less than a fresh process needs to load on a busy machine.
    """
    import dask
    from distributed import LocalCluster
    from distributed.utils import get_mp_context

    make: Any = LocalCluster
    with dask.config.set(
        {
            "distributed.worker.multiprocessing-method": "forkserver",
            "distributed.deploy.lost-worker-timeout": "10 minutes",
        }
    ):
        context: Any = cast(Any, get_mp_context)()
        context.set_forkserver_preload(["distributed", "pandora.engine.run", "pandora.models.server"])
        with make(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster:
            yield cluster


def kill_a_busy_worker(cluster: Any) -> int:
    """Kill a worker that runs a task, as a power cut would; returns its process id, 0 where none runs one."""
    busy = [worker for worker in cluster.scheduler.workers.values() if worker.processing]
    nannies = {nanny.worker_address: nanny for nanny in cluster.workers.values()}
    for worker in busy:
        nanny = nannies.get(worker.address)
        if nanny is not None and nanny.pid:
            os.kill(nanny.pid, signal.SIGKILL)
            return int(nanny.pid)
    return 0
