"""A suite done by the engine and by agents of others, all of them through one llama-server."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.code_agent import CodeAgent
from benchmarks.served_model import llama_server
from benchmarks.shell_agent import ShellAgent
from pandora.commands.task_suite import SuiteTask, TaskResult, run_suite, run_task
from pandora.engine.run import budget_of, model_of
from pandora.errors import UsageError
from pandora.models.parameters import needs_scaffold
from pandora.settings import load_settings

ENGINE = "pandora"
AGENTS = ("smolagents", "mini-swe-agent")
CONTEXT = 16384
"""Tokens of the server's context, which its slots share; an agent's history outgrows that of a phase."""
_WAIT = 900.0
"""Seconds for one completion."""


class ServedChat:
    """Chat completions of the server at `url`, asked as llama_cpp.Llama is."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/v1/chat/completions"

    def create_chat_completion(
        self, messages: Sequence[Mapping[str, str]], **settings: Any
    ) -> Mapping[str, Any]:
        """Return the server's completion of a history of messages; raises OSError and ValueError."""
        asked = {"messages": list(messages), "cache_prompt": True, **settings}
        request = urllib.request.Request(
            self._url, json.dumps(asked).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=_WAIT) as answer:
            reply: Mapping[str, Any] = json.load(answer)
        return reply

    def close(self) -> None:
        """Do nothing: each completion has a connection of its own."""


def done_by(
    suite: Sequence[SuiteTask],
    names: Sequence[str],
    gguf: Path,
    threads: int,
    system: Path,
    say: Callable[[str, TaskResult], None],
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what the engine, and then each agent of `names`, comes to on the suite.

    `say` is told each result with the name of who did it. Raises UsageError where no server starts, or an agent
    is not installed.
    """
    with llama_server(gguf, threads, CONTEXT) as url:
        if not url:
            raise UsageError("no llama-server starts; pip install xllamacpp")
        agents = {name: _agent(name, url) for name in names}  # all, before the first takes its minutes
        settings = load_settings(None, {"model": f"server:{url}"})
        with closing(model_of(settings, {})) as model:
            scaffold = needs_scaffold(settings["scaffold"], model.parameters)
            budget = budget_of(settings, model)

            def by_engine(task: SuiteTask) -> TaskResult:
                return run_task(task, model, system, budget, scaffold=scaffold)

            yield ENGINE, run_suite(suite, by_engine, partial(say, ENGINE))
        for name, agent in agents.items():
            yield name, run_suite(suite, agent.run, partial(say, name))


def _agent(name: str, url: str) -> CodeAgent | ShellAgent:
    return CodeAgent(ServedChat(url)) if name == AGENTS[0] else ShellAgent(ServedChat(url))
