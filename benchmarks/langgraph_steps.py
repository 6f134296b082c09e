"""The same four steps in LangGraph: one node each, checkpointed by SQLite at synchronous=FULL."""

from __future__ import annotations

import importlib
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any, TypedDict

from pandora.document.state_document import PHASES

HOW = "not installed; `make bench` installs it (pip install -r .bench.lock)"


class Steps(TypedDict, total=False):
    """The graph's state: the task, and the text that each step wrote."""

    task: str
    understand: str
    plan: str
    do: str
    check: str


class Graph:
    """A compiled graph over one database in `folder`; raises ImportError where LangGraph is not installed.

    Each run is a LangGraph thread of its own. The nodes write the engine's own sections, so both store the same
    text.
    """

    def __init__(self, folder: Path, task: str, texts: Sequence[str]) -> None:
        # A person's LangSmith settings must not send the bench's steps anywhere, nor cost it time.
        os.environ["LANGSMITH_TRACING"] = os.environ["LANGCHAIN_TRACING_V2"] = "false"
        graphs: Any = importlib.import_module("langgraph.graph")
        savers: Any = importlib.import_module("langgraph.checkpoint.sqlite")
        self.version = version("langgraph")
        self._task = task
        self._numbers = count()
        self._connection = sqlite3.connect(folder / "langgraph.sqlite", check_same_thread=False)
        saver = savers.SqliteSaver(self._connection)
        saver.setup()
        self._connection.execute("PRAGMA synchronous=FULL")
        builder = graphs.StateGraph(Steps)
        before = graphs.START
        for name, text in zip(PHASES, texts, strict=True):
            # A node may not be named like a key of the state.
            builder.add_node(f"to_{name}", _writer(name, text))
            builder.add_edge(before, f"to_{name}")
            before = f"to_{name}"
        builder.add_edge(before, graphs.END)
        self._app = builder.compile(checkpointer=saver)

    def seconds_a_step(self, durability: str = "sync", clock: Callable[[], float] = time.perf_counter) -> float:
        """Do one run and return its seconds per step; `sync` has each step on disk before the next, as ours."""
        config = {"configurable": {"thread_id": f"{durability}-{next(self._numbers)}"}}
        begun = clock()
        state = self._app.invoke({"task": self._task}, config, durability=durability)
        seconds = clock() - begun
        assert len(state) == len(PHASES) + 1
        return seconds / len(PHASES)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()


def _writer(name: str, text: str) -> Any:
    def node(state: Steps) -> dict[str, str]:
        return {name: text}

    return node
