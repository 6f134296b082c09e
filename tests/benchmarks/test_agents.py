from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks import agents
from benchmarks.agents import ServedChat, done_by
from benchmarks.suite_comparison import comparison
from pandora.budget import Usage
from pandora.commands.task_suite import SuiteTask, TaskResult
from pandora.disk.layout import shipped_system
from pandora.errors import UsageError
from tests.models.local_server import serving

COMPLETION = {
    "choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 900, "completion_tokens": 3},
}
PAGES = {"/v1/models": {"data": [{"id": "m-1b"}]}, "/v1/chat/completions": COMPLETION}


class OtherAgent:
    """Asks the server once and solves what it is given."""

    def __init__(self, chat: ServedChat) -> None:
        self._chat = chat

    def run(self, task: SuiteTask) -> TaskResult:
        usage = self._chat.create_chat_completion([{"role": "user", "content": task.text}], stop=[])["usage"]
        return TaskResult(task, True, "accepted", 1.0, Usage(1, usage["prompt_tokens"], 0, 3))


@pytest.fixture
def suite(tmp_path: Path) -> list[SuiteTask]:
    return [SuiteTask(tmp_path, "table", 60, "The cheapest?")]


def test_all_ask_one_server_and_are_compared(suite: list[SuiteTask], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    engine = TaskResult(suite[0], True, "accepted", 1.0, Usage(2, 180, 180, 9))
    monkeypatch.setattr(agents, "run_task", lambda *_, **__: engine)
    monkeypatch.setattr(agents, "CodeAgent", OtherAgent)
    monkeypatch.setattr(agents, "ShellAgent", OtherAgent)
    with serving(PAGES) as server:

        @contextmanager
        def started(*_: object) -> Iterator[str]:
            yield server.url

        monkeypatch.setattr(agents, "llama_server", started)
        done = dict(
            done_by(
                suite, agents.AGENTS, Path("m.gguf"), 1, shipped_system(), lambda name, _: told.append(name)
            )
        )
        asked = [body for path, _, body in server.asked if path == "/v1/chat/completions"]
    assert told == list(done) == ["pandora", "smolagents", "mini-swe-agent"]
    assert [(body["messages"][0]["content"], body["stop"]) for body in asked] == [("The cheapest?", [])] * 2
    lines = comparison(done)
    assert (
        "Prompt tokens a solved task, pandora / smolagents: 0.20; beside an agent, the goal is ≤ 0.2." in lines
    )


def test_where_no_server_starts_one_line_says_so(
    suite: list[SuiteTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def none(*_: object) -> Iterator[str]:
        yield ""

    monkeypatch.setattr(agents, "llama_server", none)
    with pytest.raises(UsageError, match="no llama-server starts; pip install xllamacpp"):
        list(done_by(suite, (), Path("m.gguf"), 1, shipped_system(), lambda *_: None))
